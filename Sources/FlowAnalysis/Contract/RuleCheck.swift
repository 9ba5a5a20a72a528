import FlowGraph
import FlowOperators
import FlowTrace

/// Holds the events of a trace against the contract of publishers and subscribers, as they come.
///
/// An edge whose records are incomplete, or whose events may belong to another, is not judged. What a breach leads to further down is not
/// reported again.
///
/// - Complexity: O(1) an event, amortised; O(open calls) where something is wrong. State is O(edges + open calls).
public struct RuleCheck: Sendable {
    /// How many deliveries may lie within each other, each brought by a request in the one before.
    public static let recursionLimit = 16
    /// Within what time of its subscription a cancel counts as at once, in nanoseconds.
    static let atOnce: UInt64 = 1_000_000
    /// How many calls around an event are looked for that seemed to have returned.
    private static let reopenedLimit = 1_024
    /// How many overlaps may wait to be proved.
    private static let overlapLimit = 64

    /// Two signals on one edge from two threads; whether they overlap shows when the first thread goes on.
    private struct Overlap {
        let first: (sequence: Int, thread: UInt32)
        let second: TraceEntry
    }

    private var edges = Numbered<RuleEdge>()
    private var calls = RuleCalls()
    private var overlaps: [Overlap] = []
    /// By thread, the newest event that happened in no call and is no cancel.
    private var roots = Numbered<Int>()
    /// Whether the trace is read from its first event.
    private var isWhole: Bool?
    /// How many declarations of edges are known.
    private var declarations = 0
    /// What the event shows that is being taken.
    private var found: [RuleBreach] = []

    /// Creates a check that has seen nothing.
    public init() {}

    /// Takes the next event of a log and returns what it shows to be wrong or worth a note, mostly nothing.
    ///
    /// An overlap of signals shows only when its first thread goes on: its event is then an earlier one.
    public mutating func take(_ entry: TraceEntry, in log: TraceLog) -> [Violation] {
        judge(entry, log)
        guard !found.isEmpty else { return [] }
        defer { found.removeAll(keepingCapacity: true) }
        return found.map { $0.violation(in: log) }
    }

    /// Takes the next event of a log and counts what it shows.
    public mutating func take(_ entry: TraceEntry, in log: TraceLog, into findings: inout RuleFindings) {
        judge(entry, log)
        guard !found.isEmpty else { return }
        for breach in found { findings.take(breach, in: log) }
        found.removeAll(keepingCapacity: true)
    }

    private mutating func judge(_ entry: TraceEntry, _ log: TraceLog) {
        let kind = entry.kind
        isWhole = isWhole ?? (entry.sequence == 1)
        learn(entry.edge, log)
        calls.turn(to: entry.thread)
        let isInCall = kind != .dropped || entry.cause != nil
        if isInCall {
            close(entry, kind)
            reopen(entry, log)
        }
        if !overlaps.isEmpty { proveOverlaps(entry) }
        let own = breach(by: entry, kind, log)
        if let own { found.append(own) }
        if isInCall, kind.opensCall { open(entry, kind, isBreach: own.map { !$0.isNote } ?? false) }
    }

    /// What is doubted of an edge, or missing of the trace, may be known only later.
    private mutating func learn(_ edge: EdgeID, _ log: TraceLog) {
        if log.edgeDeclarations != declarations { learnDoubts(log) }
        if edges[edge.rawValue] == nil {
            let isSure = isWhole == true && isTrusted(edge, log)
            edges[edge.rawValue] = RuleEdge(isLink: log.edge(edge)?.role == .link, isSure: isSure)
        }
        if log.missed > 0 { edges[edge.rawValue]!.isSure = false }
    }

    private mutating func learnDoubts(_ log: TraceLog) {
        for place in log.edgeIndices(declaredAfter: declarations) where !log.edges[place].doubts.isEmpty {
            edges[log.edges[place].id.rawValue]?.isSure = false
        }
        declarations = log.edgeDeclarations
    }

    private func isTrusted(_ edge: EdgeID, _ log: TraceLog) -> Bool {
        log.edge(edge)?.doubts.isEmpty ?? false
    }

    // MARK: Calls

    private mutating func close(_ entry: TraceEntry, _ kind: SignalKind) {
        while let call = calls.close(to: entry.cause) { edges.change(call.edge) { $0.count(call.kind, -1) } }
        if entry.cause == nil, kind != .cancel { roots[entry.thread] = entry.sequence }
    }

    /// One call may be told by several events, of which only the first is named as the cause: it is open still.
    private mutating func reopen(_ entry: TraceEntry, _ log: TraceLog) {
        var chain: [TraceEntry] = []
        var next = entry.cause
        while let sequence = next, !calls.isInnermost(sequence), let cause = log[sequence: sequence],
            cause.thread == entry.thread, chain.count < RuleCheck.reopenedLimit
        {
            chain.append(cause)
            next = cause.cause
        }
        for cause in chain.reversed() { open(cause, cause.kind, isBreach: false) }
    }

    private mutating func open(_ entry: TraceEntry, _ kind: SignalKind, isBreach: Bool) {
        edges.change(entry.edge.rawValue) { $0.count(kind, 1) }
        calls.begin(entry, kind, isBreach: isBreach)
    }

    // MARK: Judging

    private mutating func breach(by entry: TraceEntry, _ kind: SignalKind, _ log: TraceLog) -> RuleBreach? {
        if kind.callsSubscriber { noteOverlap(entry) }
        let rule = kind == .subscribed ? subscribe(entry, log) : edges[entry.edge.rawValue]!.take(entry, kind)
        return rule.flatMap { weigh($0, entry, log) }
    }

    private mutating func subscribe(_ entry: TraceEntry, _ log: TraceLog) -> ContractRule? {
        let root = calls.outermost?.sequence ?? entry.sequence
        let isTrusted = isWhole == false && isTrusted(entry.edge, log)
        return edges[entry.edge.rawValue]!.subscribe(entry, root: root, isTrusted: isTrusted)
    }

    /// What a broken rule comes to with the calls around the event; `nil` where it is no breach of its own.
    private mutating func weigh(_ rule: ContractRule, _ entry: TraceEntry, _ log: TraceLog) -> RuleBreach? {
        guard let edge = edges[entry.edge.rawValue] else { return nil }
        switch rule {
        case .cancelledAtOnce: guard isAtOnce(entry, edge, log) else { return nil }
        case .moreThanDemanded, .beforeSubscription, .recursion, .nonPositiveRequest, .demandLeftOver, .afterCancel:
            guard !isConsequence(entry) else { return nil }
        case .afterTerminal: guard !edge.isLink || !isConsequence(entry) else { return nil }
        case .notSerial, .secondSubscription, .requestAfterEnd, .leak: break
        }
        if rule == .afterCancel { return weighAfterCancel(entry, edge) }
        return RuleBreach(rule, by: entry, on: edge, isNote: rule == .requestAfterEnd || rule == .demandLeftOver)
    }

    /// Whether an event happened in a call that broke a rule.
    private func isConsequence(_ entry: TraceEntry) -> Bool {
        calls.containsBreach(notOn: entry.edge.rawValue)
    }

    /// Whether a sink's subscription was the last thing before its cancel.
    private func isAtOnce(_ entry: TraceEntry, _ edge: RuleEdge, _ log: TraceLog) -> Bool {
        guard entry.cause == nil, roots[entry.thread] == edge.subscribed?.root else { return false }
        let operation = log.edge(entry.edge)?.downstream.flatMap { log.node($0)?.operation }
        return operation == .sink || operation == .assign
    }

    /// A signal after a cancel: late where it was under way, of a late request, or too late.
    private mutating func weighAfterCancel(_ entry: TraceEntry, _ edge: RuleEdge) -> RuleBreach? {
        guard let cancelled = edge.cancelled else { return nil }
        edges[entry.edge.rawValue]?.signalsAfterCancel += 1
        if let request = edge.lateRequest, isEffect(entry, of: request, cancelled.demand) {
            return RuleBreach(.requestAfterEnd, by: entry, on: edge, isNote: false)
        }
        // A request may have begun many signals; one of them was under way.
        let isInSignal = calls.contains { $0.sequence < cancelled.sequence && $0.kind.bringsSignals }
        let isInCall = calls.contains { $0.sequence < cancelled.sequence }
        let isUnderWay = isInSignal || (isInCall || entry.thread != cancelled.thread) && edge.signalsAfterCancel == 0
        return RuleBreach(.afterCancel, by: entry, on: edge, isNote: isUnderWay)
    }

    private func isEffect(_ entry: TraceEntry, of request: Int, _ demand: Demand) -> Bool {
        guard entry.kind == .value else { return false }
        let isInRequest = calls.contains { $0.edge == entry.edge.rawValue && $0.kind == .request && $0.sequence >= request }
        return demand == .none || isInRequest
    }

    // MARK: Overlaps

    private mutating func noteOverlap(_ entry: TraceEntry) {
        guard let first = edges[entry.edge.rawValue]!.rival(of: entry) else { return }
        if overlaps.count == RuleCheck.overlapLimit { overlaps.removeFirst() }
        overlaps.append(Overlap(first: first, second: entry))
    }

    /// The thread of a first signal goes on: within its call, which so was open when the second came, or after it.
    private mutating func proveOverlaps(_ entry: TraceEntry) {
        let due = overlaps.filter { $0.first.thread == entry.thread }
        guard !due.isEmpty else { return }
        overlaps.removeAll { $0.first.thread == entry.thread }
        for overlap in due where calls.contains(where: { $0.sequence == overlap.first.sequence }) {
            guard let edge = edges[overlap.second.edge.rawValue] else { continue }
            found.append(RuleBreach(.notSerial, by: overlap.second, on: edge, isNote: false))
        }
    }
}

extension SignalKind {
    /// Whether events can happen within it.
    fileprivate var opensCall: Bool {
        switch self {
        case .subscribed, .request, .value, .finished, .failure, .cancel, .offered, .dropped, .buffered, .unbuffered: true
        case .returned, .state, .note, .causeLink: false
        }
    }

    /// Whether it is a call of the subscriber.
    fileprivate var callsSubscriber: Bool {
        self == .value || self == .subscribed || self == .finished || self == .failure
    }

    /// Whether a signal further down may be the same, on its way.
    fileprivate var bringsSignals: Bool {
        switch self {
        case .value, .finished, .failure, .offered, .unbuffered: true
        default: false
        }
    }
}

/// Holds a trace file against the contract from its first record on, in bounded memory.
public struct RuleReader: Sendable {
    /// How many records are read at a time. At least as many events before them are kept, since their calls may still be open.
    private static let step = 4_096

    private var trace: SteppedTrace
    private var check = RuleCheck()
    private var isAtEnd = false

    /// Starts at the first record.
    ///
    /// - Parameter isScenario: Whether the file holds the run of a scenario, whose events need no conclusions.
    public init(_ file: TraceFile, isScenario: Bool) {
        trace = SteppedTrace(file, isScenario: isScenario)
    }

    /// What the events up to a time show, all that are left where left out.
    ///
    /// - Complexity: O(events).
    public mutating func findings(until time: TraceTime? = nil) -> RuleFindings {
        var findings = RuleFindings()
        while let step = next(until: time) {
            for entry in step.entries { check.take(entry, in: step.log, into: &findings) }
        }
        return findings
    }

    /// What the next few events break; `nil` where there are no more.
    public mutating func breaches() -> [Violation]? {
        guard let step = next(until: nil) else { return nil }
        return step.entries.flatMap { check.take($0, in: step.log) }.filter { !$0.isNote }
    }

    private mutating func next(until time: TraceTime?) -> TraceStep? {
        guard !isAtEnd else { return nil }
        let step = trace.step(limit: RuleReader.step, until: time?.nanoseconds ?? .max, keeping: RuleReader.step)
        isAtEnd = step.isLast
        return step
    }
}
