import FlowModel
import FlowTrace

/// The state of one edge, by which its signals are judged.
struct RuleEdge: Sendable {
    let isLink: Bool
    /// Whether the records are known to be complete, and to belong to this edge.
    var isSure: Bool
    private(set) var account = EdgeAccount()
    private(set) var subscribed: (time: TraceTime, root: Int)?
    /// The event of its first finish or failure.
    private(set) var terminal: Int?
    /// The event of its first cancel, and the outstanding demand at that time.
    private(set) var cancelled: (sequence: Int, thread: UInt32, demand: Demand)?
    private(set) var lateRequest: Int?
    /// Whether its signals are from tasks: from a producer, or from the user of an asynchronous iterator. Tasks change threads,
    /// and their signals do not nest in calls.
    private(set) var isOfTasks: Bool
    /// The publisher above, if it sends its end to all subscribers, and the names of the edge's stages.
    var shared: (publisher: NodeID, names: Violation.StageNames)?
    /// The number of reported signals after its cancel.
    var signalsAfterCancel = 0
    /// The numbers of nested deliveries, and of the requests between them.
    private(set) var openValues = 0
    private(set) var openRequests = 0
    /// The newest signal to its subscriber.
    private var signal: (sequence: Int, thread: UInt32)?

    init(isLink: Bool, isSure: Bool, isOfTasks: Bool) {
        self.isLink = isLink
        self.isSure = isSure
        self.isOfTasks = isOfTasks
    }

    var outstanding: Demand { account.outstanding }

    /// Whether it has neither ended nor been cancelled.
    var isOpen: Bool { terminal == nil && cancelled == nil }

    /// Whether its subscriber has demand, subscribed before an event, and has neither cancelled nor received an end.
    func awaitsEnd(since sequence: Int) -> Bool {
        guard isSure, terminal == nil, cancelled == nil, outstanding != .none, let subscribed else { return false }
        return subscribed.root < sequence
    }

    /// Whether nothing has happened on the edge.
    private var isNew: Bool { subscribed == nil && signal == nil && account.endings == 0 && outstanding == .none }

    /// Counts the beginning of a call, with 1, or its return, with -1.
    mutating func count(_ kind: SignalKind, _ change: Int) {
        if kind == .value { openValues += change }
        if kind == .request { openRequests += change }
    }

    /// The previous signal, if it was on another thread than `entry`, the new one.
    func previousSignal(onOtherThreadThan entry: TraceEntry) -> (sequence: Int, thread: UInt32)? {
        guard isSure, !isOfTasks, let signal, signal.thread != entry.thread else { return nil }
        return signal
    }

    /// Adds a subscription; returns the rule that it seems to break.
    ///
    /// - Parameters:
    ///   - root: The outermost call around the subscription.
    ///   - isTrusted: Whether an edge without earlier events counts as complete.
    mutating func subscribe(_ entry: TraceEntry, root: Int, isTrusted: Bool) -> ContractRule? {
        if entry.event.beginsLife { self = RuleEdge(isLink: isLink, isSure: false, isOfTasks: isOfTasks) }
        defer { account.fold(.subscribed, of: entry.event) }
        guard isLink else { return nil }
        let rule = ContractRule.broken(by: RuleSignal(entry: entry, kind: .subscribed), on: self)
        isSure = isSure || isTrusted && isNew
        subscribed = subscribed ?? (entry.time, root)
        signal = (entry.sequence, entry.thread)
        return rule
    }

    /// Adds any other event; returns the rule that it seems to break.
    mutating func fold(_ entry: TraceEntry, _ kind: SignalKind) -> ContractRule? {
        let known = account.unasked
        account.fold(kind, of: entry.event)
        let new = RuleSignal(entry: entry, kind: kind, isUnasked: account.unasked != known)
        if isLink, kind == .request, new.asks, entry.event.isNext { isOfTasks = true }
        defer { add(new) }
        return ContractRule.broken(by: new, on: self)
    }

    private mutating func add(_ new: RuleSignal) {
        let (entry, kind) = (new.entry, new.kind)
        if kind == .finished || kind == .failure { terminal = terminal ?? entry.sequence }
        guard isLink else { return }
        switch kind {
        case .value, .finished, .failure: signal = (entry.sequence, entry.thread)
        case .request: if new.asks, !isOpen, !isOfTasks { lateRequest = lateRequest ?? entry.sequence }
        case .cancel: if isOpen { cancelled = (entry.sequence, entry.thread, outstanding) }
        case .subscribed, .returned, .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: break
        }
    }
}
