import FlowModel
import FlowTrace
import FlowWords

/// A viewer holds or slows a stage of the running program: the wait is the viewer's doing, and no stage is to blame.
struct HeldByViewer: Cause {
    let stage: String
    let isHeld: Bool
    let since: TraceTime
    /// The stages whose values wait above it.
    let waiting: [Verdict.Holding]

    var kind: Verdict.Kind { .heldBack }

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard !span.isRun, let stage = reporter.judge.order.last(where: { reporter.stages[$0].hand != nil }),
            let hand = reporter.stages[stage].hand
        else { return nil }
        let isHeld = if case .held = hand.state { true } else { false }
        let cause = HeldByViewer(
            stage: reporter.stages[stage].name, isHeld: isHeld, since: hand.since,
            waiting: reporter.judge.present.hold(at: stage).waiting)
        return FoundCause(cause, lost: reporter.lost)
    }

    /// `held by a viewer at for await since 3.2 s: 46 values wait in AsyncStream`.
    var words: VerdictWords {
        let brief = "\(isHeld ? "held" : "slowed") by a viewer at \(stage)"
        let head = "\(brief) since \(Seconds.text(since)) s"
        guard let values = Verdict.Holding.waitText(waiting) else { return VerdictWords(head, brief: brief) }
        return VerdictWords("\(head): \(values)", brief: brief, shorter: [head])
    }
}
