import OpenCombineShim

/// Decides what a ``CustomDemandSink`` does; calls nobody.
struct CustomDemandStateMachine {
    private var stock: Subscribers.Demand
    private var subscription: (any Subscription)?
    private(set) var isOver = false

    init(demand: Subscribers.Demand) {
        stock = demand
    }

    /// - Returns: The first demand, which may be none; `nil` when the subscription has to be cancelled.
    mutating func receive(subscription: any Subscription) -> Subscribers.Demand? {
        guard self.subscription == nil, !isOver else { return nil }
        self.subscription = subscription
        return spend()
    }

    /// The demand to return once the value has been passed on.
    mutating func spend() -> Subscribers.Demand {
        guard !isOver, stock > .none else { return .none }
        stock -= 1
        return .max(1)
    }

    /// - Returns: Whom to ask for `demand` now, `nil` for nobody.
    mutating func increase(by demand: Subscribers.Demand) -> (any Subscription)? {
        guard demand > .none, !isOver else { return nil }
        if subscription == nil { stock += demand }
        return subscription
    }

    /// - Returns: The subscription, to be released or cancelled.
    mutating func end() -> (any Subscription)? {
        isOver = true
        return subscription.take()
    }
}
