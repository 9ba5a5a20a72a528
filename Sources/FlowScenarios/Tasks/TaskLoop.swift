import CFlowTasks
import FlowCore
import FlowTrace
import LibC
import FlowCombine

/// Runs tasks in virtual time: one job at a time, on the thread of the run, in the order in which the jobs become ready.
///
/// A ready task passes its next job to the runtime's global executor; the unstructured tasks inside AsyncAlgorithms do too, since
/// no executor preference reaches them. Jobs that a thread makes ready within `enter` are redirected: they become work of the
/// loop's scheduler, due at the current moment. So pausing, stepping and speed apply to tasks too, and equal runs have equal
/// events. All other jobs stay with the global executor.
///
/// Tasks may wait only for each other and the ``clock``: work of another thread is not in virtual time. The loop does not support
/// `Task.sleep(for:)` without that clock, the main actor, or custom executors.
///
/// - Important: Use it only on the scheduler's thread.
// Proof: only its tasks share it, through its clock, and they run on the scheduler's thread.
final class TaskLoop: @unchecked Sendable {
    private let scheduler: VirtualTimeScheduler
    /// The trace target for the streams that tasks make.
    private let target: TraceTarget
    private var ready: [UnownedJob] = []
    private var tasks: [Task<Void, Never>] = []
    private var isOver = false
    private var sleepers: [Int: Sleeper] = [:]
    private var sleeperCount = 0

    init(scheduler: VirtualTimeScheduler, recorder: Recorder) {
        self.scheduler = scheduler
        target = TraceTarget(recorder: recorder, values: .all(limit: 64))
        TaskLoop.takeJobs
    }

    /// The current moment.
    var now: VirtualTime { scheduler.now }

    /// The virtual time of the tasks.
    var clock: LoopClock { LoopClock(loop: self) }

    /// Starts a task, which ends with the run at the latest.
    func start(_ body: @escaping @Sendable () async -> Void) { enter { tasks.append(Task(operation: body)) } }

    /// Runs code that makes streams or makes tasks ready: work of the scheduler, or a control.
    func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
        try TaskLoop.key.with(self) { try CurrentTarget.with(target, body) }
    }

    // MARK: Jobs

    /// The executor of the runtime's thread pool: two zero words.
    private static let generic = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

    private func add(_ job: UnownedJob) {
        ready.append(job)
        scheduler.schedule { self.runNext() }
    }

    private func runNext() {
        guard !ready.isEmpty else { return }
        let job = ready.removeFirst()
        enter { job.runSynchronously(on: TaskLoop.generic) }
    }

    private static let key = ThreadKey()

    /// From its first use on, jobs made ready within `enter` go to the loop instead of the global executor.
    private static let takeJobs: Void = flow_take_jobs { job in
        guard let loop: TaskLoop = key.object() else { return false }
        loop.add(unsafeBitCast(job, to: UnownedJob.self))
        return true
    }

    // MARK: Sleeping

    /// Suspends a task of the loop until a moment.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled, or the run ends.
    func sleep(until moment: VirtualTime) async throws {
        guard !isOver, !Task.isCancelled else { throw CancellationError() }
        let sleeper = Sleeper()
        sleeperCount += 1
        let number = sleeperCount
        sleepers[number] = sleeper
        defer { sleepers[number] = nil }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.fallAsleep(
                    continuation,
                    // Repeats, since only repeating work can be cancelled.
                    timer: scheduler.schedule(after: moment, interval: .seconds(1)) { self.enter { sleeper.wake(.success(())) } })
            }
        } onCancel: {
            sleeper.wake(.failure(CancellationError()))
        }
    }
}

extension TaskLoop: Cancellable {
    /// Cancels all tasks, and runs them until they have ended.
    func cancel() {
        isOver = true
        enter {
            tasks.forEach { $0.cancel() }
            sleepers.values.forEach { $0.wake(.failure(CancellationError())) }
        }
        while !ready.isEmpty { runNext() }
        tasks = []
    }
}

/// A sleeping task.
// Proof: its cancellation handler, like all other users, runs on the loop's thread.
private final class Sleeper: @unchecked Sendable {
    private var continuation: CheckedContinuation<Void, any Error>?
    private var timer: (any FlowCombine.Cancellable)?

    func fallAsleep(_ continuation: CheckedContinuation<Void, any Error>, timer: any FlowCombine.Cancellable) {
        (self.continuation, self.timer) = (continuation, timer)
    }

    /// Resumes the task, unless it was resumed before.
    func wake(_ result: Result<Void, any Error>) {
        timer.take()?.cancel()
        continuation.take()?.resume(with: result)
    }
}
