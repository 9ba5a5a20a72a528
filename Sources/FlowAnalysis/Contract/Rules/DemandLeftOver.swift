import FlowOperators
import FlowTrace

/// Rule: all demanded values arrive before the end. No specification requires this, so a violation is only a note.
enum DemandLeftOver: Rule {
    static let number: RuleNumber = "C3"
    static let title = "demand left over"
    static let explanation =
        "The stream ended with values still asked for. That is allowed: demand is a permission, not a promise."
    static let source = "Combine: Subscribers.Demand"
    static let kinds: [SignalKind] = [.finished, .failure]
    static let isAdvisory = true

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool {
        edge.isSure && !edge.isOfTasks && edge.outstanding != .none && edge.outstanding != .unlimited
    }

    static func words(of violation: Violation) -> String {
        "\(violation.publisher) ended with \(violation.demand) still asked for by \(violation.subscriber)"
    }
}
