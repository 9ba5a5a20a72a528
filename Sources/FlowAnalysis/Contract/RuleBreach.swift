import FlowOperators
import FlowTrace

/// What an event shows to be wrong or worth a note, not yet in words.
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

    /// It in words.
    ///
    /// - Parameter log: The log that holds the event.
    func violation(in log: TraceLog) -> Violation {
        let fact = log.edge(edge)
        let operation = fact?.upstream.flatMap { log.node($0)?.operation }
        return Violation(
            rule: rule, edge: edge, sequence: sequence, time: time, isNote: isNote,
            known: isNote ? nil : operation?.knownBreach(of: rule),
            words: "\(fact?.label ?? "\(edge)") \(words(in: log))")
    }

    private func words(in log: TraceLog) -> String {
        let isValue = kind == .value || kind == .offered
        let signal = isValue ? "a value" : "an end"
        switch rule {
        case .moreThanDemanded: return "got a value with no demand outstanding"
        case .notSerial: return "got a signal on one thread while another was still delivering"
        case .afterTerminal:
            let end = end.flatMap { log[sequence: $0] }.map { $0.kind == .failure ? "failed" : "finished" } ?? "ended"
            return "got \(signal) after it had \(end)"
        case .afterCancel:
            return isNote ? "got \(signal) that was under way at its cancel" : "got \(signal) too late after its cancel"
        case .beforeSubscription: return isValue ? "got a value before its subscription" : "ended before its subscription"
        case .secondSubscription: return "was handed a second subscription"
        case .recursion: return "\(RuleCheck.recursionLimit) requests and values lie within each other, and no end in sight"
        case .requestAfterEnd:
            return isNote
                ? "asked for \(demand) after the \(isCancelled ? "cancel" : "end")"
                : "got \(signal) for the request it made after its cancel"
        case .nonPositiveRequest: return "asked for 0 values"
        case .cancelledAtOnce: return "was cancelled as soon as it was subscribed"
        case .demandLeftOver: return "ended with \(demand) still asked for"
        case .leak: preconditionFailure("No event shows that a subscription has leaked")
        }
    }
}
