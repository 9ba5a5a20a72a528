import FlowOperators
import FlowTrace

/// An event that broke a rule of the contract, or one that is worth a note.
public struct Violation: Hashable, Sendable {
    /// The rule.
    public let rule: ContractRule
    /// Where.
    public let edge: EdgeID
    /// The event.
    public let sequence: Int
    /// When.
    public let time: TraceTime
    /// Whether the rule allows it: a signal that was under way at a cancel, a late request, demand left over.
    public let isNote: Bool
    /// What is known of it, where an operator of OpenCombine is known to do this; `nil` otherwise.
    public let known: String?
    /// What happened, in a line.
    public let words: String

    /// The same of an event that has another number in another log.
    func numbered(_ sequence: Int) -> Violation {
        Violation(rule: rule, edge: edge, sequence: sequence, time: time, isNote: isNote, known: known, words: words)
    }
}
