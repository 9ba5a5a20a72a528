import FlowTrace

/// What has happened on a lane up to an event, counted.
public struct LaneTotals: Hashable, Sendable {
    /// Values a source tried to send.
    public private(set) var offered = 0
    /// Values delivered.
    public private(set) var values = 0
    /// Calls of `request(_:)`.
    public private(set) var requests = 0
    /// Demand asked for with `request(_:)`.
    public private(set) var requested = Demand.none
    /// How often demand was returned from `receive(_:)`.
    public private(set) var returns = 0
    /// Demand returned from `receive(_:)`.
    public private(set) var returned = Demand.none
    /// Values lost.
    public private(set) var dropped = 0
    /// Values that entered the buffer.
    public private(set) var buffered = 0
    /// Values that left the buffer for the downstream.
    public private(set) var unbuffered = 0
    /// Values lost after they had entered the buffer.
    public private(set) var droppedWhileHeld = 0
    /// Ends: finished, failure, cancel.
    public private(set) var endings = 0
    /// Subscriptions received.
    public private(set) var subscriptions = 0
    /// Changes of state.
    public private(set) var states = 0

    package init() {}

    /// Values that are in the buffer.
    public var held: Int {
        max(0, buffered - unbuffered - droppedWhileHeld)
    }

    /// Values that came in: what was buffered, and what was refused at the door.
    public var arrived: Int {
        buffered + dropped - droppedWhileHeld
    }

    /// What was asked for and not delivered yet.
    public var outstanding: Demand {
        let asked = requested + returned
        guard let count = asked.count else { return .unlimited }
        return .max(max(0, count - values))
    }

    /// The counts of two edges together.
    static func + (lhs: LaneTotals, rhs: LaneTotals) -> LaneTotals {
        var sum = lhs
        sum.offered += rhs.offered
        sum.values += rhs.values
        sum.requests += rhs.requests
        sum.requested = sum.requested + rhs.requested
        sum.returns += rhs.returns
        sum.returned = sum.returned + rhs.returned
        sum.dropped += rhs.dropped
        sum.buffered += rhs.buffered
        sum.unbuffered += rhs.unbuffered
        sum.droppedWhileHeld += rhs.droppedWhileHeld
        sum.endings += rhs.endings
        sum.subscriptions += rhs.subscriptions
        sum.states += rhs.states
        return sum
    }

    /// The counts without those of ends, which say nothing where several edges share a lane.
    var withoutEndings: LaneTotals {
        var totals = self
        totals.endings = 0
        return totals
    }

    /// What stands for all that happened since `earlier`: the rarest of it.
    func kind(after earlier: LaneTotals) -> SignalKind {
        if dropped > earlier.dropped { return .dropped }
        if offered > earlier.offered { return .offered }
        if values > earlier.values { return .value }
        if buffered > earlier.buffered { return .buffered }
        if unbuffered > earlier.unbuffered { return .unbuffered }
        if requests > earlier.requests { return .request }
        return returns > earlier.returns ? .returned : .note
    }

    package mutating func add(_ kind: SignalKind, demand: Demand?, fromStore: Bool) {
        switch kind {
        case .offered: offered += 1
        case .value: values += 1
        case .request:
            requests += 1
            requested = requested + (demand ?? .none)
        case .returned:
            returns += 1
            returned = returned + (demand ?? .none)
        case .dropped:
            dropped += 1
            if fromStore { droppedWhileHeld += 1 }
        case .buffered: buffered += 1
        case .unbuffered: unbuffered += 1
        case .finished, .failure, .cancel: endings += 1
        case .state: states += 1
        case .subscribed: subscriptions += 1
        case .note, .causeLink: break
        }
    }
}
