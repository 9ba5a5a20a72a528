import FlowCombine

/// The decisions of ``OpenCombine/Publishers/Pace``; calls nobody.
struct PaceStateMachine {
    private enum Upstream {
        /// One value has been asked for.
        case asked
        /// A value has come; its interval has not passed.
        case resting
        /// Nothing has been asked for; it may be at any time.
        case ready
    }

    private var subscription: (any Subscription)?
    private var upstream = Upstream.ready
    private var demand = Subscribers.Demand.none
    private var isOver = false

    /// - Returns: Whether it is the first; otherwise it has to be cancelled.
    mutating func receive(subscription: any Subscription) -> Bool {
        guard self.subscription == nil, !isOver else { return false }
        self.subscription = subscription
        return true
    }

    /// - Returns: Whom to ask for one value now, `nil` for nobody.
    mutating func request(_ demand: Subscribers.Demand) -> (any Subscription)? {
        guard !isOver else { return nil }
        self.demand += demand
        return ask()
    }

    /// - Returns: Whether to pass the value on. One that was not asked for is not: downstream may not want it.
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
