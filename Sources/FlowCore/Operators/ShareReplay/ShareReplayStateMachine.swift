import DequeModule
import FlowTrace
import FlowCombine

/// The pure logic of a shared replay, testable without threads or time.
///
/// The replay is the only buffer; a subscriber is a position in it. So a slow subscriber can get every value that is still in the
/// replay. Two kinds of work are each serial: the fan-out of arrivals (``receive(_:)`` until ``nextFanOut()`` returns `nil`), and
/// the draining of one subscriber (a ``Step`` up to `rest`).
struct ShareReplayStateMachine<Value, Failure: Error, Downstream> {
    enum Arrival {
        case value(Value)
        case completion(Subscribers.Completion<Failure>)
    }

    /// An arrival, and the subscribers to be drained in this order.
    enum FanOut {
        /// A value entered the replay, and `left`, if any, made room; `isLost` if a subscriber had not received `left`.
        case value(Value, left: Value?, isLost: Bool, subscribers: [ShareReplaySubscriberID])
        /// The stream ended; the upstream's subscription is to be released outside the lock.
        case completion(subscribers: [ShareReplaySubscriberID], upstream: (any Subscription)?)
        /// The stream had ended before this arrival, which is to be released outside the lock.
        case late(Arrival)
    }

    /// The next step of the drainer of a subscriber.
    enum Step {
        /// Deliver the value, then report with ``delivered(to:returning:)``.
        case deliver(Value, to: Downstream)
        /// Deliver the completion; the subscriber is removed.
        case complete(Subscribers.Completion<Failure>, to: Downstream)
        case rest
    }

    private struct Cursor {
        let downstream: Downstream
        /// The position of the next value.
        var position: Int
        var demand = Subscribers.Demand.none
        var isDraining = false
        /// Whether the downstream has its subscription, so that a completion may follow.
        var isHandedOver = false
    }

    private let capacity: Int
    private var replay = Deque<Value>()
    /// The position of the first value in the replay.
    private var firstPosition = 0
    private var ending: Subscribers.Completion<Failure>?
    private var arrivals = Deque<Arrival>()
    private var isFanningOut = false
    /// In order of subscription, which is the order of `cursors` too.
    private var subscribers: [ShareReplaySubscriberID] = []
    private var cursors: [Cursor] = []
    private var subscriberCount = 0
    private var upstream: (any Subscription)?

    init(capacity: Int) { self.capacity = capacity }

    // MARK: From the upstream

    /// - Returns: Whether the subscription is the first; any other must be cancelled.
    mutating func receive(subscription: any Subscription) -> Bool {
        guard upstream == nil, ending == nil else { return false }
        upstream = subscription
        return true
    }

    /// Removes and returns the upstream's subscription; the caller cancels it.
    mutating func takeUpstream() -> (any Subscription)? { upstream.take() }

    /// - Returns: The arrival to fan out; `nil` if another caller is fanning out.
    mutating func receive(_ arrival: Arrival) -> FanOut? {
        arrivals.append(arrival)
        guard !isFanningOut else { return nil }
        isFanningOut = true
        return nextFanOut()
    }

    mutating func nextFanOut() -> FanOut? {
        if let arrival = arrivals.popFirst() {
            guard ending == nil else { return .late(arrival) }
            switch arrival {
            case .value(let value):
                let left = replay.count == capacity ? replay.popFirst() : nil
                let isLost = left != nil && forgetFirstPosition()
                replay.append(value)
                return .value(value, left: left, isLost: isLost, subscribers: subscribers)
            case .completion(let completion):
                ending = completion
                return .completion(subscribers: subscribers, upstream: upstream.take())
            }
        }
        isFanningOut = false
        return nil
    }

    /// - Returns: Whether a subscriber had not reached the forgotten position.
    private mutating func forgetFirstPosition() -> Bool {
        var isLost = false
        for index in cursors.indices where cursors[index].position == firstPosition {
            cursors[index].position += 1
            isLost = true
        }
        firstPosition += 1
        return isLost
    }

    // MARK: From the downstream

    /// Adds a subscriber, at the start of the replay.
    ///
    /// - Returns: Its id, and whether it is the first subscriber ever. If so, the caller subscribes to the upstream.
    mutating func subscribe(_ downstream: Downstream) -> (id: ShareReplaySubscriberID, isFirst: Bool) {
        subscriberCount += 1
        let id = ShareReplaySubscriberID(rawValue: subscriberCount)
        subscribers.append(id)
        cursors.append(Cursor(downstream: downstream, position: firstPosition))
        return (id, subscriberCount == 1)
    }

    /// Records that the downstream has its subscription.
    mutating func handOver(to id: ShareReplaySubscriberID) -> Step? {
        guard let index = index(of: id) else { return nil }
        cursors[index].isHandedOver = true
        return beginDraining(id)
    }

    mutating func request(_ more: Subscribers.Demand, for id: ShareReplaySubscriberID) -> Step? {
        guard let index = index(of: id) else { return nil }
        cursors[index].isHandedOver = true
        cursors[index].demand += more
        return beginDraining(id)
    }

    /// - Returns: Its downstream, to be released outside the lock.
    mutating func cancel(_ id: ShareReplaySubscriberID) -> Downstream? { index(of: id).map { remove(at: $0) } }

    // MARK: Draining

    /// Makes the caller the drainer of this subscriber.
    ///
    /// - Returns: The first step; `nil` if another caller drains it, or it is gone.
    mutating func beginDraining(_ id: ShareReplaySubscriberID) -> Step? {
        guard let index = index(of: id), !cursors[index].isDraining else { return nil }
        cursors[index].isDraining = true
        return nextStep(at: index)
    }

    /// - Parameter more: The demand that the downstream returned for the delivered value.
    mutating func delivered(to id: ShareReplaySubscriberID, returning more: Subscribers.Demand) -> Step {
        guard let index = index(of: id) else { return .rest }
        precondition(cursors[index].isDraining, "ShareReplayStateMachine.delivered called without a delivery")
        cursors[index].demand += more
        return nextStep(at: index)
    }

    private mutating func nextStep(at index: Int) -> Step {
        let cursor = cursors[index]
        if cursor.position < firstPosition + replay.count {
            if cursor.demand > .none {
                cursors[index].demand -= 1
                cursors[index].position += 1
                return .deliver(replay[cursor.position - firstPosition], to: cursor.downstream)
            }
        } else if let ending, cursor.isHandedOver {
            return .complete(ending, to: remove(at: index))
        }
        cursors[index].isDraining = false
        return .rest
    }

    private mutating func remove(at index: Int) -> Downstream {
        subscribers.remove(at: index)
        return cursors.remove(at: index).downstream
    }

    private func index(of id: ShareReplaySubscriberID) -> Int? {
        let index = subscribers.partitioningIndex { $0 >= id }
        return index < subscribers.count && subscribers[index] == id ? index : nil
    }
}
