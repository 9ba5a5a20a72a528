import FlowTrace
import FlowWords

/// Nothing has moved for some time: a stage requests nothing more, and nothing waits for it.
struct Resting: Cause {
    let stage: String
    let since: TraceTime

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard let since = reporter.stalledSince, let culprit = reporter.judge.presentCulprit, reporter.hasNoWork(culprit) else {
            return nil
        }
        return FoundCause(Resting(stage: reporter.stages[culprit].name, since: since))
    }

    var kind: Verdict.Kind { .stalled }
    var limits: Bool { false }
    var standstill: Standstill { .always }

    /// `stalled since 1.00 s: pace requests no more, and no value waits for it`.
    var words: VerdictWords {
        let head = Stalled.head(since)
        return VerdictWords(
            "\(head): \(stage) requests no more, and no value waits for it", brief: "stalled", shorter: [head])
    }
}
