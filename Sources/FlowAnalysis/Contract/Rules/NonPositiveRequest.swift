import FlowOperators
import FlowTrace

/// Rule: a request asks for at least one value.
enum NonPositiveRequest: Rule {
    static let number: RuleNumber = "3.9"
    static let title = "request for nothing"
    static let explanation =
        "A request must ask for more than zero values. In Combine a request for none is a mistake that some operators trap on."
    static let kinds: [SignalKind] = [.request]

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool { !signal.asks }

    static func words(of violation: Violation) -> String { "\(violation.subscriber) asked \(violation.publisher) for 0 values" }
}
