import Dispatch
import FlowAnalysis
import FlowTrace

/// Checks all of a long trace against the contract in the background, so that a window on it shows every violation.
///
/// A rule is judged from the first event on: reading from a keyframe would miss what came before.
package final class RuleJudge: Sendable {
    private struct State {
        var violations: [Violation] = []
        /// Whether nothing more is looked for.
        var isDone = false

        mutating func add(_ found: [Violation]?) {
            violations += found?.prefix(RuleJudge.limit - violations.count) ?? []
            if found == nil || violations.count == RuleJudge.limit { isDone = true }
        }
    }

    /// What the background work holds on to.
    private final class Work: Sendable {
        let state = LockedBox(State())
        let progress = DispatchSemaphore(value: 0)

        func run(_ start: RuleReader) {
            var reader = start
            while !state.withLock(\.isDone) {
                let found = reader.nextViolations()
                state.withLock { $0.add(found) }
            }
            progress.signal()
        }
    }

    /// How many violations are kept.
    private static let limit = 1 << 14

    private let work = Work()

    /// Starts at once, at the first record of a program's trace.
    ///
    /// - Parameter isWaitedFor: Whether its end is waited for; else it is background work.
    package init(_ file: TraceFile, isWaitedFor: Bool) {
        let reader = RuleReader(file, derivesEvents: true)
        DetachedThread.run(isBackground: !isWaitedFor) { [work] in work.run(reader) }
    }

    deinit {
        work.state.withLock { $0.isDone = true }
    }

    /// The violations found so far, in the order they showed, each with its event's index in the program's trace.
    package var violations: [Violation] { work.state.withLock(\.violations) }

    /// Whether all that is kept was found.
    package var isDone: Bool { work.state.withLock(\.isDone) }

    /// Waits until all that is kept was found.
    package func wait() {
        while !isDone { work.progress.wait() }
    }
}

/// Judges a trace by the rules of the contract on a thread of its own.
package final class BackgroundViolations: Sendable {
    private let violations = LockedBox(ViolationList())
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts at once.
    ///
    /// - Parameter isOver: Whether the program has ended.
    package init(_ reader: RuleReader, until time: TraceTime?, isOver: Bool) {
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            var reader = reader
            let found = reader.violations(until: time, isOver: isOver)
            violations.withLock { $0 = found }
            isDone.signal()
        }
    }

    package func wait() -> ViolationList {
        isDone.wait()
        return violations.withLock(\.self)
    }
}
