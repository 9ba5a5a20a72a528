import FlowOperators
import FlowTrace

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
