import FlowModel
import FlowWords

/// A consumer has an open request and its stream holds values, but it does not receive them: its executor is busy with something
/// else.
///
/// A stream hands a value over in the call that yields it, or in the call that requests it. A value that waits while a request is
/// open therefore waits for the consumer's executor.
struct BusyExecutor: HoldingCause {
    let consumer: String
    let stream: String
    /// The values waiting now; `nil` for a run.
    let waiting: Verdict.Holding?
    /// The time for which values have waited for a consumer with an open request, out of the time ``span``; in nanoseconds.
    let time: UInt64
    let span: UInt64

    /// The longest delay that does not prove a busy executor, in nanoseconds.
    private static let toleratedDelay: UInt64 = 100_000_000

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard let stream = stream(by: reporter, span),
            let consumer = reporter.stages[stream].outputs.first.map(reporter.consumer(from:))
        else { return nil }
        let stages = reporter.stages
        let totals = stages[stream].totals(span.isRun)
        let cause = BusyExecutor(
            consumer: stages[consumer].name, stream: stages[stream].name,
            waiting: span.isRun ? nil : .init(stage: stages[stream].place, count: stages[stream].held),
            time: UInt64(totals.due), span: UInt64(totals.live))
        return FoundCause(cause, at: consumer, lost: reporter.lost)
    }

    /// The stream whose values have waited longest for a consumer with an open request; `nil` if there is none.
    static func stream(by reporter: BottleneckReporter, _ span: VerdictSpan) -> Int? {
        guard reporter.hasTime(for: span) else { return nil }
        let stages = reporter.stages
        return reporter.streams.filter { isWaiting(stages[$0], reporter.wait(ofOldestIn: $0), span) }
            .max { stages[$0].totals(span.isRun).due < stages[$1].totals(span.isRun).due }
    }

    private static func isWaiting(_ stream: StageSnapshot, _ wait: UInt64, _ span: VerdictSpan) -> Bool {
        let (meter, totals) = (stream.meter, stream.totals(span.isRun))
        guard !meter.heldIsLowerBound else { return false }
        if span.isRun {
            return totals.due >= Double(toleratedDelay) && totals.share(of: totals.due) >= BottleneckFinder.leastLoad
        }
        return meter.held > meter.early && meter.outputs.open > 0 && min(wait, UInt64(totals.due)) >= toleratedDelay
    }

    /// `held back by for await: it has an open request and is not resumed, 46 values wait in AsyncStream; its executor is busy`.
    var words: VerdictWords {
        // The short form does not blame the consumer: its executor does something else.
        let held = SlowStage.brief(consumer)
        guard let waiting else {
            let share = "for \(Percent.seconds(time)) of \(Percent.seconds(span))"
            return VerdictWords(
                "\(held): it had an open request and was not resumed \(share) while values waited in \(stream); its executor was busy",
                brief: "the executor of \(consumer) was busy", shorter: ["\(held): its executor was busy \(share)"])
        }
        let values = Verdict.Holding.waitText([waiting]) ?? ""
        let head = "\(held): it has an open request and is not resumed"
        return VerdictWords(
            "\(head), \(values); its executor is busy", brief: "the executor of \(consumer) is busy",
            shorter: ["\(head): its executor is busy"])
    }
}
