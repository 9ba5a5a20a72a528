import FlowOperators
import FlowTrace

/// Rule: the subscription comes first.
enum BeforeSubscription: Rule {
    static let number: RuleNumber = .beforeSubscription
    static let title = "signal before the subscription"
    static let explanation =
        "A publisher must hand over the subscription before anything else. Without it the subscriber can neither ask nor cancel."
    static let kinds: [SignalKind] = [.value, .finished, .failure]

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool { edge.subscribed == nil && edge.isSure }

    static func words(of violation: Violation) -> String {
        let deed = violation.isValue ? "sent \(violation.subscriber) a value" : "ended"
        return "\(violation.publisher) \(deed) before it had handed over the subscription"
    }
}
