import FlowModel
import FlowTrace
import FlowWords

/// The measurements of one edge for verdicts.
struct EdgeMeter: Sendable {
    enum Life: Sendable {
        case unseen, live, over
        /// The edge led out of a stream that has since been replaced.
        case past
    }

    let role: EdgeFact.Role
    /// The stage above; for a source or a store, the stage itself. `nil` while unknown.
    var upper: Int?
    /// The stage below a link; `nil` while unknown.
    var lower: Int?
    private(set) var book = EdgeBook()
    /// The values that its subscriber missed.
    var missed = DropCounts()
    var life = Life.unseen
    /// Whether the stage below made its publisher from a value.
    var isInner = false
    /// The stage that may have made its publisher from a value; `nil` once that is decided.
    var pendingMaker: Int?
    /// Whether facts have named both ends. If not, both are looked up again when there are new facts.
    var isSettled = false
    /// The number of facts declared at the last lookup.
    var declarations = -1
    /// The number of further events in which to look for the stage above.
    var attempts = 8
    /// The number of the last value that it received from the source above.
    var lastSend = 0
    /// The work that its subscriber reported.
    var work: WorkMeter?
    /// The numbers of values that entered and left the stage above before its subscription.
    var goneBy = (came: 0, went: 0)
    /// The number of open calls that deliver a value, and the start of the outermost one. Counted only if the ends of calls are
    /// recorded.
    var calls: (open: Int, began: UInt64) = (0, 0)

    init(role: EdgeFact.Role) { self.role = role }

    var account: EdgeAccount { book.account }

    /// The text of the error with which its current life failed, in one line; `nil` if it did not, or if the error says nothing.
    private(set) var failure: String?

    /// The moments of its current life.
    var times: EdgeTimes { book.times }

    /// The times of the first subscription and of the first end in its current life; `nil` before.
    var began: UInt64? { times.subscribed?.time.nanoseconds }
    var ended: UInt64? { times.end?.moment.time.nanoseconds }

    /// Adds the next event. A subscription without a recorded start is live from its first signal.
    mutating func fold(_ entry: TraceEntry, fromStore: Bool = false) {
        let kind = entry.kind
        if entry.event.beginsLife { failure = nil }
        switch kind {
        case .subscribed: life = .live
        case .request, .returned, .value: if !isSeen { life = .live }
        case .finished, .failure, .cancel: life = .over
        case .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: break
        }
        book.fold(entry, kind, fromStore: fromStore)
    }

    /// Adds the next event of a subscription; returns the change of its weight.
    mutating func change(by entry: TraceEntry) -> EdgeWeight {
        let before = weight
        fold(entry)
        work?.observe(book.account.outstanding)
        return weight - before
    }

    /// Records the text of the error with which it ends. The first end counts.
    mutating func fail(with error: TraceValue?) {
        guard failure == nil, account.end == .failure, let text = error?.description else { return }
        failure = FailureText.line(text)
    }

    /// The stage at which the hand of a viewer is counted; `nil` while no viewer holds or slows the stage below.
    var handedAt: Int?

    /// The number of writes that wait until the stage below takes them, as it reported.
    private(set) var waits = 0

    /// Records a state that its subscriber reported.
    mutating func observe(_ state: StreamState, at time: UInt64) {
        waits = state.waits
        book.times.observe(state, at: TraceTime(nanoseconds: time))
        if work == nil, !state.isWork { return }
        work = work ?? WorkMeter()
        work?.observe(state, outstanding: book.account.outstanding, at: time)
    }

    var isLive: Bool { life == .live }

    /// Whether its subscriber has demand left.
    var isOpen: Bool { life == .live && account.outstanding != .none }

    /// Whether it carries values from the stage above to the stage below.
    var connects: Bool { role == .link && !isInner && isSeen }

    /// Whether it has had a signal, and its stream has not been replaced.
    private var isSeen: Bool { life != .unseen && life != .past }

    /// Its contribution to the stages above and below.
    var weight: EdgeWeight {
        EdgeWeight(
            ever: isSeen ? 1 : 0, live: life == .live ? 1 : 0, open: isOpen ? 1 : 0,
            unlimited: life == .live && account.outstanding == .unlimited ? 1 : 0)
    }
}

/// The numbers of a stage's subscriptions on one side: ever, live, with demand, and with unlimited demand.
struct EdgeWeight: Hashable, Sendable {
    var ever = 0
    var live = 0
    var open = 0
    var unlimited = 0

    static func + (lhs: EdgeWeight, rhs: EdgeWeight) -> EdgeWeight {
        EdgeWeight(
            ever: lhs.ever + rhs.ever, live: lhs.live + rhs.live, open: lhs.open + rhs.open,
            unlimited: lhs.unlimited + rhs.unlimited)
    }

    static func - (lhs: EdgeWeight, rhs: EdgeWeight) -> EdgeWeight {
        EdgeWeight(
            ever: lhs.ever - rhs.ever, live: lhs.live - rhs.live, open: lhs.open - rhs.open,
            unlimited: lhs.unlimited - rhs.unlimited)
    }
}

/// The values that reached a subscriber while it reported that it was working.
struct WorkMeter: Sendable {
    /// The number of periods of work, including an open one.
    private(set) var spans = 0
    /// Values that arrived while it worked, and the texts of the first.
    private(set) var arrivals = 0
    private(set) var values: [String] = []
    /// The lowest outstanding demand while it worked; `nil` if it has never worked.
    private(set) var lowest: Demand?
    private(set) var isWorking = false
    /// The start of the current or last work, and the values since then.
    private(set) var since: UInt64 = 0
    private(set) var recent: [String] = []
    private(set) var recentCount = 0

    mutating func observe(_ state: StreamState, outstanding: Demand, at time: UInt64) {
        let works = state.isWork
        // `finished` reports the end of the stream; the work may continue.
        guard works != isWorking, state != .finished else { return }
        isWorking = works
        if works {
            spans += 1
            (since, recent, recentCount) = (time, [], 0)
            observe(outstanding)
        }
    }

    mutating func observe(_ outstanding: Demand) {
        guard isWorking else { return }
        lowest = lowest.map { min($0.rawValue, outstanding.rawValue) }.map(Demand.init) ?? outstanding
    }

    mutating func arrived(_ value: String?) {
        guard isWorking else { return }
        arrivals += 1
        recentCount += 1
        if values.count < 9 { values.append(value ?? StreamModel.undescribed) }
        if recent.count < 9 { recent.append(value ?? StreamModel.undescribed) }
    }
}
