import FlowOperators
import FlowTrace

/// Rule: requests and values do not recurse without bound.
enum Recursion: Rule {
    static let number: RuleNumber = "3.3"
    static let title = "recursion without bound"
    static let explanation =
        "A subscription must limit the depth to which requests and values call each other. Without a limit a long stream overflows the "
        + "stack."
    static let kinds: [SignalKind] = [.value]

    /// The maximum number of nested deliveries, each caused by a request within the previous one.
    private static let limit = 16

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool {
        edge.isSure && edge.openValues == limit && edge.openRequests >= limit - 1
    }

    static func words(of violation: Violation) -> String {
        "\(limit) requests and values between \(violation.publisher) and \(violation.subscriber) call each other, with no end in sight"
    }
}
