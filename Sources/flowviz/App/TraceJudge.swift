import Dispatch
import FlowModel
import FlowTrace

/// Holds all of a long trace against the contract in the background, so that a window on it shows what broke its rules.
///
/// A rule is judged from the first event on: what is read from a keyframe cannot tell.
final class TraceJudge: Sendable {
    private struct State {
        var violations: [Violation] = []
        var isDone = false
        var isStopped = false
    }

    /// What the background work holds on to.
    private final class Work: Sendable {
        let state = Guarded(State())
        let progress = DispatchSemaphore(value: 0)
        /// So many breaches are kept, the first ones.
        static let limit = 1 << 14
        /// So many records are read at a time; as many events before them are kept, in which calls may be open.
        static let step = 4_096

        func run(_ start: TraceFold) {
            var (fold, check, known) = (start, RuleCheck(), 0)
            while !state.withLock(\.isStopped) {
                let count = fold.read(limit: Work.step)
                let log = fold.reconstruction.log
                var found: [Violation] = []
                for entry in log.entries(after: known) { found += check.take(entry, in: log).filter { !$0.isNote } }
                known = log.count
                fold.forget(upTo: known - Work.step)
                let (new, isDone) = (found, count < Work.step)
                state.withLock {
                    $0.violations += new.prefix(Work.limit - $0.violations.count)
                    $0.isDone = isDone
                }
                if isDone {
                    progress.signal()
                    return
                }
            }
        }
    }

    private let work: Work

    /// Starts at once.
    init(_ start: TraceFold) {
        let work = Work()
        self.work = work
        DispatchQueue.global(qos: .utility).async { work.run(start) }
    }

    deinit {
        work.state.withLock { $0.isStopped = true }
    }

    /// The breaches found so far, in the order in which they showed, each with its event's place in the program's trace.
    var violations: [Violation] {
        work.state.withLock(\.violations)
    }

    /// Whether all of the trace was looked at.
    var isDone: Bool {
        work.state.withLock(\.isDone)
    }

    /// Waits until all of the trace was looked at.
    func wait() {
        while !isDone { work.progress.wait() }
    }
}
