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
