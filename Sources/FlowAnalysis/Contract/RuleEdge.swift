import FlowModel
import FlowOperators
import FlowTrace

/// The state of one edge by which signals are judged.
struct RuleEdge: Sendable {
    let isLink: Bool
    /// Whether its records are known to be complete and its own.
    var isSure: Bool
    private(set) var account = EdgeAccount()
    private(set) var subscribed: (time: TraceTime, root: Int)?
    /// The event with which it first finished or failed.
    private(set) var terminal: Int?
    /// The event with which it was first cancelled, and the outstanding demand at that time.
    private(set) var cancelled: (sequence: Int, thread: UInt32, demand: Demand)?
    private(set) var lateRequest: Int?
    /// Whether its signals are those of tasks, which change threads and are in no calls: a producer's, or an asynchronous iterator's.
    private(set) var isOfTasks: Bool
    /// The publisher above, where all its subscribers are told of its end, and what the edge is called.
    var shared: (publisher: NodeID, label: String)?
    var signalsAfterCancel = 0
    /// Nested deliveries, and the requests between them.
    private var openValues = 0
    private var openRequests = 0
    /// The newest signal to its subscriber.
    private var signal: (sequence: Int, thread: UInt32)?

    init(isLink: Bool, isSure: Bool, isOfTasks: Bool) {
        self.isLink = isLink
        self.isSure = isSure
        self.isOfTasks = isOfTasks
    }

    var outstanding: Demand { account.outstanding }

    /// Whether its subscriber asks, and has been there since before an event, and neither left nor was told of an end.
    func awaitsEnd(since sequence: Int) -> Bool {
        guard isSure, terminal == nil, cancelled == nil, outstanding != .none, let subscribed else { return false }
        return subscribed.root < sequence
    }

    /// Whether nothing has happened on it.
    private var isNew: Bool { subscribed == nil && signal == nil && account.endings == 0 && outstanding == .none }

    /// Counts a call that begins, with 1, or returns, with -1.
    mutating func count(_ kind: SignalKind, _ change: Int) {
        if kind == .value { openValues += change }
        if kind == .request { openRequests += change }
    }

    /// The newest signal, if a new one comes on another thread.
    func rival(of entry: TraceEntry) -> (sequence: Int, thread: UInt32)? {
        guard isSure, !isOfTasks, let signal, signal.thread != entry.thread else { return nil }
        return signal
    }

    /// Adds a subscription; returns the rule that it breaks.
    ///
    /// - Parameters:
    ///   - root: Its outermost call.
    ///   - isTrusted: Whether an edge without earlier events counts as complete.
    mutating func subscribe(_ entry: TraceEntry, root: Int, isTrusted: Bool) -> ContractRule? {
        if entry.event.beginsLife { self = RuleEdge(isLink: isLink, isSure: false, isOfTasks: isOfTasks) }
        defer { account.fold(.subscribed, of: entry.event) }
        guard isLink else { return nil }
        let isSecond = subscribed != nil && isSure
        isSure = isSure || isTrusted && isNew
        subscribed = subscribed ?? (entry.time, root)
        signal = (entry.sequence, entry.thread)
        return isSecond ? .secondSubscription : nil
    }

    /// Adds any other event; returns the rule that it seems to break.
    mutating func fold(_ entry: TraceEntry, _ kind: SignalKind) -> ContractRule? {
        let known = account.unasked
        account.fold(kind, of: entry.event)
        guard isLink else { return foldSource(entry, kind) }
        switch kind {
        case .value: return foldValue(entry, wasAsked: account.unasked == known)
        case .finished, .failure: return foldEnd(entry)
        case .request:
            isOfTasks = isOfTasks || entry.event.isNext
            return foldRequest(entry)
        case .cancel: return foldCancel(entry)
        case .note: return entry.event.isForsaken && isSure ? .forsakenConsumer : nil
        case .subscribed, .returned, .offered, .dropped, .buffered, .unbuffered, .state, .causeLink: break
        }
        return nil
    }

    /// A source's own edge has no subscription, so only the rule about its end applies.
    private mutating func foldSource(_ entry: TraceEntry, _ kind: SignalKind) -> ContractRule? {
        guard kind == .offered || kind == .finished || kind == .failure else { return nil }
        if terminal != nil { return .afterTerminal }
        if kind != .offered { terminal = entry.sequence }
        return nil
    }

    private mutating func foldValue(_ entry: TraceEntry, wasAsked: Bool) -> ContractRule? {
        signal = (entry.sequence, entry.thread)
        if let rule = brokenByAnySignal { return rule }
        guard isSure else { return nil }
        if !wasAsked { return .moreThanDemanded }
        let limit = RuleCheck.recursionLimit
        return openValues == limit && openRequests >= limit - 1 ? .recursion : nil
    }

    private mutating func foldEnd(_ entry: TraceEntry) -> ContractRule? {
        let rule = brokenByAnySignal
        terminal = terminal ?? entry.sequence
        signal = (entry.sequence, entry.thread)
        if rule != nil || !isSure || isOfTasks { return rule }
        return outstanding != .none && outstanding != .unlimited ? .demandLeftOver : nil
    }

    private var brokenByAnySignal: ContractRule? {
        // Whoever yields to a stream that has ended is told so. The task that called `next` may be cancelled, and another go on.
        if terminal != nil, !isOfTasks { return .afterTerminal }
        if cancelled != nil, !isOfTasks { return .afterCancel }
        return subscribed == nil && isSure ? .beforeSubscription : nil
    }

    private mutating func foldRequest(_ entry: TraceEntry) -> ContractRule? {
        guard let demand = entry.event.demand, demand != .none else { return .nonPositiveRequest }
        if entry.event.isNext { isOfTasks = true }
        guard cancelled != nil || terminal != nil else {
            return isSure && entry.event.overlapsNext ? .sharedIterator : nil
        }
        if isOfTasks { return .nextAfterEnd }
        lateRequest = lateRequest ?? entry.sequence
        return .requestAfterEnd
    }

    private mutating func foldCancel(_ entry: TraceEntry) -> ContractRule? {
        guard cancelled == nil, terminal == nil else { return nil }
        cancelled = (entry.sequence, entry.thread, outstanding)
        guard let subscribed, entry.time - subscribed.time < RuleCheck.atOnce else { return nil }
        return .cancelledAtOnce
    }
}
