import FlowGraph
import FlowOperators
import FlowTrace

/// Checks the events of a trace against the contract of publishers and subscribers.
///
/// An edge whose records are incomplete, or whose events may belong to another, is not judged. The consequences of a violation further down
/// are not reported.
///
/// - Complexity: O(1) an event, amortised; O(open calls) if something is wrong. State is O(edges + open calls).
public struct RuleCheck: Sendable {
    /// How many deliveries may be nested, each caused by a request within the one before.
    public static let recursionLimit = 16
    /// How soon after its subscription a cancel counts as at once, in nanoseconds.
    static let atOnce: UInt64 = 1_000_000
    /// How long the subscribers of a publisher may be told of its end one after the other, in nanoseconds: a program that ends meanwhile
    /// breaks no rule.
    static let endPatience: UInt64 = 1_000_000_000
    /// How many calls that seemed to have returned are reopened around an event.
    private static let reopenedLimit = 1_024
    /// How many overlaps may wait for their proof.
    private static let overlapLimit = 64

    /// Two signals on one edge from two threads. Whether they overlap is known when the first thread goes on.
    private struct Overlap {
        let first: (sequence: Int, thread: UInt32)
        let second: TraceEntry
    }

    private var edges = DenseTable<EdgeID, RuleEdge>()
    private var calls = RuleCalls()
    private var ends = RuleEnds()
    /// Consumers of which it is noted that they wait for a continuation that is gone, and wait still.
    private var forsaken = DenseTable<EdgeID, Violation>()
    private var overlaps: [Overlap] = []
    /// By thread, the newest event outside of calls that is no cancel.
    private var roots = DenseTable<UInt32, Int>()
    /// Whether the trace is read from its first event.
    private var isWhole: Bool?
    /// How many declarations of edges have been read.
    private var declarations = 0
    /// What the current event shows.
    private var found: [ViolationDraft] = []

    public init() {}

    /// Checks the next event of a log, and returns the violations and notes that it shows, mostly none.
    ///
    /// An overlap of signals shows only when its first thread goes on; its violation is that of an earlier event.
    public mutating func fold(_ entry: TraceEntry, in log: TraceLog) -> [Violation] {
        judge(entry, log)
        guard !found.isEmpty else { return [] }
        defer { found.removeAll(keepingCapacity: true) }
        return found.map { $0.violation(in: log) }
    }

    /// What shows when the run is over: who waits still for a continuation that is gone, which until then may be cancelled, and is only
    /// noted; and whom a publisher has not told of its end, though it has told others and some time has passed.
    ///
    /// - Parameter end: Until when the program has run.
    /// - Complexity: O(edges).
    public func violationsAtEnd(_ end: TraceTime) -> [Violation] {
        let forsaken = forsaken.keys.compactMap { self.forsaken[$0]?.broken }
        return (forsaken + lostEnds(end)).sorted { $0.sequence < $1.sequence }
    }

    private func lostEnds(_ end: TraceTime) -> [Violation] {
        edges.keys.compactMap { id in
            guard let edge = edges[id], let shared = edge.shared, let told = ends.told[shared.publisher],
                edge.awaitsEnd(since: told.sequence), end - min(end, told.time) >= RuleCheck.endPatience
            else { return nil }
            return Violation(lostEnd: told, on: id, label: shared.label, demand: edge.outstanding)
        }
    }

    /// Checks the next event of a log, and adds what it shows to a list.
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
        // A drop without a cause may be a call of its own or lie in the one before: it does not show that this is still open.
        if isInCall, !overlaps.isEmpty { proveOverlaps(entry) }
        let own = violation(by: entry, kind, log)
        if let own { found.append(own) }
        if kind.isTerminal || kind == .subscribed { judgeEnd(entry, log) }
        if own?.rule == .forsakenConsumer { forsaken[entry.edge] = own?.violation(in: log) }
        if isInCall, kind.opensCall, edges[entry.edge]?.isOfTasks == false {
            open(entry, kind, isViolation: own.map { !$0.isNote } ?? false)
        }
    }

    /// Reads what is new, since doubts about an edge and gaps of the trace may be declared late.
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

    /// Reopens the calls around an event: of several events of one call, only the first is named as a cause. What a task asks and gets are no
    /// calls within each other.
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

    private mutating func judgeEnd(_ entry: TraceEntry, _ log: TraceLog) {
        forsaken[entry.edge] = nil
        guard let failure = ends.fold(entry, in: log), let edge = edges[entry.edge], edge.isSure else { return }
        found.append(ViolationDraft(.lostFailure, by: entry, on: edge, isNote: false, failure: failure))
    }

    private mutating func violation(by entry: TraceEntry, _ kind: SignalKind, _ log: TraceLog) -> ViolationDraft? {
        if kind.callsSubscriber { recordOverlap(entry) }
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

    /// The publisher that an edge has in common with others, and the edge's label.
    private func shared(_ edge: EdgeID, _ log: TraceLog) -> (publisher: NodeID, label: String)? {
        guard let fact = log.edge(edge), fact.role == .link, let above = fact.upstream,
            log.node(above)?.operation.endsForAll == true
        else { return nil }
        return (above, fact.label)
    }

    /// Judges a broken rule by the calls around the event; `nil` if it is no violation of its own.
    private mutating func weigh(_ rule: ContractRule, _ entry: TraceEntry, _ log: TraceLog) -> ViolationDraft? {
        guard let edge = edges[entry.edge] else { return nil }
        switch rule {
        case .cancelledAtOnce: guard isAtOnce(entry, edge, log) else { return nil }
        case .moreThanDemanded, .beforeSubscription, .recursion, .nonPositiveRequest, .demandLeftOver, .afterCancel:
            guard !isConsequence(entry) else { return nil }
        case .afterTerminal: guard !edge.isLink || !isConsequence(entry) else { return nil }
        case .notSerial, .lostFailure, .lostEnd, .secondSubscription, .requestAfterEnd, .leak, .sharedIterator, .nextAfterEnd,
            .forsakenConsumer:
            break
        }
        if rule == .afterCancel { return weighAfterCancel(entry, edge) }
        let notes: [ContractRule] = [.requestAfterEnd, .demandLeftOver, .nextAfterEnd, .forsakenConsumer]
        return ViolationDraft(rule, by: entry, on: edge, isNote: notes.contains(rule))
    }

    /// Whether an event happened in a call that broke a rule.
    private func isConsequence(_ entry: TraceEntry) -> Bool { calls.containsViolation(notOn: entry.edge) }

    /// Whether a sink's subscription was the last thing before its cancel.
    private func isAtOnce(_ entry: TraceEntry, _ edge: RuleEdge, _ log: TraceLog) -> Bool {
        guard entry.cause == nil, roots[entry.thread] == edge.subscribed?.root else { return false }
        let operation = log.edge(entry.edge)?.downstream.flatMap { log.node($0)?.operation }
        return operation == .sink || operation == .assign
    }

    /// A signal after a cancel: it was under way, answers a late request, or is too late.
    private mutating func weighAfterCancel(_ entry: TraceEntry, _ edge: RuleEdge) -> ViolationDraft? {
        guard let cancelled = edge.cancelled else { return nil }
        edges[entry.edge]?.signalsAfterCancel += 1
        if let request = edge.lateRequest, isEffect(entry, of: request, cancelled.demand) {
            return ViolationDraft(.requestAfterEnd, by: entry, on: edge, isNote: false)
        }
        // A request may have begun many signals; one of them was under way.
        let isInSignal = calls.contains { $0.sequence < cancelled.sequence && $0.kind.bringsSignals }
        let isInCall = calls.contains { $0.sequence < cancelled.sequence }
        let isUnderWay = isInSignal || (isInCall || entry.thread != cancelled.thread) && edge.signalsAfterCancel == 0
        return ViolationDraft(.afterCancel, by: entry, on: edge, isNote: isUnderWay)
    }

    private func isEffect(_ entry: TraceEntry, of request: Int, _ demand: Demand) -> Bool {
        guard entry.kind == .value else { return false }
        let isInRequest = calls.contains { $0.edge == entry.edge && $0.kind == .request && $0.sequence >= request }
        return demand == .none || isInRequest
    }

    // MARK: Overlaps

    private mutating func recordOverlap(_ entry: TraceEntry) {
        guard let first = edges[entry.edge]!.rival(of: entry) else { return }
        if overlaps.count == RuleCheck.overlapLimit { overlaps.removeFirst() }
        overlaps.append(Overlap(first: first, second: entry))
    }

    /// A thread goes on. If the call of its first signal is still open, it was open when the second came.
    private mutating func proveOverlaps(_ entry: TraceEntry) {
        let due = overlaps.filter { $0.first.thread == entry.thread }
        guard !due.isEmpty else { return }
        overlaps.removeAll { $0.first.thread == entry.thread }
        for overlap in due where calls.contains(where: { $0.sequence == overlap.first.sequence }) {
            guard let edge = edges[overlap.second.edge] else { continue }
            found.append(ViolationDraft(.notSerial, by: overlap.second, on: edge, isNote: false))
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

    /// Whether it may lead to signals further down.
    fileprivate var bringsSignals: Bool {
        switch self {
        case .value, .finished, .failure, .offered, .unbuffered: true
        case .subscribed, .request, .returned, .cancel, .dropped, .buffered, .state, .note, .causeLink: false
        }
    }
}

/// Checks a trace file against the contract from its first record on, in bounded memory.
public struct RuleReader: Sendable {
    /// How many records are read at a time. As many earlier events are kept, since their calls may still be open.
    private static let step = 4_096

    private var trace: SteppedTrace
    private var check = RuleCheck()
    /// Until when the program is known to have run.
    private let end: TraceTime?

    /// Starts at the first record.
    ///
    /// - Parameters:
    ///   - file: A whole trace, or one that is being written.
    ///   - derivesEvents: Whether its events follow from its records. Those of a scenario without tasks are recorded as they are.
    public init(_ file: TraceFile, derivesEvents: Bool) {
        trace = SteppedTrace(file, derivesEvents: derivesEvents)
        end = file.knownUntil
    }

    /// The violations and notes up to a time, or else of all remaining events.
    ///
    /// - Parameters:
    ///   - time: The last moment that counts, `nil` for the end.
    ///   - isOver: Whether the program has ended, so that a consumer that waits then never resumes.
    /// - Complexity: O(events).
    public mutating func violations(until time: TraceTime? = nil, isOver: Bool = false) -> ViolationList {
        var list = ViolationList()
        while let step = next(until: time) {
            for entry in step.entries { check.fold(entry, in: step.log, into: &list) }
        }
        guard isOver else { return list }
        let end = max(end ?? .zero, trace.log.end.time)
        for violation in check.violationsAtEnd(end) { list.record(broken: violation, in: trace.log) }
        return list
    }

    /// The violations of the next few events; `nil` if there are no more events.
    public mutating func nextViolations() -> [Violation]? {
        guard let step = next(until: nil) else { return nil }
        return step.entries.flatMap { check.fold($0, in: step.log) }.filter { !$0.isNote }
    }

    private mutating func next(until time: TraceTime?) -> TraceStep? {
        trace.next(limit: RuleReader.step, until: time, keeping: RuleReader.step)
    }
}
