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
        let edge: UInt32
        let first: (sequence: Int, thread: UInt32)
        let second: (sequence: Int, time: TraceTime)
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

    /// Creates a check that has seen nothing.
    public init() {}

    /// Takes the next event of a log and returns what it shows to be wrong or worth a note, mostly nothing.
    ///
    /// An overlap of signals shows only when its first thread goes on: its event is then an earlier one.
    public mutating func take(_ entry: TraceEntry, in log: TraceLog) -> [Violation] {
        isWhole = isWhole ?? (entry.sequence == 1)
        learn(log)
        let edge = entry.edge.rawValue
        if edges[edge] == nil {
            let isSure = isWhole == true && isTrusted(entry.edge, log)
            edges[edge] = RuleEdge(isLink: log.edge(entry.edge)?.role == .link, isSure: isSure)
        }
        var found: [Violation] = []
        let isInCall = entry.kind != .dropped || entry.cause != nil
        if isInCall {
            close(entry)
            reopen(entry, log)
        }
        if !overlaps.isEmpty { found += proveOverlaps(entry, log) }
        let own = judge(entry, edge, log)
        found += own
        if isInCall, entry.kind.opensCall { open(entry, isBreach: own.contains { !$0.isNote }) }
        return found
    }

    /// What is doubted of an edge, or missing of the trace, may be known only later.
    private mutating func learn(_ log: TraceLog) {
        guard log.edgeDeclarations != declarations else { return }
        for place in log.edgePlaces(declaredAfter: declarations) where !log.edges[place].doubts.isEmpty {
            edges[log.edges[place].id.rawValue]?.isSure = false
        }
        declarations = log.edgeDeclarations
    }

    private func isTrusted(_ edge: EdgeID, _ log: TraceLog) -> Bool {
        log.edge(edge)?.doubts.isEmpty ?? false
    }

    // MARK: Calls

    private mutating func close(_ entry: TraceEntry) {
        var edges = edges
        self.edges = Numbered()
        calls.close(on: entry.thread, to: entry.cause) { call in
            if call.kind == .value { edges[call.edge]?.openValues -= 1 }
            if call.kind == .request { edges[call.edge]?.openRequests -= 1 }
        }
        self.edges = edges
        if entry.cause == nil, entry.kind != .cancel { roots[entry.thread] = entry.sequence }
    }

    /// One call may be told by several events, of which only the first is named as the cause: it is open still.
    private mutating func reopen(_ entry: TraceEntry, _ log: TraceLog) {
        var chain: [TraceEntry] = []
        var next = entry.cause
        while let sequence = next, !calls.isInnermost(sequence, on: entry.thread), let cause = log[sequence: sequence],
            cause.thread == entry.thread, chain.count < RuleCheck.reopenedLimit
        {
            chain.append(cause)
            next = cause.cause
        }
        for cause in chain.reversed() { open(cause, isBreach: false) }
    }

    private mutating func open(_ entry: TraceEntry, isBreach: Bool) {
        if entry.kind == .value { edges[entry.edge.rawValue]?.openValues += 1 }
        if entry.kind == .request { edges[entry.edge.rawValue]?.openRequests += 1 }
        calls.begin(entry, isBreach: isBreach)
    }

    // MARK: Judging

    private mutating func judge(_ entry: TraceEntry, _ edge: UInt32, _ log: TraceLog) -> [Violation] {
        guard var book = edges[edge] else { return [] }
        if log.missed > 0 { book.isSure = false }
        guard book.isLink else { return judgeSource(entry, edge, book, log) }
        switch entry.kind {
        case .subscribed: return subscribe(entry, edge, book, log)
        case .value:
            noteSignal(entry, edge, book)
            return judgeValue(entry, edge, book, log)
        case .finished, .failure:
            noteSignal(entry, edge, book)
            return judgeEnd(entry, edge, book, log)
        case .request: return judgeRequest(entry, edge, book, log)
        case .returned:
            edges[edge]?.ask(entry.event.demand ?? .none)
            return []
        case .cancel: return judgeCancel(entry, edge, book, log)
        case .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: return []
        }
    }

    /// A source's own edge has no subscription: only its end can be broken.
    private mutating func judgeSource(_ entry: TraceEntry, _ edge: UInt32, _ book: RuleEdge, _ log: TraceLog) -> [Violation] {
        guard entry.kind == .offered || entry.kind == .finished || entry.kind == .failure else { return [] }
        if let terminal = book.terminal { return breach(.afterTerminal, entry, log, after: terminal) }
        if entry.kind != .offered { edges[edge]?.terminal = entry.sequence }
        return []
    }

    private mutating func subscribe(_ entry: TraceEntry, _ edge: UInt32, _ book: RuleEdge, _ log: TraceLog) -> [Violation] {
        let root = calls.outermost(on: entry.thread)?.sequence ?? entry.sequence
        edges[edge]?.subscribed = book.subscribed ?? (entry.sequence, entry.time, root)
        let isSure = book.isSure || isWhole == false && book.isNew && isTrusted(entry.edge, log)
        edges[edge]?.isSure = isSure
        noteSignal(entry, edge, book)
        guard book.subscribed != nil, book.isSure else { return [] }
        return breach(.secondSubscription, entry, log, "was handed a second subscription")
    }

    private mutating func judgeValue(_ entry: TraceEntry, _ edge: UInt32, _ book: RuleEdge, _ log: TraceLog) -> [Violation] {
        let wasAsked = edges[edge]?.spend() ?? true
        guard !isConsequence(entry) else { return [] }
        if let terminal = book.terminal { return breach(.afterTerminal, entry, log, after: terminal) }
        if book.cancelled != nil { return judgeAfterCancel(entry, edge, book, log) }
        guard book.isSure else { return [] }
        if book.subscribed == nil { return breach(.beforeSubscription, entry, log, "got a value before its subscription") }
        if !wasAsked { return breach(.moreThanDemanded, entry, log, "got a value with no demand outstanding") }
        guard book.openValues == RuleCheck.recursionLimit, book.openRequests >= RuleCheck.recursionLimit - 1 else { return [] }
        return breach(
            .recursion, entry, log, "\(RuleCheck.recursionLimit) requests and values lie within each other, and no end in sight")
    }

    private mutating func judgeEnd(_ entry: TraceEntry, _ edge: UInt32, _ book: RuleEdge, _ log: TraceLog) -> [Violation] {
        edges[edge]?.terminal = book.terminal ?? entry.sequence
        guard !isConsequence(entry) else { return [] }
        if let terminal = book.terminal { return breach(.afterTerminal, entry, log, after: terminal) }
        if book.cancelled != nil { return judgeAfterCancel(entry, edge, book, log) }
        guard book.isSure else { return [] }
        if book.subscribed == nil { return breach(.beforeSubscription, entry, log, "ended before its subscription") }
        guard let count = book.outstanding.count, count > 0 else { return [] }
        return [violation(.demandLeftOver, entry, log, isNote: true, "ended with \(count) still asked for")]
    }

    private mutating func judgeRequest(_ entry: TraceEntry, _ edge: UInt32, _ book: RuleEdge, _ log: TraceLog) -> [Violation] {
        let demand = entry.event.demand ?? .none
        edges[edge]?.ask(demand)
        if demand == .none {
            return isConsequence(entry) ? [] : breach(.nonPositiveRequest, entry, log, "asked for 0 values")
        }
        guard book.cancelled != nil || book.terminal != nil else { return [] }
        edges[edge]?.lateRequest = book.lateRequest ?? entry.sequence
        let end = book.cancelled != nil ? "cancel" : "end"
        return [violation(.requestAfterEnd, entry, log, isNote: true, "asked for \(demand) after the \(end)")]
    }

    private mutating func judgeCancel(_ entry: TraceEntry, _ edge: UInt32, _ book: RuleEdge, _ log: TraceLog) -> [Violation] {
        guard book.cancelled == nil, book.terminal == nil else { return [] }
        edges[edge]?.cancelled = (entry.sequence, entry.thread, book.outstanding)
        guard entry.cause == nil, let subscribed = book.subscribed, roots[entry.thread] == subscribed.root,
            entry.time - subscribed.time < RuleCheck.atOnce, isSink(edge, log)
        else { return [] }
        return breach(.cancelledAtOnce, entry, log, "was cancelled as soon as it was subscribed")
    }

    private func isSink(_ edge: UInt32, _ log: TraceLog) -> Bool {
        let name = log.edge(EdgeID(rawValue: edge))?.downstream.flatMap { log.node($0)?.name }
        return name == "sink" || name == "assign"
    }

    /// A signal after a cancel: late where it was under way, of a late request, or too late.
    private mutating func judgeAfterCancel(
        _ entry: TraceEntry, _ edge: UInt32, _ book: RuleEdge, _ log: TraceLog
    ) -> [Violation] {
        guard let cancelled = book.cancelled else { return [] }
        edges[edge]?.signalsAfterCancel += 1
        let what = entry.kind == .value ? "a value" : "an end"
        if let request = book.lateRequest, isEffect(entry, of: request, edge, cancelled.demand) {
            return breach(.requestAfterEnd, entry, log, "got \(what) for the request it made after its cancel")
        }
        // A request may have begun many signals; one of them was under way.
        let isInSignal = calls.contains(on: entry.thread) { $0.sequence < cancelled.sequence && $0.kind.bringsSignals }
        let isInCall = calls.contains(on: entry.thread) { $0.sequence < cancelled.sequence }
        let isUnderWay = isInSignal || (isInCall || entry.thread != cancelled.thread) && book.signalsAfterCancel == 0
        guard isUnderWay else { return breach(.afterCancel, entry, log, "got \(what) too late after its cancel") }
        return [violation(.afterCancel, entry, log, isNote: true, "got \(what) that was under way at its cancel")]
    }

    private func isEffect(_ entry: TraceEntry, of request: Int, _ edge: UInt32, _ demand: Demand) -> Bool {
        guard entry.kind == .value else { return false }
        let isInRequest = calls.contains(on: entry.thread) { $0.edge == edge && $0.kind == .request && $0.sequence >= request }
        return demand == .none || isInRequest
    }

    /// Whether an event happened in a call that broke a rule.
    private func isConsequence(_ entry: TraceEntry) -> Bool {
        calls.containsBreach(on: entry.thread, notOn: entry.edge.rawValue)
    }

    // MARK: Overlaps

    private mutating func noteSignal(_ entry: TraceEntry, _ edge: UInt32, _ book: RuleEdge) {
        edges[edge]?.signal = (entry.sequence, entry.thread)
        guard let first = book.signal, first.thread != entry.thread, book.isSure else { return }
        if overlaps.count == RuleCheck.overlapLimit { overlaps.removeFirst() }
        overlaps.append(Overlap(edge: edge, first: first, second: (entry.sequence, entry.time)))
    }

    /// The thread of a first signal goes on: within its call, which so was open when the second came, or after it.
    private mutating func proveOverlaps(_ entry: TraceEntry, _ log: TraceLog) -> [Violation] {
        let due = overlaps.filter { $0.first.thread == entry.thread }
        guard !due.isEmpty else { return [] }
        overlaps.removeAll { $0.first.thread == entry.thread }
        return due.compactMap { overlap in
            guard calls.contains(on: entry.thread, where: { $0.sequence == overlap.first.sequence }) else { return nil }
            return violation(
                .notSerial, on: EdgeID(rawValue: overlap.edge), at: overlap.second.sequence, overlap.second.time, log,
                "got a signal on one thread while another was still delivering")
        }
    }

    // MARK: Words

    private func breach(_ rule: ContractRule, _ entry: TraceEntry, _ log: TraceLog, _ words: String) -> [Violation] {
        [violation(rule, entry, log, isNote: false, words)]
    }

    private func breach(_ rule: ContractRule, _ entry: TraceEntry, _ log: TraceLog, after terminal: Int) -> [Violation] {
        let end = log[sequence: terminal].map { $0.kind == .failure ? "failed" : "finished" } ?? "ended"
        let what = entry.kind == .value || entry.kind == .offered ? "a value" : "an end"
        return breach(rule, entry, log, "got \(what) after it had \(end)")
    }

    private func violation(
        _ rule: ContractRule, _ entry: TraceEntry, _ log: TraceLog, isNote: Bool, _ words: String
    ) -> Violation {
        violation(rule, on: entry.edge, at: entry.sequence, entry.time, log, isNote: isNote, words)
    }

    private func violation(
        _ rule: ContractRule, on edge: EdgeID, at sequence: Int, _ time: TraceTime, _ log: TraceLog, isNote: Bool = false,
        _ words: String
    ) -> Violation {
        let fact = log.edge(edge)
        let name = fact?.upstream.flatMap { log.node($0)?.name } ?? ""
        return Violation(
            rule: rule, edge: edge, sequence: sequence, time: time, isNote: isNote,
            known: isNote ? nil : KnownViolation.words(for: rule, operator: name), words: "\(fact?.label ?? "\(edge)") \(words)")
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

    /// Whether a signal further down may be the same, on its way.
    fileprivate var bringsSignals: Bool {
        switch self {
        case .value, .finished, .failure, .offered, .unbuffered: true
        default: false
        }
    }
}
