import CFlowAgent
import FlowTrace
import LibC

/// Measures how long jobs wait for the executors of the process, once its tasks consume traced streams.
///
/// Ten times a second, a thread of the agent gives each executor a small job, unless the job before is still unanswered. It looks twice
/// as often while one is. Nothing waits for the jobs. The thread ends with the trace, and does nothing in virtual time and in a forked copy.
final class ExecutorMeter {
    /// The interval while jobs are answered, in milliseconds. Waking the threads of the executors is most of the cost.
    private static let interval: Int32 = 100
    /// The interval while a job is unanswered.
    private static let shortInterval: Int32 = 50
    /// The interval before tasks consume streams.
    private static let rest: Int32 = 250

    private let recorder: Recorder
    private var queues: [ExecutorQueue]
    /// The time of the last look at the threads; `nil` if no wait is long enough to need one.
    private var looked: UInt64?

    private init(_ recorder: Recorder) {
        self.recorder = recorder
        queues = TracedExecutor.measured.map { ExecutorQueue($0, recorder) }
    }

    /// Starts the thread.
    static func start(_ recorder: Recorder) {
        DetachedThread.run {
            // It shares the descriptors of the program: the first job may make the runtime open some, which other threads need.
            ExecutorMeter(recorder).run()
        }
    }

    private func run() {
        while recorder.isRecording {
            let isLate = queues.contains(where: \.isLate)
            let interval = isLate ? ExecutorMeter.shortInterval : TracedTasks.isAny ? ExecutorMeter.interval : ExecutorMeter.rest
            guard flowviz_agent_rest(interval) else { return }
            if TracedTasks.isAny { measure(at: recorder.time.nanoseconds) }
        }
    }

    private func measure(at now: UInt64) {
        let work = looked == nil ? nil : look(at: now)
        for index in queues.indices { queues[index].measure(at: now, work) }
        // Most waits are over before they need a look, which costs more than a job.
        if !queues.contains(where: \.isLate) {
            looked = nil
        } else if looked == nil {
            _ = look(at: now)
        }
    }

    /// The work of the process since the last look; `nil` for the first, and if the system does not tell.
    private func look(at now: UInt64) -> ExecutorWork? {
        var work = flowviz_agent_work()
        guard flowviz_agent_look(&work) else { return ExecutorWork() }
        defer { looked = now }
        return looked.map { ExecutorWork(span: now - min(now, $0), ran: work.ran, withheld: work.withheld) } ?? ExecutorWork()
    }
}

/// The work of the process's threads in a span, in nanoseconds.
struct ExecutorWork: Equatable {
    var span: UInt64 = 0
    /// The processor time of all threads.
    var ran: UInt64 = 0
    /// The longest time for which one thread was ready, and the system ran others.
    var withheld: UInt64 = 0

    /// The longest part of a span that counts: a longer one shows that the agent's own thread, or the whole process, stood still.
    private static let longest: UInt64 = 100_000_000

    /// The part of the span in which the system withheld the processor from no thread.
    var blocked: UInt64 {
        let counted = min(span, ExecutorWork.longest)
        return counted - min(counted, withheld)
    }
}
