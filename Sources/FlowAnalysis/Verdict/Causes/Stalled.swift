import FlowTrace
import FlowWords

/// Nothing has moved since a time: a stage asks for nothing more.
struct Stalled: Cause {
    let stage: String
    let since: TraceTime
    /// Whether it was asked for values, holds none and asks for none.
    let isDemandLost: Bool

    static func found(by reporter: FlowReporter, _ span: VerdictSpan) -> FoundCause? {
        guard let since = reporter.stalledSince, let culprit = reporter.judge.presentCulprit, !reporter.isResting(culprit) else {
            return nil
        }
        let view = reporter.stages[culprit]
        let isLost = !view.outputs.isEmpty && view.meter.held == 0
        return FoundCause(Stalled(stage: view.name, since: since, isDemandLost: isLost), at: culprit)
    }

    /// `stalled since 1.00 s`.
    static func head(_ since: TraceTime) -> String { "stalled since \(Seconds.text(since)) s" }

    var kind: Verdict.Kind { .stalled }
    var standstill: Standstill { .always }

    func seen(_ verdict: Verdict, by reporter: FlowReporter, at culprit: Int?) -> Verdict? {
        let isEmpty = !isDemandLost || culprit.map { !reporter.isHeldUnknown($0) } ?? true
        return isEmpty && reporter.knowsDemandIsMet(culprit) ? verdict : nil
    }

    /// `stalled since 1.00 s: held back by pace, which asks for nothing more`.
    var words: VerdictWords {
        let reason =
            isDemandLost ? "was asked for values, holds none and asks for none: the demand ends there" : "asks for nothing more"
        let (head, brief) = (Stalled.head(since), SlowStage.brief(stage))
        return VerdictWords("\(head): \(brief), which \(reason)", brief: "stalled, \(brief)", shorter: ["\(head): \(brief)"])
    }
}
