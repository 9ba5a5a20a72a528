import FlowModel
import FlowSessions
import FlowText
import FlowTrace
import FlowViews

/// The keys that hold, step and slow the stage below the selected lane of a running program.
package enum HandKey: Hashable, Sendable {
    case toggle, pass, faster, slower

    /// The key's meaning for a running program; `nil` if it has none.
    init?(_ key: ControlKey) {
        switch key {
        case .togglePause: self = .toggle
        case .more: self = .pass
        case .request1, .request10, .unlimited, .emit, .burst, .finish, .cancel, .twice, .old: return nil
        }
    }

    /// The command of the key; `nil` for a stage that is as fast as it can be.
    ///
    /// - Parameter held: What this viewer does at the stage now.
    func command(after held: ViewerHands.Held?) -> HandCommand? {
        switch self {
        case .toggle: held == nil ? .hold(HandCommand.usualDuration) : .release
        case .pass: .pass
        case .slower: HandKey.slow(by: HandKey.delays.first { $0 > held?.delay ?? 0 } ?? HandCommand.longestDelay)
        case .faster:
            held.map { held in HandKey.delays.last { $0 < held.delay ?? 0 }.map(HandKey.slow) ?? .release }
        }
    }

    private static func slow(by delay: UInt64) -> HandCommand { .slow(by: delay, for: HandCommand.longestDuration) }

    /// The waits of a value to choose from, in nanoseconds.
    private static let delays: [UInt64] =
        [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].map { $0 * 1_000_000 }
}

/// The answers on the screen to commands to a stage.
enum HandWords {
    static func text(_ answer: ViewerHands.Answer) -> KeyText {
        guard let reply = answer.answer else { return "the program gives no answer; if it is suspended, kill -CONT resumes it" }
        guard reply == .done else { return "\(answer.stage) \(reply.words)" }
        switch answer.command {
        case .hold(let time):
            return """
                \(answer.stage) is held for \(Percent.seconds(time)): \(.press(.togglePause)) releases it, \(.press(.more)) lets one \
                value pass
                """
        case .slow(let delay, let time):
            return "each value waits \(Percent.seconds(delay)) at \(answer.stage), for \(Percent.seconds(time))"
        case .pass: return "one value passes \(answer.stage)"
        case .release: return "\(answer.stage) is released"
        }
    }

    static let needsLane: KeyText =
        "no viewer can hold this lane: no live consumer is below it"
    static let isFastest: KeyText = "no value is slowed here; \(.numberUp) slows"
    static let isVirtual: KeyText = "time is virtual in this run, so no stage can be held"
    static let isSilent: KeyText = "the program has not answered yet, so no stage can be held"
    static let needsControl: KeyText = "to hold a stage, start the program with FLOWVIZ=1,control"
}

/// Running programs whose stages the user can hold.
package protocol HandPlayback {
    /// Performs a key for the stage below a lane of the model; returns the answer, or `nil` if that comes later.
    func hand(_ key: HandKey, lane: Int) -> KeyText?
}
