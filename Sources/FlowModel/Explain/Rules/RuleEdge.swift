import FlowTrace

/// What the rules need to know of one edge.
struct RuleEdge: Sendable {
    let isLink: Bool
    /// Whether its records can be trusted to be complete and its own.
    var isSure: Bool
    /// What was asked for and has not come.
    private(set) var outstanding = Demand.none
    var subscribed: (sequence: Int, time: TraceTime, root: Int)?
    /// Where it finished or failed.
    var terminal: Int?
    /// Where it was cancelled first, on which thread, and what was asked for by then.
    var cancelled: (sequence: Int, thread: UInt32, demand: Demand)?
    var lateRequest: Int?
    var signalsAfterCancel = 0
    /// Deliveries that lie within each other, and the requests between them.
    var openValues = 0
    var openRequests = 0
    /// The newest signal to its subscriber.
    var signal: (sequence: Int, thread: UInt32)?

    init(isLink: Bool, isSure: Bool) {
        self.isLink = isLink
        self.isSure = isSure
    }

    /// Whether nothing has happened on it.
    var isNew: Bool {
        subscribed == nil && signal == nil && terminal == nil && cancelled == nil && outstanding == .none
    }

    mutating func ask(_ demand: Demand) {
        outstanding = outstanding + demand
    }

    /// Spends demand for a value; returns whether there was any.
    mutating func spend() -> Bool {
        guard outstanding != .none else { return false }
        outstanding.spend()
        return true
    }
}
