import FlowOperators
import FlowTrace

/// Rule: a subscriber is subscribed once.
enum SecondSubscription: Rule {
    static let number: RuleNumber = "2.12"
    static let title = "second subscription"
    static let explanation =
        "A subscriber may be handed a subscription once only. A second one makes its demand and its cancel ambiguous."
    static let kinds: [SignalKind] = [.subscribed]
    static let mayBeConsequence = false

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool { edge.subscribed != nil && edge.isSure }

    static func words(of violation: Violation) -> String {
        "\(violation.publisher) handed \(violation.subscriber) a second subscription"
    }
}
