import FlowModel

/// A consumer has asked, its stream holds values, and yet it does not get them: whatever should run it is busy with something else.
///
/// A stream hands a value over in the call that yields it, or that asks for it. What waits in one while a request is open waits for the
/// consumer to be run.
public struct BusyExecutor: Hashable, Sendable {
    public let consumer: String
    public let stream: String
    /// What waits now; `nil` of a run.
    public let waiting: Verdict.Holding?
    /// For how long values have waited for a consumer that had asked, and out of how long, in nanoseconds.
    public let time: UInt64
    public let span: UInt64

    /// How long a consumer that is run at once takes at most, in nanoseconds.
    private static let longestDelay: UInt64 = 100_000_000

    static func found(by reporter: FlowReporter, _ span: VerdictSpan) -> FoundCause? {
        let stages = reporter.stages
        let stream = reporter.streams.filter { isWaiting(stages[$0], reporter.wait(ofOldestIn: $0), span) }
            .max { stages[$0].totals(span.isRun).due < stages[$1].totals(span.isRun).due }
        guard let stream, let consumer = stages[stream].outputs.first.map(reporter.consumer(from:)) else { return nil }
        let totals = stages[stream].totals(span.isRun)
        let cause = BusyExecutor(
            consumer: stages[consumer].name, stream: stages[stream].name,
            waiting: span.isRun ? nil : .init(stage: stages[stream].place, count: stages[stream].held),
            time: UInt64(totals.due), span: UInt64(totals.live))
        return FoundCause(cause: .busyExecutor(cause), stage: consumer, kind: .heldBack)
    }

    private static func isWaiting(_ stream: StageView, _ wait: UInt64, _ span: VerdictSpan) -> Bool {
        let (meter, totals) = (stream.meter, stream.totals(span.isRun))
        guard !meter.isHeldLeast else { return false }
        if span.isRun { return totals.due >= Double(longestDelay) && totals.share(of: totals.due) >= CulpritJudge.leastLoad }
        return meter.held > meter.early && meter.outputs.open > 0 && min(wait, UInt64(totals.due)) >= longestDelay
    }
}
