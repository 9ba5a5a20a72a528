import Dispatch
import FlowAnalysis
import FlowTrace

/// Holds all of a long trace against the contract in the background, so that a window on it shows what broke its rules.
///
/// A rule is judged from the first event on: what is read from a keyframe cannot tell.
final class TraceJudge: Sendable {
    private struct State {
        var violations: [Violation] = []
        /// Whether nothing more is looked for.
        var isDone = false

        mutating func take(_ found: [Violation]?) {
            violations += found?.prefix(TraceJudge.limit - violations.count) ?? []
            if found == nil || violations.count == TraceJudge.limit { isDone = true }
        }
    }

    /// What the background work holds on to.
    private final class Work: Sendable {
        let state = Guarded(State())
        let progress = DispatchSemaphore(value: 0)

        func run(_ start: RuleReader) {
            var reader = start
            while !state.withLock(\.isDone) {
                let found = reader.breaches()
                state.withLock { $0.take(found) }
            }
            progress.signal()
        }
    }

    /// How many breaches are kept; those that come later are counted.
    private static let limit = 1 << 14

    private let work = Work()

    /// Starts at once, at the first record of a program's trace.
    init(_ file: TraceFile) {
        let reader = RuleReader(file, isScenario: false)
        DispatchQueue.global(qos: .utility).async { [work] in work.run(reader) }
    }

    deinit {
        work.state.withLock { $0.isDone = true }
    }

    /// The breaches found so far, in the order in which they showed, each with its event's place in the program's trace.
    var violations: [Violation] {
        work.state.withLock(\.violations)
    }

    /// Whether all that is kept was found.
    var isDone: Bool {
        work.state.withLock(\.isDone)
    }

    /// Waits until all that is kept was found.
    func wait() {
        while !isDone { work.progress.wait() }
    }
}
