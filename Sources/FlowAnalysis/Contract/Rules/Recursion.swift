import FlowOperators
import FlowTrace

/// Requests and values do not recurse without bound.
enum Recursion: Rule {
    static let number: RuleNumber = "3.3"
    static let title = "recursion without bound"
    static let explanation =
        "A subscription must put a bound on how deep a request and the value it brings may call each other. Without one a long stream "
        + "overflows the stack."
    static let kinds: [SignalKind] = [.value]

    /// How many deliveries may be nested, each caused by a request within the one before.
    private static let limit = 16

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool {
        edge.isSure && edge.openValues == limit && edge.openRequests >= limit - 1
    }

    static func words(of violation: Violation) -> String {
        "\(limit) requests and values between \(violation.publisher) and \(violation.subscriber) lie within each other, and no end in sight"
    }
}
