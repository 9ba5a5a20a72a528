import FlowGraph
import FlowOperators
import FlowTrace

/// A rule of the contract: its number, its statement, the events that break it, and the words for a violation.
protocol Rule: Sendable {
    static var number: RuleNumber { get }
    /// The violation in a few words, for a list.
    static var title: String { get }
    /// The rule and the effect of a violation, in two sentences.
    static var explanation: String { get }
    static var source: String { get }
    /// The events of a subscription, and of a source, that may break the rule.
    static var kinds: [SignalKind] { get }
    static var kindsOfSources: [SignalKind] { get }
    /// Whether breaking the rule is allowed: then a violation is only a note.
    static var isAdvisory: Bool { get }
    /// Whether an event that breaks the rule during another violation's call may be a consequence of that violation. Such an
    /// event is no separate violation.
    static var mayBeConsequence: Bool { get }

    /// Whether an event seems to break the rule, given its edge as it was before the event, except that the edge's account
    /// already includes it. Called at each event of the rule's kinds.
    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool
    /// Uses the surrounding calls to judge an event that seems to break the rule; `nil` if it is not a separate violation.
    static func weigh(in context: RuleContext) -> ViolationDraft?
    /// A description of a violation, in a line.
    static func words(of violation: Violation) -> String
}

extension Rule {
    static var source: String { "Reactive Streams §\(number.rawValue)" }
    static var kinds: [SignalKind] { [] }
    static var kindsOfSources: [SignalKind] { [] }
    static var isAdvisory: Bool { false }
    static var mayBeConsequence: Bool { true }

    static func seemsBroken(by signal: RuleSignal, on edge: RuleEdge) -> Bool { false }

    static func weigh(in context: RuleContext) -> ViolationDraft? {
        mayBeConsequence && context.isConsequence ? nil : context.violation(of: Self.self)
    }
}

/// A rule whose violation shows in events of several edges, or at the end of the run. Such a rule sees subscriptions, ends and
/// notes.
protocol ObservingRule: Rule {
    init()

    /// Adds an event, and returns the violation that the event shows.
    ///
    /// - Parameter edge: The edge after the event.
    mutating func fold(_ entry: TraceEntry, on edge: RuleEdge, in log: TraceLog) -> ViolationDraft?
    /// The violations that show at the end of the run.
    func violations(at end: TraceTime, _ edges: DenseTable<EdgeID, RuleEdge>) -> [Violation]
}

extension ObservingRule {
    func violations(at end: TraceTime, _ edges: DenseTable<EdgeID, RuleEdge>) -> [Violation] { [] }
}

/// An event in the form that rules judge.
struct RuleSignal {
    let entry: TraceEntry
    let kind: SignalKind
    /// Whether the event is a value without demand.
    var isUnasked = false

    /// Whether the event is a request for at least one value.
    var asks: Bool { entry.event.demand.map { $0 != .none } ?? false }
}

/// The context of an event that seems to break a rule.
struct RuleContext {
    let entry: TraceEntry
    /// The edge after the event.
    let edge: RuleEdge
    let calls: RuleCalls
    /// The newest event on the same thread that happened outside all calls; cancels do not count.
    let root: Int?
    let log: TraceLog

    /// Whether the event happened in a call that broke a rule on another edge.
    var isConsequence: Bool { calls.containsViolation(notOn: entry.edge) }

    func violation<R: Rule>(of rule: R.Type, isNote: Bool = R.isAdvisory) -> ViolationDraft {
        ViolationDraft(rule, by: entry, on: edge, isNote: isNote)
    }
}
