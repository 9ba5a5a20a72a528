import FlowOperators
import FlowTrace

/// An event that broke a rule of the contract, or one that is worth a note.
public struct Violation: Hashable, Sendable {
    /// The rule.
    public let rule: ContractRule
    /// Where.
    public let edge: EdgeID
    /// The event.
    public private(set) var sequence: Int
    /// When.
    public let time: TraceTime
    /// Whether the rule allows it: a signal that was under way at a cancel, a late request, demand left over.
    public let isNote: Bool
    /// What is known of it, where an operator of OpenCombine is known to do this; `nil` otherwise.
    public let known: String?
    /// What the edge is called.
    public let label: String
    /// What happened.
    public let signal: SignalKind
    /// How the edge had ended before, where that is known.
    public let end: SignalKind?
    /// Whether it had been cancelled.
    public let isCancelled: Bool
    /// What the event asked for, or else what was still asked for.
    public let demand: Demand

    /// The same of an event that has another number in another log.
    func numbered(_ sequence: Int) -> Violation {
        var violation = self
        violation.sequence = sequence
        return violation
    }
}
