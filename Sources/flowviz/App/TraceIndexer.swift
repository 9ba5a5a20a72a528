import Dispatch
import FlowModel
import FlowTrace

/// Makes the index of a long trace in the background.
final class TraceIndexer: Sendable {
    private struct State {
        var index: TraceIndex
        var isDone = false
        var isStopped = false
    }

    /// What the background work holds on to.
    private final class Work: Sendable {
        let state: Guarded<State>
        let progress = DispatchSemaphore(value: 0)

        init(_ start: TraceFold) {
            state = Guarded(State(index: TraceIndex(start)))
        }

        func run(_ start: TraceFold) {
            var fold = start
            let step = 8_192
            while !state.withLock(\.isStopped) {
                let count = fold.read(limit: step)
                fold.forget(upTo: .max)
                let (next, isDone) = (fold, count < step)
                state.withLock {
                    $0.index.note(next)
                    $0.isDone = isDone
                }
                progress.signal()
                if isDone { return }
            }
        }
    }

    private let work: Work

    /// Starts at once.
    init(_ start: TraceFold) {
        let work = Work(start)
        self.work = work
        DispatchQueue.global(qos: .utility).async { work.run(start) }
    }

    deinit {
        work.state.withLock { $0.isStopped = true }
    }

    /// The index so far.
    var index: TraceIndex {
        work.state.withLock(\.index)
    }

    /// Whether the index is whole.
    var isDone: Bool {
        work.state.withLock(\.isDone)
    }

    /// Waits until a time is indexed, or all there is.
    func wait(for time: TraceTime) {
        while !isDone, index.end.time <= time { work.progress.wait() }
    }
}
