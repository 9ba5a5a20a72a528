import FlowOperators
import FlowTrace

/// Rule: signals stop after a cancel.
///
/// A later signal was under way, answers a late request, or breaks the rule.
enum AfterCancel: Rule {
    static let number: RuleNumber = .afterCancel
    static let title = "signal after cancel"
    static let explanation =
        "After a cancel, signals must stop: signals under way may still arrive, but none may begin. A subscriber that has "
        + "cancelled need not be ready for them."
    static let kinds: [SignalKind] = [.value, .finished, .failure]

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool {
        // The cancel may end only the task that called `next`; another task may continue.
        edge.cancelled != nil && !edge.isOfTasks
    }

    static func weigh(in context: RuleContext) -> ViolationDraft? {
        let (entry, edge) = (context.entry, context.edge)
        guard !context.isConsequence, let cancelled = edge.cancelled else { return nil }
        if RequestAfterEnd.hadEffect(in: context) { return context.violation(of: RequestAfterEnd.self, isNote: false) }
        // A request can begin many signals, of which only the first was under way at the cancel.
        let isInSignal = context.calls.contains { $0.sequence < cancelled.sequence && $0.kind.bringsSignals }
        let isInCall = context.calls.contains { $0.sequence < cancelled.sequence }
        let isFirst = edge.signalsAfterCancel == 0
        let isUnderWay = isInSignal || (isInCall || entry.thread != cancelled.thread) && isFirst
        return context.violation(of: AfterCancel.self, isNote: isUnderWay)
    }

    static func words(of violation: Violation) -> String {
        let late = violation.isNote ? "that was under way at the cancel" : "too late after the cancel"
        return "\(violation.publisher) sent \(violation.subscriber) \(violation.what) \(late)"
    }
}

extension SignalKind {
    /// Whether it may lead to signals further down.
    fileprivate var bringsSignals: Bool {
        switch self {
        case .value, .finished, .failure, .offered, .unbuffered: true
        case .subscribed, .request, .returned, .cancel, .dropped, .buffered, .state, .note, .causeLink: false
        }
    }
}
