import FlowModel
import FlowOperators
import FlowTrace

/// One edge as the rules see it: each signal takes it on, and may break one of them.
struct RuleEdge: Sendable {
    let isLink: Bool
    /// Whether its records can be trusted to be complete and its own.
    var isSure: Bool
    /// What has passed it.
    private(set) var account = EdgeAccount()
    private(set) var subscribed: (time: TraceTime, root: Int)?
    /// Where it finished or failed first.
    private(set) var terminal: Int?
    /// Where it was cancelled first, on which thread, and what was asked for by then.
    private(set) var cancelled: (sequence: Int, thread: UInt32, demand: Demand)?
    private(set) var lateRequest: Int?
    var signalsAfterCancel = 0
    /// Deliveries that lie within each other, and the requests between them.
    private var openValues = 0
    private var openRequests = 0
    /// The newest signal to its subscriber.
    private var signal: (sequence: Int, thread: UInt32)?

    init(isLink: Bool, isSure: Bool) {
        self.isLink = isLink
        self.isSure = isSure
    }

    /// What was asked for and has not come.
    var outstanding: Demand { account.outstanding }

    /// Whether nothing has happened on it.
    private var isNew: Bool {
        subscribed == nil && signal == nil && account.endings == 0 && outstanding == .none
    }

    /// Counts a call that begins, with 1, or returns, with -1.
    mutating func count(_ kind: SignalKind, _ change: Int) {
        if kind == .value { openValues += change }
        if kind == .request { openRequests += change }
    }

    /// The newest signal, where a new one comes on another thread.
    func rival(of entry: TraceEntry) -> (sequence: Int, thread: UInt32)? {
        guard isSure, let signal, signal.thread != entry.thread else { return nil }
        return signal
    }

    /// Takes the subscription, whose outermost call is `root`; returns the rule that it breaks.
    ///
    /// - Parameter isTrusted: Whether an edge of which nothing was known is complete all the same.
    mutating func subscribe(_ entry: TraceEntry, root: Int, isTrusted: Bool) -> ContractRule? {
        defer { account.fold(.subscribed) }
        guard isLink else { return nil }
        let isSecond = subscribed != nil && isSure
        isSure = isSure || isTrusted && isNew
        subscribed = subscribed ?? (entry.time, root)
        signal = (entry.sequence, entry.thread)
        return isSecond ? .secondSubscription : nil
    }

    /// Takes any other event; returns the rule that it breaks on the face of it, `nil` for none.
    mutating func take(_ entry: TraceEntry, _ kind: SignalKind) -> ContractRule? {
        let known = account.unasked
        account.fold(kind, demand: entry.event.demand)
        guard isLink else { return takeOfSource(entry, kind) }
        switch kind {
        case .value: return takeValue(entry, wasAsked: account.unasked == known)
        case .finished, .failure: return takeEnd(entry)
        case .request: return takeRequest(entry)
        case .cancel: return takeCancel(entry)
        case .subscribed, .returned, .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: break
        }
        return nil
    }

    /// A source's own edge has no subscription: only its end can be broken.
    private mutating func takeOfSource(_ entry: TraceEntry, _ kind: SignalKind) -> ContractRule? {
        guard kind == .offered || kind == .finished || kind == .failure else { return nil }
        if terminal != nil { return .afterTerminal }
        if kind != .offered { terminal = entry.sequence }
        return nil
    }

    private mutating func takeValue(_ entry: TraceEntry, wasAsked: Bool) -> ContractRule? {
        signal = (entry.sequence, entry.thread)
        if let rule = brokenByAnySignal { return rule }
        guard isSure else { return nil }
        if !wasAsked { return .moreThanDemanded }
        let limit = RuleCheck.recursionLimit
        return openValues == limit && openRequests >= limit - 1 ? .recursion : nil
    }

    private mutating func takeEnd(_ entry: TraceEntry) -> ContractRule? {
        let rule = brokenByAnySignal
        terminal = terminal ?? entry.sequence
        signal = (entry.sequence, entry.thread)
        if rule != nil || !isSure { return rule }
        return outstanding != .none && outstanding != .unlimited ? .demandLeftOver : nil
    }

    private var brokenByAnySignal: ContractRule? {
        if terminal != nil { return .afterTerminal }
        if cancelled != nil { return .afterCancel }
        return subscribed == nil && isSure ? .beforeSubscription : nil
    }

    private mutating func takeRequest(_ entry: TraceEntry) -> ContractRule? {
        guard let demand = entry.event.demand, demand != .none else { return .nonPositiveRequest }
        guard cancelled != nil || terminal != nil else { return nil }
        lateRequest = lateRequest ?? entry.sequence
        return .requestAfterEnd
    }

    private mutating func takeCancel(_ entry: TraceEntry) -> ContractRule? {
        guard cancelled == nil, terminal == nil else { return nil }
        cancelled = (entry.sequence, entry.thread, outstanding)
        guard let subscribed, entry.time - subscribed.time < RuleCheck.atOnce else { return nil }
        return .cancelledAtOnce
    }
}
