import FlowOperators
import FlowTrace

/// Rule: no more values arrive than were requested.
enum MoreThanDemanded: Rule {
    static let number: RuleNumber = "1.1"
    static let title = "more values than demand"
    static let explanation =
        "A publisher may deliver no more values than its subscriber has asked for. A publisher that delivers more takes "
        + "away the subscriber's only protection against overload."
    static let kinds: [SignalKind] = [.value]

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool { edge.isSure && signal.isUnasked }

    static func words(of violation: Violation) -> String {
        "\(violation.publisher) sent \(violation.subscriber) a value with no demand outstanding"
    }
}
