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

/// What an event shows to be wrong or worth a note, not yet with the names of the graph.
struct RuleBreach: Sendable {
    let rule: ContractRule
    let isNote: Bool
    let edge: EdgeID
    let sequence: Int
    let time: TraceTime
    private let kind: SignalKind
    /// Where its edge had ended, and whether it had been cancelled.
    private let end: Int?
    private let isCancelled: Bool
    /// What it asked for, or else what was still asked for.
    private let demand: Demand

    init(_ rule: ContractRule, by entry: TraceEntry, on edge: RuleEdge, isNote: Bool) {
        (self.rule, self.isNote) = (rule, isNote)
        (self.edge, sequence, time, kind) = (entry.edge, entry.sequence, entry.time, entry.kind)
        (end, isCancelled, demand) = (edge.terminal, edge.cancelled != nil, entry.event.demand ?? edge.outstanding)
    }

    /// The violation that it is.
    ///
    /// - Parameter log: The log that holds the event.
    func violation(in log: TraceLog) -> Violation {
        let fact = log.edge(edge)
        let operation = fact?.upstream.flatMap { log.node($0)?.operation }
        return Violation(
            rule: rule, edge: edge, sequence: sequence, time: time, isNote: isNote,
            known: isNote ? nil : operation?.knownBreach(of: rule),
            label: fact?.label ?? "\(edge)", signal: kind, end: end.flatMap { log[sequence: $0]?.kind },
            isCancelled: isCancelled, demand: demand)
    }
}
