import FlowOperators

/// Rule: a subscription is finished, cancelled or held.
///
/// No event shows that a subscription has leaked, so no violation is reported.
enum Leak: Rule {
    static let number: RuleNumber = "C1"
    static let title = "subscription leaked"
    static let explanation =
        "A subscription must be finished, cancelled or held by an owner. Otherwise it keeps its upstream alive and can "
        + "never be ended."
    static let source = "Combine: AnyCancellable"

    static func words(of violation: Violation) -> String {
        "the subscription of \(violation.subscriber) to \(violation.publisher) was never ended"
    }
}
