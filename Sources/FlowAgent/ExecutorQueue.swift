import FlowTrace
internal import Synchronization

/// The jobs for one executor, one at a time, and the records of their waits.
struct ExecutorQueue {
    /// The time of a job's answer, which any thread sets; 0 while it waits.
    private final class Answer: Sendable {
        let time = Atomic<UInt64>(0)
    }

    /// The last job, as far as it has been answered.
    private struct Job {
        let posted: UInt64
        let answer: Answer
        /// The number of measurements since it was posted.
        var age = 0
        var blocked: UInt64 = 0
        var ran: UInt64 = 0
        /// The time of the last record of its wait; `nil` before the first.
        var told: UInt64?

        /// The processor time of the program in thousandths of a core.
        var load: UInt32 { blocked > 0 ? UInt32(clamping: ran / max(1, blocked / 1_000)) : 0 }

        func figures(_ wait: UInt64) -> ExecutorFigures { ExecutorFigures(wait: wait, word: min(wait, blocked), number: load) }
    }

    private let executor: TracedExecutor
    private let recorder: Recorder
    private var job: Job?
    /// Whether it is known to be served: the main actor of some programs never is, and its first job waits for its start.
    private var isServed: Bool
    /// The answered jobs that are not recorded yet, by bucket.
    private var served: [Int: ExecutorFigures] = [:]
    private var lastTold: UInt64 = 0

    /// The interval of records of an open wait, and of records of answered jobs, in nanoseconds.
    private static let waitInterval: UInt64 = 250_000_000
    private static let servedInterval: UInt64 = 1_000_000_000
    /// The wait from which an answer is recorded at once, in nanoseconds.
    private static let longWait: UInt64 = 100_000_000

    init(_ executor: TracedExecutor, _ recorder: Recorder) {
        (self.executor, self.recorder) = (executor, recorder)
        isServed = executor != .mainActor
    }

    /// Whether a job of a served executor was unanswered at the last measurement.
    var isLate: Bool { isServed && job.map { $0.age > 0 && $0.answer.time.load(ordering: .relaxed) == 0 } ?? false }

    /// Records the answer of the job, or its wait so far, and gives the executor the next job.
    ///
    /// - Parameter work: The work of the process since the last measurement; `nil` if it is unknown.
    mutating func measure(at now: UInt64, _ work: ExecutorWork?) {
        if let answered = job?.answer.time.load(ordering: .acquiring), answered > 0 { finish(at: answered, now) }
        guard job != nil else { return post(at: now) }
        if let work, isServed, job?.age ?? 0 > 0 {
            job?.blocked += work.blocked
            job?.ran += work.ran
        }
        job?.age += 1
        tellWait(at: now)
    }

    private mutating func post(at now: UInt64) {
        let answer = Answer()
        job = Job(posted: now, answer: answer)
        let recorder = recorder
        switch executor {
        case .mainActor: Task.detached { @MainActor in ExecutorQueue.note(answer, recorder) }
        case .pool, .other: Task.detached { ExecutorQueue.note(answer, recorder) }
        }
    }

    private static func note(_ answer: Answer, _ recorder: Recorder) {
        answer.time.store(max(1, recorder.time.nanoseconds), ordering: .releasing)
    }

    private mutating func finish(at answered: UInt64, _ now: UInt64) {
        guard let job else { return }
        self.job = nil
        guard isServed else { return isServed = true }
        let wait = answered - min(answered, job.posted)
        if job.told != nil || wait >= ExecutorQueue.longWait { recorder.record(.waited, of: executor, job.figures(wait)) }
        let sum = served[ExecutorHistogram.bucket(of: wait)] ?? ExecutorFigures(wait: 0, word: 0, number: 0)
        served[ExecutorHistogram.bucket(of: wait)] = ExecutorFigures(
            wait: max(sum.wait, wait), word: sum.word &+ wait, number: sum.number &+ 1)
        guard wait >= ExecutorQueue.longWait || now >= lastTold + ExecutorQueue.servedInterval else { return }
        for figures in served.values { recorder.record(.served, of: executor, figures) }
        (served, lastTold) = ([:], now)
    }

    private mutating func tellWait(at now: UInt64) {
        guard isServed, let job else { return }
        let wait = now - min(now, job.posted)
        guard wait >= ExecutorQueue.longWait, now >= (job.told ?? 0) + ExecutorQueue.waitInterval else { return }
        recorder.record(.waits, of: executor, job.figures(wait))
        self.job?.told = now
    }
}
