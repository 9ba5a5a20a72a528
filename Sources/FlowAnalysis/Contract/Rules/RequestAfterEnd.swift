import FlowOperators
import FlowTrace

/// Rule: a request after the end does nothing.
///
/// A request without effect is only noted; a value that results from such a request breaks ``AfterCancel``.
enum RequestAfterEnd: Rule {
    static let number: RuleNumber = "3.6"
    static let title = "request after cancel that had an effect"
    static let explanation =
        "After a cancel further requests must do nothing. A value in response means that the cancel was ignored."
    static let kinds: [SignalKind] = [.request]
    static let isAdvisory = true
    static let mayBeConsequence = false

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool { !edge.isOpen && !edge.isOfTasks }

    static func words(of violation: Violation) -> String {
        let (publisher, subscriber) = (violation.publisher, violation.subscriber)
        guard violation.isNote else {
            return "\(publisher) sent \(subscriber) \(violation.what) for a request that came after the cancel"
        }
        return "\(subscriber) asked \(publisher) for \(violation.demand) after the \(violation.isCancelled ? "cancel" : "end")"
    }

    /// Whether a value results from a request after the cancel: the value is in the call of such a request, or there was no other
    /// demand.
    static func hadEffect(in context: RuleContext) -> Bool {
        let entry = context.entry
        guard entry.kind == .value, let request = context.edge.lateRequest else { return false }
        let isInRequest = context.calls.contains { $0.edge == entry.edge && $0.kind == .request && $0.sequence >= request }
        return context.edge.cancelled?.demand == Demand.none || isInRequest
    }
}
