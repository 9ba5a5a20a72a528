import FlowTrace
import FlowWords

/// Nothing has moved for some time: a stage requests nothing more, or is in a call.
struct Stalled: Cause {
    /// The reason that the stage has stopped.
    enum Reason: Hashable, Sendable {
        case asksForNothing
        /// It has demand from below, holds no values and requests none.
        case demandLost
        /// It has demand, and is still in the call that delivered a value.
        case call
    }

    let stage: String
    let since: TraceTime
    let reason: Reason
    var beyond: StageBeyond?

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard let since = reporter.stalledSince, let culprit = reporter.judge.presentCulprit, !reporter.hasNoWork(culprit) else {
            return nil
        }
        let view = reporter.stages[culprit]
        // While values wait for the stage, its calls are the cause: see `BlockedStage`.
        guard !view.meter.isBlocking || view.source?.holds != true else { return nil }
        let isLost = !view.outputs.isEmpty && view.meter.held == 0
        let reason = view.meter.isBlocking ? Reason.call : isLost ? .demandLost : .asksForNothing
        return FoundCause(Stalled(stage: view.name, since: since, reason: reason), at: culprit)
    }

    /// `stalled since 1.00 s`.
    static func head(_ since: TraceTime) -> String { "stalled since \(Seconds.text(since)) s" }

    var kind: Verdict.Kind { .stalled }
    var standstill: Standstill { .always }

    func proven(_ verdict: Verdict, by reporter: BottleneckReporter, at culprit: Int?) -> Verdict? {
        let isEmpty = reason != .demandLost || culprit.map { !reporter.isHeldUnknown($0) } ?? true
        return isEmpty && reporter.knowsDemandIsMet(culprit) ? verdict : nil
    }

    func blaming(_ beyond: StageBeyond) -> (any FlowVerdict.Reason)? {
        var reason = self
        reason.beyond = beyond
        return reason
    }

    /// `stalled since 1.00 s: held back by pace, which requests no more`, `stalled since 1.00 s: held back by peer (for await waits
    /// in its write)`.
    var words: VerdictWords {
        if let beyond {
            let (head, brief) = (Stalled.head(since), beyond.brief)
            return VerdictWords(
                "\(head): \(brief) (\(beyond.link(from: stage)))", brief: "stalled, \(brief)", shorter: ["\(head): \(brief)"])
        }
        let deed =
            switch reason {
            case .asksForNothing: "requests no more"
            case .demandLost: "has demand, but holds no value and requests none"
            case .call: "is still in the call that delivered a value"
            }
        let (head, brief) = (Stalled.head(since), SlowStage.brief(stage))
        return VerdictWords("\(head): \(brief), which \(deed)", brief: "stalled, \(brief)", shorter: ["\(head): \(brief)"])
    }
}
