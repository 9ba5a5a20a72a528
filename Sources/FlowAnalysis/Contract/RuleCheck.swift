import FlowGraph
import FlowOperators
import FlowTrace

/// Checks the events of a trace against the contract of publishers and subscribers.
///
/// Edges with incomplete or uncertain records are not judged. Downstream consequences of a violation are not reported.
///
/// - Complexity: O(1) an event, amortised; O(open calls) for an apparent violation. State is O(edges + open calls).
public struct RuleCheck: Sendable {
    /// The maximum number of seemingly returned calls to reopen around an event.
    private static let reopenedLimit = 1_024

    private var edges = DenseTable<EdgeID, RuleEdge>()
    private var calls = RuleCalls()
    private var overlaps = NotSerial()
    private var observers = ContractRule.observers
    /// For each thread, the newest event outside all calls; cancels do not count.
    private var roots = DenseTable<UInt32, Int>()
    /// Whether the trace is read from its first event.
    private var isWhole: Bool?
    /// The number of declarations of edges read so far.
    private var declarations = 0
    /// The violations that the current event proves.
    private var found: [ViolationDraft] = []

    public init() {}

    /// Checks the next event of a log, and returns the violations and notes that it shows, usually none.
    ///
    /// An overlap of two signals shows only at the next event on the thread of the first signal. The violating event is then the
    /// second signal, before the current event.
    public mutating func fold(_ entry: TraceEntry, in log: TraceLog) -> [Violation] {
        judge(entry, log)
        guard !found.isEmpty else { return [] }
        defer { found.removeAll(keepingCapacity: true) }
        return found.map { $0.violation(in: log) }
    }

    /// The violations that only the end of the run proves: tasks that still wait for a lost continuation (only notes until then,
    /// since the tasks may be cancelled), and subscribers that miss an end that others received some time ago.
    ///
    /// - Parameter end: The time until which the program has run.
    /// - Complexity: O(edges).
    public func violationsAtEnd(_ end: TraceTime) -> [Violation] {
        observers.flatMap { $0.violations(at: end, edges) }.sorted { $0.sequence < $1.sequence }
    }

    /// Checks the next event of a log, and adds its violations to a list.
    public mutating func fold(_ entry: TraceEntry, in log: TraceLog, into list: inout ViolationList) {
        judge(entry, log)
        guard !found.isEmpty else { return }
        for draft in found { list.record(draft, in: log) }
        found.removeAll(keepingCapacity: true)
    }

    private mutating func judge(_ entry: TraceEntry, _ log: TraceLog) {
        let kind = entry.kind
        isWhole = isWhole ?? (entry.sequence == 1)
        readFacts(entry.edge, log)
        calls.turn(to: entry.thread)
        let isInCall = kind != .dropped || entry.cause != nil
        if isInCall {
            close(entry, kind)
            reopen(entry, log)
        }
        // A drop without a cause may be a separate call or part of the preceding one: it does not prove that the preceding call
        // is still open.
        if isInCall, !overlaps.isEmpty { proveOverlaps(entry) }
        let own = violation(by: entry, kind, log)
        if let own { found.append(own) }
        if kind.isTerminal || kind == .subscribed || kind == .note { observe(entry, log) }
        if isInCall, kind.opensCall, edges[entry.edge]?.isOfTasks == false {
            open(entry, kind, isViolation: own.map { !$0.isNote } ?? false)
        }
    }

    /// Reads new facts, since doubts about an edge and gaps of the trace may be declared late.
    private mutating func readFacts(_ edge: EdgeID, _ log: TraceLog) {
        if log.edgeDeclarations != declarations { readDoubts(log) }
        if edges[edge] == nil {
            let isSure = isWhole == true && isTrusted(edge, log)
            let fact = log.edge(edge)
            let isOfTasks = [fact?.upstream, fact?.downstream].contains { $0.flatMap(log.node)?.operation.isOfTasks == true }
            edges[edge] = RuleEdge(isLink: fact?.role == .link, isSure: isSure, isOfTasks: isOfTasks)
        }
        if log.missed > 0 { edges[edge]!.isSure = false }
    }

    private mutating func readDoubts(_ log: TraceLog) {
        for index in log.edgeIndices(declaredAfter: declarations) where !log.edges[index].doubts.isEmpty {
            edges[log.edges[index].id]?.isSure = false
        }
        declarations = log.edgeDeclarations
    }

    private func isTrusted(_ edge: EdgeID, _ log: TraceLog) -> Bool { log.edge(edge)?.doubts.isEmpty ?? false }

    // MARK: Calls

    private mutating func close(_ entry: TraceEntry, _ kind: SignalKind) {
        while let call = calls.close(to: entry.cause) { edges.change(call.edge) { $0.count(call.kind, -1) } }
        if entry.cause == nil, kind != .cancel { roots[entry.thread] = entry.sequence }
    }

    /// Reopens the calls around an event: a call may have several events, of which only the first is named as a cause. The
    /// requests of a task and their results are not nested calls.
    private mutating func reopen(_ entry: TraceEntry, _ log: TraceLog) {
        var chain: [TraceEntry] = []
        var next = entry.cause
        while let sequence = next, !calls.isInnermost(sequence), let cause = log[sequence: sequence],
            cause.thread == entry.thread, edges[cause.edge]?.isOfTasks == false, chain.count < RuleCheck.reopenedLimit
        {
            chain.append(cause)
            next = cause.cause
        }
        for cause in chain.reversed() { open(cause, cause.kind, isViolation: false) }
    }

    private mutating func open(_ entry: TraceEntry, _ kind: SignalKind, isViolation: Bool) {
        edges.change(entry.edge) { $0.count(kind, 1) }
        calls.begin(entry, kind, isViolation: isViolation)
    }

    // MARK: Judging

    private mutating func observe(_ entry: TraceEntry, _ log: TraceLog) {
        guard let edge = edges[entry.edge] else { return }
        for index in observers.indices {
            if let draft = observers[index].fold(entry, on: edge, in: log) { found.append(draft) }
        }
    }

    private mutating func violation(by entry: TraceEntry, _ kind: SignalKind, _ log: TraceLog) -> ViolationDraft? {
        if kind.callsSubscriber, let previous = edges[entry.edge]!.previousSignal(onOtherThreadThan: entry) {
            overlaps.add(entry, after: previous)
        }
        let rule = kind == .subscribed ? subscribe(entry, log) : edges[entry.edge]!.fold(entry, kind)
        return rule.flatMap { weigh($0, entry, log) }
    }

    private mutating func subscribe(_ entry: TraceEntry, _ log: TraceLog) -> ContractRule? {
        let root = calls.outermost?.sequence ?? entry.sequence
        let isFresh = isWhole == false || entry.event.beginsLife && log.missed == 0
        let isTrusted = isFresh && isTrusted(entry.edge, log)
        let rule = edges[entry.edge]!.subscribe(entry, root: root, isTrusted: isTrusted)
        edges[entry.edge]!.shared = shared(entry.edge, log)
        return rule
    }

    /// The publisher that an edge shares with others, and the names of the edge's stages.
    private func shared(_ edge: EdgeID, _ log: TraceLog) -> (publisher: NodeID, names: Violation.StageNames)? {
        guard let fact = log.edge(edge), fact.role == .link, let above = fact.upstream,
            log.node(above)?.operation.endsForAll == true
        else { return nil }
        return (above, Violation.StageNames(of: edge, in: log))
    }

    /// Uses the calls around an event to judge a rule that seems broken; `nil` if the event is not a separate violation.
    private mutating func weigh(_ rule: ContractRule, _ entry: TraceEntry, _ log: TraceLog) -> ViolationDraft? {
        guard let edge = edges[entry.edge] else { return nil }
        let draft = rule.type.weigh(
            in: RuleContext(entry: entry, edge: edge, calls: calls, root: roots[entry.thread], log: log))
        let isSignal = entry.kind.callsSubscriber && entry.kind != .subscribed
        if isSignal, draft != nil, edge.cancelled != nil { edges[entry.edge]?.signalsAfterCancel += 1 }
        return draft
    }

    private mutating func proveOverlaps(_ entry: TraceEntry) {
        for second in overlaps.proven(by: entry, calls) {
            if let edge = edges[second.edge] { found.append(ViolationDraft(NotSerial.self, by: second, on: edge)) }
        }
    }
}

extension SignalKind {
    /// Whether events can happen within its call.
    fileprivate var opensCall: Bool {
        switch self {
        case .subscribed, .request, .value, .finished, .failure, .cancel, .offered, .dropped, .buffered, .unbuffered: true
        case .returned, .state, .note, .causeLink: false
        }
    }

    fileprivate var callsSubscriber: Bool { self == .value || self == .subscribed || self == .finished || self == .failure }
}
