import FlowTrace
import Synchronization

/// Runs tasks one job after the other on the thread that calls ``run()``, so that each run is the same.
///
/// It runs only tasks that it spawns, and nonisolated functions that these call. Time passes only while all tasks wait.
final class TaskLoop: TaskExecutor {
    private struct Sleeper {
        let deadline: UInt64
        let continuation: UnsafeContinuation<Void, Never>
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var sleepers: [Sleeper] = []
        var now: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The virtual time, in nanoseconds.
    var now: UInt64 { state.withLock { $0.now } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Starts a task, which does nothing before the loop runs.
    @discardableResult
    func spawn(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await body() }
    }

    /// Suspends the calling task for a time.
    func sleep(milliseconds: Int) async {
        await withUnsafeContinuation { continuation in
            state.withLock { state in
                let sleeper = Sleeper(deadline: state.now + UInt64(milliseconds) * 1_000_000, continuation: continuation)
                let index = state.sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? state.sleepers.count
                state.sleepers.insert(sleeper, at: index)
            }
        }
    }

    /// Runs until every task waits for something other than time, or until the end, if one is given.
    func run(untilMilliseconds end: Int? = nil) {
        let limit = end.map { UInt64($0) * 1_000_000 } ?? .max
        while true {
            if let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
                job.runSynchronously(on: asUnownedTaskExecutor())
                continue
            }
            let next: Sleeper? = state.withLock { state in
                guard let first = state.sleepers.first, first.deadline <= limit else { return nil }
                state.now = first.deadline
                return state.sleepers.removeFirst()
            }
            guard let next else { break }
            next.continuation.resume()
        }
        if end != nil { state.withLock { $0.now = max($0.now, limit) } }
    }
}
