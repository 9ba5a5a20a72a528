import FlowCore
import FlowTrace
import Synchronization
import Testing

@testable import FlowScenarios

/// Records the streams of tasks that all run on this thread, in virtual time. Ready tasks run in the order in which they became
/// ready.
struct SerialTrace {
    private let recorder: Recorder
    private let scheduler = VirtualTimeScheduler()
    private let loop: FlowScenarios.TaskLoop

    init() {
        recorder = Recorder(clock: scheduler.clock.traceClock)
        loop = FlowScenarios.TaskLoop(scheduler: scheduler, recorder: recorder)
    }

    /// Lets other tasks run first, for a millisecond. `Task.yield()` would continue on another thread.
    var rest: @Sendable () async -> Void { { [loop] in await loop.clock.wait(seconds: 0.001) } }

    /// Runs `body` and the tasks that it makes, until they have ended.
    func recording(_ body: @escaping @Sendable () async -> Void) -> Traced {
        let hasEnded = Atomic(false)
        loop.start {
            await body()
            hasEnded.store(true, ordering: .relaxed)
        }
        scheduler.run()
        let isOver = hasEnded.load(ordering: .relaxed)
        #expect(isOver)
        return Traced(recorder)
    }
}
