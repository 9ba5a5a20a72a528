import FlowModel
import FlowTrace

/// What the verdict keeps of one observed place.
struct EdgeMeter: Sendable {
    /// Where a subscription is in its life.
    enum Life: Sendable {
        case unseen, live, over
    }

    let role: EdgeFact.Role
    /// The stage above, or the stage itself for a source or a store; `nil` while it is not known.
    var upper: Int?
    /// The stage below a link; `nil` while it is not known.
    var lower: Int?
    /// What has passed it.
    private(set) var account = EdgeAccount()
    var life = Life.unseen
    /// Whether it belongs to a publisher that the stage below made of one of its values.
    var isInner = false
    /// The stage that got the value within whose call it was made, until it is known whether it serves that stage.
    var pendingMaker: Int?
    /// Whether both ends are as the facts have them; what is not, is looked up again when facts were declared.
    var isSettled = false
    /// How many facts were declared when they were looked up.
    var declarations = -1
    /// How many more causes are followed to find the stage above.
    var attempts = 8
    /// The work its subscriber told of.
    var work: WorkMeter?
    /// When it ended first.
    private var endTime: UInt64 = 0

    init(role: EdgeFact.Role) {
        self.role = role
    }

    /// How and when it ended first.
    var end: (kind: SignalKind, time: UInt64)? {
        account.end.map { ($0, endTime) }
    }

    /// Adds the next event. A subscription whose beginning was not seen is live when something passes it.
    mutating func fold(_ entry: TraceEntry, fromStore: Bool = false) {
        let kind = entry.kind
        switch kind {
        case .subscribed: life = .live
        case .request, .returned, .value: if life == .unseen { life = .live }
        case .finished, .failure, .cancel:
            life = .over
            if account.end == nil { endTime = entry.event.time }
        case .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: break
        }
        account.fold(kind, demand: entry.event.demand, fromStore: fromStore)
    }

    var isLive: Bool {
        life == .live
    }

    /// Whether its subscriber is willing to take a value.
    var isOpen: Bool {
        life == .live && account.outstanding != .none
    }

    /// Whether values pass it from the stage above to the one below.
    var connects: Bool {
        role == .link && !isInner && life != .unseen
    }

    /// What it counts for at the stages above and below.
    var weight: EdgeWeight {
        EdgeWeight(
            ever: life == .unseen ? 0 : 1, live: life == .live ? 1 : 0, open: isOpen ? 1 : 0,
            unlimited: life == .live && account.outstanding == .unlimited ? 1 : 0)
    }
}

/// How many subscriptions a stage has on one side: there have been, are live, are asked of, are asked of without limit.
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

/// How a subscriber that tells when it works held back what it could not take meanwhile.
struct WorkMeter: Sendable {
    /// Stretches of work, an open one included.
    private(set) var spans = 0
    /// Values that came while it worked, the first of them in words.
    private(set) var arrivals = 0
    private(set) var values: [String] = []
    /// The lowest outstanding demand while it worked, `nil` before it has.
    private(set) var lowest: Demand?
    private(set) var isWorking = false

    /// Observes a state of the subscriber.
    mutating func observe(_ state: StreamState, outstanding: Demand) {
        let works = state.isWork
        // What follows the end of the stream is not work that ended: `finished` comes while the work goes on.
        guard works != isWorking, state != .finished else { return }
        isWorking = works
        if works {
            spans += 1
            note(outstanding)
        }
    }

    /// Takes the demand after an event.
    mutating func note(_ outstanding: Demand) {
        guard isWorking else { return }
        lowest = lowest.map { min($0.rawValue, outstanding.rawValue) }.map(Demand.init) ?? outstanding
    }

    /// Takes a value that came.
    mutating func arrived(_ value: String?) {
        guard isWorking else { return }
        arrivals += 1
        if values.count < 9 { values.append(value ?? StreamModel.undescribed) }
    }
}
