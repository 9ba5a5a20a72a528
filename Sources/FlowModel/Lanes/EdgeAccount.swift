import FlowGraph
import FlowTrace

/// What has passed an edge up to an event: counts, outstanding demand, and how it ended. A lane's is that of its edges together.
///
/// The one place where events are added up. Whoever needs more of an edge keeps it beside its account.
public struct EdgeAccount: Hashable, Sendable {
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
    /// What was asked for and not delivered yet. A value that nobody asked for takes nothing off.
    public private(set) var outstanding = Demand.none
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
    /// Values delivered while none was asked for: the demand is not known, or the contract is broken.
    public private(set) var unasked: UInt32 = 0
    /// The first of its ends, `nil` while it goes on.
    public private(set) var end: SignalKind?

    /// Creates the account of an edge that nothing has passed.
    public init() {}

    /// Values that are in the buffer.
    public var held: Int {
        max(0, buffered - unbuffered - droppedWhileHeld)
    }

    /// Values that came in: what was buffered, and what was refused at the door.
    public var arrived: Int {
        buffered + dropped - droppedWhileHeld
    }

    /// Adds the next event.
    ///
    /// - Parameters:
    ///   - demand: What was asked for, of a request or a return.
    ///   - fromStore: Whether a value that was dropped had been in the buffer.
    package mutating func fold(_ kind: SignalKind, demand: Demand? = nil, fromStore: Bool = false) {
        switch kind {
        case .offered: offered += 1
        case .value:
            values += 1
            if outstanding == .none { unasked &+= 1 }
            outstanding.spend()
        case .request:
            requests += 1
            requested = requested + (demand ?? .none)
            outstanding = outstanding + (demand ?? .none)
        case .returned:
            returns += 1
            returned = returned + (demand ?? .none)
            outstanding = outstanding + (demand ?? .none)
        case .dropped:
            dropped += 1
            if fromStore { droppedWhileHeld += 1 }
        case .buffered: buffered += 1
        case .unbuffered: unbuffered += 1
        case .finished, .failure, .cancel:
            endings += 1
            end = end ?? kind
        case .state: states += 1
        case .subscribed: subscriptions += 1
        case .note, .causeLink: break
        }
    }

    /// The account of two edges together.
    static func + (lhs: EdgeAccount, rhs: EdgeAccount) -> EdgeAccount {
        var sum = lhs
        sum.offered += rhs.offered
        sum.values += rhs.values
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
        sum.end = sum.end ?? rhs.end
        return sum
    }

    /// The same without ends, which mean nothing where several edges share a lane.
    var withoutEndings: EdgeAccount {
        var account = self
        (account.endings, account.end) = (0, nil)
        return account
    }

    /// What stands for all that happened since `earlier`: the rarest of it.
    func kind(after earlier: EdgeAccount) -> SignalKind {
        if dropped > earlier.dropped { return .dropped }
        if offered > earlier.offered { return .offered }
        if values > earlier.values { return .value }
        if buffered > earlier.buffered { return .buffered }
        if unbuffered > earlier.unbuffered { return .unbuffered }
        if requests > earlier.requests { return .request }
        return returns > earlier.returns ? .returned : .note
    }
}

/// An edge's account, and the values that wait on it.
package struct EdgeBook: Sendable {
    package private(set) var account = EdgeAccount()
    package private(set) var held = HeldQueue()

    package init() {}

    /// Adds the next event; returns the value that it took out of the store.
    ///
    /// - Parameter isStore: Whether values can wait on the edge.
    @discardableResult
    package mutating func fold(_ entry: TraceEntry, isStore: Bool = true, in log: TraceLog) -> HeldQueue.Item? {
        let left = isStore ? held.take(entry, value: log.value(of: entry)) : nil
        account.fold(entry.kind, demand: entry.event.demand, fromStore: left != nil)
        return left
    }
}

/// The values that wait on a store edge, oldest first, and the most there have been.
///
/// The one place that says which event takes out a value that waits: an event says what value it is about, and not which of several
/// equal ones.
package struct HeldQueue: Sendable {
    /// A value that waits.
    package struct Item: Sendable {
        /// The sequence of the event with which it entered.
        package let entered: Int
        package let time: TraceTime
        package let value: TraceValue?
    }

    private var waiting: WaitingList<Item>
    package private(set) var peak: (held: Int, at: TraceTime) = (0, .zero)

    /// Creates a queue in which some values wait already, oldest first.
    package init(_ items: [Item] = []) {
        waiting = WaitingList(items)
    }

    /// What waits, oldest first.
    package var items: ArraySlice<Item> {
        waiting.elements
    }

    /// Takes an event of the edge; returns the value that it took out, where that waited: the oldest that is equal to it.
    package mutating func take(_ entry: TraceEntry, value: @autoclosure () -> TraceValue?) -> Item? {
        switch entry.kind {
        case .buffered:
            waiting.append(Item(entered: entry.sequence, time: entry.time, value: value()))
            if waiting.count > peak.held { peak = (waiting.count, entry.time) }
            return nil
        case .dropped where entry.event.dropReason?.removesHeld == false: return nil
        case .unbuffered, .dropped:
            let value = value()
            return waiting.removeFirst(within: HeldQueue.reach) { $0.value == value }
        default: return nil
        }
    }

    /// How many of the oldest are searched, so that a file that names values which never waited does not cost more with each.
    private static let reach = 4_096
}
