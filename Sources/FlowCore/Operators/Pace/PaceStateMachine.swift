import FlowCombine

/// The pure logic of ``OpenCombine/Publishers/Pace``.
struct PaceStateMachine {
    private enum Upstream {
        /// One value has been requested.
        case asked
        /// A value has arrived; its interval has not passed.
        case resting
        /// Nothing has been requested; a request may follow at any time.
        case ready
    }

    private var subscription: (any Subscription)?
    private var upstream = Upstream.ready
    private var demand = Subscribers.Demand.none
    private var isOver = false

    /// - Returns: Whether the subscription is the first; any other must be cancelled.
    mutating func receive(subscription: any Subscription) -> Bool {
        guard self.subscription == nil, !isOver else { return false }
        self.subscription = subscription
        return true
    }

    /// - Returns: The subscription from which to request one value now; `nil` for none.
    mutating func request(_ demand: Subscribers.Demand) -> (any Subscription)? {
        guard !isOver else { return nil }
        self.demand += demand
        return ask()
    }

    /// - Returns: Whether to pass the value on. An unrequested value is not passed on, since the downstream may have no demand.
    mutating func receiveValue() -> Bool {
        guard !isOver, case .asked = upstream, demand > .none else { return false }
        upstream = .resting
        demand -= 1
        return true
    }

    mutating func intervalPassed() -> (any Subscription)? {
        upstream = .ready
        return ask()
    }

    /// - Returns: The subscription, to be released or cancelled.
    mutating func end() -> (any Subscription)? {
        isOver = true
        return subscription.take()
    }

    private mutating func ask() -> (any Subscription)? {
        guard let subscription, demand > .none, case .ready = upstream else { return nil }
        upstream = .asked
        return subscription
    }
}
