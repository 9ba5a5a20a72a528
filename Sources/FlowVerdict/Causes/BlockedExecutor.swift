import FlowModel
import FlowTrace
import FlowWords

/// A consumer waits for an executor whose measured delay shows that it serves no jobs (``BusyExecutor`` without the measure).
///
/// No stage is to blame: its values wait only for the executor.
struct BlockedExecutor: HoldingCause {
    let wait: ExecutorWait
    /// The consumer that waits, with its stream and values.
    let held: BusyExecutor
    let isRun: Bool

    /// The measured delay that explains values which wait with an open request, in nanoseconds. Of a run, also a quarter of the time
    /// for which they waited: of each wait, the agent measures only what follows its second look.
    private static let leastBlocked: UInt64 = 100_000_000

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard !reporter.delays.isEmpty, let stream = BusyExecutor.stream(by: reporter, span),
            let found = BusyExecutor.found(by: reporter, span), let held = found.reason as? BusyExecutor,
            let executor = reporter.executor(below: stream),
            let delay = reporter.delays.first(where: { $0.executor == executor })
        else { return nil }
        let isProven =
            span.isRun
            ? delay.totalBlocked >= max(leastBlocked, held.time / 4)
            : max(delay.blocked, delay.recentlyBlocked) >= leastBlocked
        guard isProven else { return nil }
        let wait = ExecutorWait(delay, isRun: span.isRun, absent: span.isRun ? [] : reporter.absentLoops)
        return FoundCause(BlockedExecutor(wait: wait, held: held, isRun: span.isRun), lost: found.lost)
    }

    /// Whether a job has waited for a second.
    var isStuck: Bool { wait.waiting.map { $0 >= 1_000_000_000 } ?? false }

    /// `held back by the main actor, which is blocked: a job has waited 2.1 s for it, for await has an open request and is not
    /// resumed, 46 values wait in AsyncStream`.
    var words: VerdictWords {
        let brief = "held back by \(wait.name)"
        let head = "\(brief), which \(isRun ? "was" : "is") \(wait.condition): \(wait.jobs)"
        let consumer =
            isRun
            ? "\(held.consumer) had an open request and was not resumed for \(Percent.seconds(held.time)) of "
                + "\(Percent.seconds(held.span)) while values waited in \(held.stream)"
            : "\(held.consumer) has an open request and is not resumed"
        let values = held.waiting.flatMap { Verdict.Holding.waitText([$0]) }
        let all = ([head, consumer] + [values].compactMap(\.self)).joined(separator: ", ")
        return VerdictWords(all + (wait.absence.map { "; \($0)" } ?? ""), brief: brief, shorter: [all, head])
    }
}

/// The measured wait of jobs for an executor, in words.
struct ExecutorWait: Hashable, Sendable {
    let executor: TracedExecutor
    /// The wait of an open job, in nanoseconds; `nil` if none is open.
    let waiting: UInt64?
    /// The longest wait, in nanoseconds, of the last ten seconds or of the run.
    let longest: UInt64
    let isRun: Bool
    let isComputing: Bool
    /// The loops that may have its threads.
    let absent: [AbsentLoop]

    init(_ delay: ExecutorDelay, isRun: Bool = false, absent: [AbsentLoop] = []) {
        (executor, isComputing) = (delay.executor, delay.isComputing)
        (waiting, self.isRun) = (isRun ? nil : delay.waiting, isRun)
        longest = isRun ? delay.longest : delay.recent
        self.absent = delay.executor == .pool ? absent : []
    }

    var name: String { executor.words }

    /// `starved` for a pool whose threads do nothing.
    var condition: String { isComputing ? "busy" : executor == .pool ? "starved" : "blocked" }

    /// `a job has waited 2.1 s for it`.
    var jobs: String {
        if let waiting { return "a job has waited \(Percent.seconds(waiting)) for it" }
        return "jobs waited up to \(Percent.seconds(longest)) for it\(isRun ? "" : " in the last 10 s")"
    }

    /// The maximum number of loops to name.
    private static let named = 2

    /// `for await at Feed.swift:31 took a value 1.5 s ago and has not come back`: only what the threads last recorded.
    var absence: String? {
        guard !absent.isEmpty else { return nil }
        let names = absent.prefix(ExecutorWait.named).map(\.name)
        let more = absent.count - names.count
        let list = more > 0 ? "\(names.joined(separator: ", ")) and \(more) more" : ValueList.names(names)
        return "its threads last ran \(list), which \(absent.count == 1 ? "has" : "have") not come back"
    }

    /// `meanwhile the thread pool is starved: a job has waited 1.4 s for it`.
    var meanwhile: String { "meanwhile \(name) is \(condition): \(jobs)" + (absence.map { "; \($0)" } ?? "") }
}

extension TracedExecutor {
    /// The executor in words.
    package var words: String {
        switch self {
        case .pool: "the thread pool"
        case .mainActor: "the main actor"
        case .other: "another executor"
        }
    }
}

extension BottleneckReporter {
    /// The executor of the consumers right below a stage; `nil` if it is unknown, or if they differ.
    func executor(below stage: Int) -> TracedExecutor? {
        let live = edges.indices.filter { edges[$0].connects && edges[$0].upper == stage && edges[$0].isLive }
        let all = live.isEmpty ? edges.indices.filter { edges[$0].connects && edges[$0].upper == stage } : live
        let executors = Set(all.map { log.edge(ids[$0])?.executor })
        return executors.count == 1 ? executors.first.flatMap(\.self) : nil
    }

    /// The blocked executor on which a consumer of the pipeline runs; `nil` if there is none.
    var blockedExecutor: ExecutorWait? {
        let blocked = delays.filter { $0.isBlocked && !($0.executor == .pool && $0.isComputing) }
        guard !blocked.isEmpty else { return nil }
        let used = Set(edges.indices.filter { edges[$0].connects && edges[$0].isLive }.compactMap { log.edge(ids[$0])?.executor })
        return blocked.first { used.contains($0.executor) }.map { ExecutorWait($0, absent: absentLoops) }
    }
}
