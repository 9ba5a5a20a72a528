import FlowOperators
import FlowTrace

/// Rule: `next` is not called after the end. Such a call is allowed, so it is only noted.
enum NextAfterEnd: Rule {
    static let number: RuleNumber = "A2"
    static let title = "next() after the end"
    static let explanation =
        "next() was called after it had returned nil or thrown. That is allowed, and must return nil again: nothing more can come."
    static let source = "Swift: AsyncIteratorProtocol"
    static let kinds: [SignalKind] = [.request]
    static let isAdvisory = true
    static let mayBeConsequence = false

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool { !edge.isOpen && edge.isOfTasks }

    static func words(of violation: Violation) -> String {
        "\(violation.subscriber) called next() of \(violation.publisher) after the \(violation.isCancelled ? "cancel" : "end")"
    }
}
