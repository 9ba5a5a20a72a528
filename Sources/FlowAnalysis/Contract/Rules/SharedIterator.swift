import FlowOperators
import FlowTrace

/// Rule: an iterator is used by one task at a time.
enum SharedIterator: Rule {
    static let number: RuleNumber = "A1"
    static let title = "two tasks in one iterator"
    static let explanation =
        "An iterator must be used by one task at a time, and so must all iterators of one AsyncStream or AsyncThrowingStream. A "
        + "second call of next() before the first has returned takes values that the other waits for; AsyncThrowingStream traps."
    static let source = "Swift: AsyncIteratorProtocol"
    static let kinds: [SignalKind] = [.request]
    static let mayBeConsequence = false

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool {
        edge.isOpen && edge.isSure && signal.entry.event.overlapsNext
    }

    static func words(of violation: Violation) -> String {
        "\(violation.subscriber) called next() of \(violation.publisher) while another call of it had not returned"
    }
}
