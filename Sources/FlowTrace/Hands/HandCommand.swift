/// A command of a viewer to one stage of a running program.
public enum HandCommand: Hashable, Sendable {
    /// Lets no value pass the stage for a time, in nanoseconds, or until ``release``.
    case hold(UInt64)
    /// Lets each value wait at the stage for `by` nanoseconds, for a time, in nanoseconds, or until ``release``.
    case slow(by: UInt64, for: UInt64)
    /// Lets one value pass a held stage: one that waits there, or else the next.
    case pass
    /// Ends a hold or a slowdown.
    case release

    /// The duration of a hold whose length the viewer does not choose, in nanoseconds.
    public static let usualDuration: UInt64 = 10_000_000_000
    /// The longest hold or slowdown, in nanoseconds.
    public static let longestDuration: UInt64 = 60_000_000_000
    /// The longest wait of each value at a slowed stage, in nanoseconds.
    public static let longestDelay: UInt64 = 10_000_000_000

    /// Whether its times are allowed: positive, and at most ``longestDuration`` and ``longestDelay``.
    public var isAllowed: Bool {
        switch self {
        case .hold(let time): 1...HandCommand.longestDuration ~= time
        case .slow(let delay, let time):
            1...HandCommand.longestDelay ~= delay && 1...HandCommand.longestDuration ~= time
        case .pass, .release: true
        }
    }
}

/// A program's answer to a ``HandCommand``.
public enum HandAnswer: UInt32, CaseIterable, Sendable {
    /// The program has obeyed.
    case done = 0
    /// The program was started without control.
    case noControl = 1
    /// No such stage lives, or no viewer can hold it.
    case noStage = 2
    /// Another viewer holds the stage.
    case heldByOther = 3
    /// The stage is neither held nor slowed, or, to let one value pass, not held.
    case notHeld = 4
    /// A time is 0 or too long.
    case notAllowed = 5
    /// The stage has requested without limit, so that no demand is left to withhold.
    case unlimited = 6

    /// The answer to one command to several consumers of a stage, of which some may have ended.
    package static func combined(_ answers: [HandAnswer]) -> HandAnswer {
        answers.first { $0 != .done && $0 != .noStage } ?? (answers.contains(.done) ? .done : .noStage)
    }

    /// The answer as the end of a sentence that begins with the name of the stage.
    package var words: String {
        switch self {
        case .done: "obeys"
        case .noControl: "cannot be held: start the program with FLOWVIZ=1,control"
        case .noStage:
            """
            cannot be held: it has ended, or is no 'for await', no 'pace' and no 'pausableSink'; in OpenCombine, \
            .probe("name", on: scheduler) makes a stage that can
            """
        case .heldByOther: "is held by another viewer"
        case .notHeld: "is not held"
        case .unlimited: "cannot be held: it has requested all values at once; put .pace(.zero, scheduler:) before it"
        case .notAllowed: "cannot be held so long: 60 s is the longest, and 10 s for each value"
        }
    }
}

/// The state of a stage that a viewer has touched, as recorded.
public enum HandState: Hashable, Sendable, CustomStringConvertible {
    /// It lets no value pass; with the longest duration.
    case held(String)
    /// It lets each value wait; with the wait and the longest duration.
    case slowed(String)
    /// It has let one value pass, or lets the next one pass.
    case passed
    /// It is neither held nor slowed; with the reason.
    case released(String)

    private static let phrases = (
        held: "held by a viewer", slowed: "slowed by a viewer", passed: "one value let through by a viewer"
    )
    private static let free = "released by a viewer"

    init(_ command: HandCommand) {
        switch command {
        case .hold(let time): self = .held(" for \(TraceTime(nanoseconds: time)) s at most")
        case .slow(let delay, let time):
            self = .slowed(" by \(TraceTime(nanoseconds: delay)) s a value, for \(TraceTime(nanoseconds: time)) s at most")
        case .pass: self = .passed
        case .release: self = .released("")
        }
    }

    /// Reads the text of a state; `nil` if no viewer has caused it.
    init?(_ text: String) {
        let (held, slowed, passed) = HandState.phrases
        if text == passed {
            self = .passed
        } else if text.hasPrefix(held) {
            self = .held(String(text.dropFirst(held.count)))
        } else if text.hasPrefix(slowed) {
            self = .slowed(String(text.dropFirst(slowed.count)))
        } else if text.hasPrefix(HandState.free) {
            self = .released(String(text.dropFirst(HandState.free.count)))
        } else {
            return nil
        }
    }

    /// The text in a trace.
    public var description: String {
        switch self {
        case .held(let rest): HandState.phrases.held + rest
        case .slowed(let rest): HandState.phrases.slowed + rest
        case .passed: HandState.phrases.passed
        case .released(let rest): HandState.free + rest
        }
    }
}
