import FlowGraph
import FlowTrace

/// The totals of an edge up to an event: counts, outstanding demand, and its end. A lane's account sums up its edges.
///
/// Only this type sums up events; an `EdgeBook` adds the moments of the edge's life.
public struct EdgeAccount: Hashable, Sendable {
    /// Values that a source tried to send.
    public private(set) var offered = 0
    public private(set) var values = 0
    /// Values that its subscriber received after the end; they do not count as delivered.
    public private(set) var late = 0
    /// Calls of `request(_:)`.
    public private(set) var requests = 0
    /// Demand from `request(_:)`.
    public private(set) var requested = Demand.none
    /// Calls of `receive(_:)` that returned demand.
    public private(set) var returns = 0
    /// Demand from `receive(_:)`.
    public private(set) var returned = Demand.none
    /// Demand not yet met. A value without demand does not lower it.
    public private(set) var outstanding = Demand.none
    public private(set) var dropped = 0
    /// Values that entered a buffer.
    public private(set) var buffered = 0
    /// Values that left a buffer for the downstream.
    public private(set) var unbuffered = 0
    /// Values lost after they had entered a buffer.
    public private(set) var droppedWhileHeld = 0
    /// Ends: finished, failure, cancel.
    public private(set) var endings = 0
    public private(set) var subscriptions = 0
    public private(set) var states = 0
    /// Values delivered without demand: either the demand is unknown, or the contract is broken.
    public private(set) var unasked: UInt32 = 0
    /// The kind of its first end; `nil` before that.
    public private(set) var end: SignalKind?
    /// Whether ``outstanding`` is a lower bound, because records of earlier demand are missing.
    public private(set) var isDemandLeast = false
    /// The number of stores whose contents are unknown.
    private var unknownStores: UInt16 = 0

    public init() {}

    /// Whether more values may be in a buffer than ``held``, because records are missing.
    public var heldIsLowerBound: Bool { unknownStores > 0 }

    /// Values in a buffer; a lower bound if records are missing.
    public var held: Int { max(0, buffered - unbuffered - droppedWhileHeld) }

    /// ``held``, with whether it is exact.
    public var heldCount: HeldCount { HeldCount(held, isLeast: heldIsLowerBound) }

    /// Values that a buffer received, including refused ones.
    public var arrived: Int { buffered + dropped - droppedWhileHeld }

    /// Whether its subscriber has requested a value, or received one.
    package var hasAsked: Bool { values > 0 || requested != .none || returned != .none }

    /// Whether it is subscribed and has not ended.
    public var isLive: Bool { subscriptions > 0 && end == nil }

    /// Adds the next event.
    ///
    /// - Parameters:
    ///   - fromStore: Whether a dropped value had been in a buffer.
    package mutating func fold(_ kind: SignalKind, of event: TraceEvent, fromStore: Bool = false) {
        switch kind {
        case .offered: offered += 1
        case .value where event.isCall && end != nil: late += 1
        case .value:
            values += 1
            if outstanding == .none, !isDemandLeast { unasked &+= 1 }
            outstanding.spend()
        case .request:
            requests += 1
            let demand = Demand(rawValue: event.a)
            requested = requested + demand
            ask(demand, event)
        case .returned:
            returns += 1
            let demand = Demand(rawValue: event.a)
            returned = returned + demand
            ask(demand, event)
        case .dropped:
            dropped += 1
            if fromStore { droppedWhileHeld += 1 }
        case .buffered: buffered += 1
        case .unbuffered: unbuffered += 1
        case .finished, .failure, .cancel:
            endings += 1
            end = end ?? kind
        case .state: states += 1
        case .subscribed:
            subscriptions += 1
            if event.beginsLife { (outstanding, isDemandLeast, end) = (.none, false, nil) }
        case .note:
            guard let isKnown = event.knowsHeld else { break }
            if !isKnown { unknownStores &+= 1 } else if unknownStores > 0 { unknownStores -= 1 }
        case .causeLink: break
        }
    }

    private mutating func ask(_ demand: Demand, _ event: TraceEvent) {
        if event.restIsUnknown { isDemandLeast = true } else { outstanding = outstanding + demand }
    }

    static func + (lhs: EdgeAccount, rhs: EdgeAccount) -> EdgeAccount {
        var sum = lhs
        sum.offered += rhs.offered
        sum.values += rhs.values
        sum.late += rhs.late
        sum.requests += rhs.requests
        sum.requested = sum.requested + rhs.requested
        sum.returns += rhs.returns
        sum.returned = sum.returned + rhs.returned
        sum.outstanding = sum.outstanding + rhs.outstanding
        sum.dropped += rhs.dropped
        sum.buffered += rhs.buffered
        sum.unbuffered += rhs.unbuffered
        sum.droppedWhileHeld += rhs.droppedWhileHeld
        sum.endings += rhs.endings
        sum.subscriptions += rhs.subscriptions
        sum.states += rhs.states
        sum.unasked &+= rhs.unasked
        sum.isDemandLeast = sum.isDemandLeast || rhs.isDemandLeast
        sum.unknownStores &+= rhs.unknownStores
        sum.end = sum.end ?? rhs.end
        return sum
    }

    /// The account without ends, which mean nothing for a lane of several edges.
    var withoutEndings: EdgeAccount {
        var account = self
        (account.endings, account.end) = (0, nil)
        return account
    }

    /// The kind that represents all events since `earlier`: the one that is usually the rarest.
    func kind(after earlier: EdgeAccount) -> SignalKind {
        if dropped > earlier.dropped { return .dropped }
        if offered > earlier.offered { return .offered }
        if values > earlier.values || late > earlier.late { return .value }
        if buffered > earlier.buffered { return .buffered }
        if unbuffered > earlier.unbuffered { return .unbuffered }
        if requests > earlier.requests { return .request }
        return returns > earlier.returns ? .returned : .note
    }
}

/// The number of held values, exact or a lower bound.
public struct HeldCount: Hashable, Sendable, ExpressibleByIntegerLiteral {
    public let count: Int
    /// Whether it is a lower bound, because records are missing.
    public let isLeast: Bool

    public init(_ count: Int, isLeast: Bool = false) { (self.count, self.isLeast) = (count, isLeast) }
    public init(integerLiteral count: Int) { self.init(count) }
}
