import Dispatch
import FlowAnalysis
import FlowTrace

/// Checks a long trace against the contract in the background, so that a window on it shows every violation.
///
/// Rules are judged from the first event: a reader that starts at a keyframe would miss violations before it.
package final class RuleJudge: Sendable {
    private struct State {
        var violations: [Violation] = []
        /// Whether the search is over.
        var isDone = false

        mutating func add(_ found: [Violation]?) {
            violations += found?.prefix(RuleJudge.limit - violations.count) ?? []
            if found == nil || violations.count == RuleJudge.limit { isDone = true }
        }
    }

    /// The state shared with the background work.
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

    /// The maximum number of violations to keep.
    private static let limit = 1 << 14

    private let work = Work()

    /// Starts immediately, at the first record of a program's trace.
    ///
    /// - Parameter isWaitedFor: Whether the caller will wait for the result; otherwise the work has background priority.
    package init(_ file: TraceFile, isWaitedFor: Bool) {
        let reader = RuleReader(file, derivesEvents: true)
        DetachedThread.run(isBackground: !isWaitedFor) { [work] in work.run(reader) }
    }

    deinit {
        work.state.withLock { $0.isDone = true }
    }

    /// The violations found so far, in order of detection, each with its event's index in the program's trace.
    package var violations: [Violation] { work.state.withLock(\.violations) }

    /// Whether ``violations`` is complete.
    package var isDone: Bool { work.state.withLock(\.isDone) }

    /// Blocks until ``violations`` is complete.
    package func wait() {
        while !isDone { work.progress.wait() }
    }
}

/// Judges a trace by the rules of the contract in the background.
package final class BackgroundViolations: Sendable {
    private let violations = LockedBox(ViolationList())
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts immediately.
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
