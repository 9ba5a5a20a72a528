import FlowOperators
import FlowTrace

/// An event that broke a rule of the contract, or is worth a note.
public struct Violation: Hashable, Sendable {
    public let rule: ContractRule
    public let edge: EdgeID
    public private(set) var sequence: Int
    public let time: TraceTime
    /// Whether the rule allows the event: a signal under way at a cancel, a late request, or demand left over.
    public private(set) var isNote: Bool
    /// An explanation, if the operator is one of OpenCombine's that are known to break the rule.
    public let known: String?
    /// The stages of the edge.
    public let stages: StageNames
    public let signal: SignalKind
    /// The earlier end of the edge, if known.
    public let end: SignalKind?
    /// Whether the edge had been cancelled.
    public let isCancelled: Bool
    /// The demand of the event, or else the outstanding demand.
    public let demand: Demand
    /// The text of the lost failure, if known.
    public let failure: String?

    /// A description of the violation, in a line.
    public var words: String { rule.type.words(of: self) }

    /// The name of the stage that sends on the edge.
    var publisher: String { stages.publisher }
    /// The name of the stage that makes requests on the edge.
    var subscriber: String { stages.subscriber }

    /// The kind of the signal: `a value` or `an end`.
    var what: String { isValue ? "a value" : "an end" }

    var isValue: Bool { signal == .value || signal == .offered }

    /// The same event as a violation instead of a note.
    var broken: Violation {
        var violation = self
        violation.isNote = false
        return violation
    }

    /// The same violation with its sequence number in another log.
    func numbered(_ sequence: Int) -> Violation {
        var violation = self
        violation.sequence = sequence
        return violation
    }
}

extension Violation {
    /// The names of the stages that an edge connects.
    public struct StageNames: Hashable, Sendable {
        /// The name of the upper stage; the edge's label if unknown.
        public let publisher: String
        /// The name of the lower stage; `its subscriber` if unknown.
        public let subscriber: String

        init(of edge: EdgeID, in log: TraceLog) {
            publisher = log.edgeStage(edge)
            subscriber = log.edge(edge)?.downstream.flatMap(log.stageName) ?? "its subscriber"
        }
    }

    /// Creates the violation for a subscriber that missed the end that another subscriber received.
    init(lostEnd end: TraceEntry, on edge: EdgeID, of stages: StageNames, demand: Demand) {
        self.init(
            rule: ContractRule(LostEnd.self), edge: edge, sequence: end.sequence, time: end.time, isNote: false, known: nil,
            stages: stages, signal: end.kind, end: nil, isCancelled: false, demand: demand, failure: nil)
    }
}

/// A violation without the names of its stages, which are looked up only if needed.
struct ViolationDraft: Sendable {
    let rule: ContractRule
    let isNote: Bool
    let edge: EdgeID
    let sequence: Int
    let time: TraceTime
    private let kind: SignalKind
    /// The earlier event that ended its edge, and whether the edge had been cancelled.
    private let end: Int?
    private let isCancelled: Bool
    private let demand: Demand
    /// The event of the lost failure.
    private let failure: Int?

    init<R: Rule>(
        _ rule: R.Type, by entry: TraceEntry, on edge: RuleEdge, isNote: Bool = R.isAdvisory, failure: Int? = nil
    ) {
        (self.rule, self.isNote, self.failure) = (ContractRule(rule), isNote, failure)
        (self.edge, sequence, time, kind) = (entry.edge, entry.sequence, entry.time, entry.kind)
        (end, isCancelled, demand) = (edge.terminal, edge.cancelled != nil, entry.event.demand ?? edge.outstanding)
    }

    /// - Parameter log: The log that holds the event.
    func violation(in log: TraceLog) -> Violation {
        let operation = log.edge(edge)?.upstream.flatMap { log.node($0)?.operation }
        return Violation(
            rule: rule, edge: edge, sequence: sequence, time: time, isNote: isNote,
            known: isNote ? nil : operation?.knownViolation(of: rule.type.number),
            stages: Violation.StageNames(of: edge, in: log), signal: kind, end: end.flatMap { log[sequence: $0]?.kind },
            isCancelled: isCancelled, demand: demand,
            failure: failure.flatMap { log[sequence: $0] }.flatMap { log.value(of: $0)?.description })
    }
}
