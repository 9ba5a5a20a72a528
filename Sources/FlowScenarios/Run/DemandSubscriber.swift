import FlowCombine

/// A subscriber that requests a fixed demand when it subscribes, and more only through ``request(_:)``.
///
/// - Important: Use it on one thread.
final class DemandSubscriber<Input, Failure: Error>: Subscriber, Cancellable {
    private var wanted: Subscribers.Demand
    private let returned: Subscribers.Demand
    private var subscription: (any Subscription)?
    private var isOver = false

    /// - Parameters:
    ///   - demand: The first request.
    ///   - returned: The demand to return for each value.
    init(demand: Subscribers.Demand, returning returned: Subscribers.Demand = .none) {
        wanted = demand
        self.returned = returned
    }

    /// Requests more; before the subscription, adds to the first demand.
    ///
    /// - Returns: Whether the stream is still live.
    @discardableResult
    func request(_ demand: Subscribers.Demand) -> Bool {
        guard !isOver else { return false }
        if let subscription { subscription.request(demand) } else { wanted += demand }
        return true
    }

    /// Ends the subscription.
    ///
    /// - Returns: Whether the stream was still live.
    @discardableResult
    func end() -> Bool {
        guard !isOver else { return false }
        isOver = true
        subscription.take()?.cancel()
        return true
    }

    func cancel() { end() }

    func receive(subscription: any Subscription) {
        guard self.subscription == nil, !isOver else { return subscription.cancel() }
        self.subscription = subscription
        if wanted > .none { subscription.request(wanted) }
    }

    func receive(_ input: Input) -> Subscribers.Demand { isOver ? .none : returned }

    func receive(completion: Subscribers.Completion<Failure>) {
        isOver = true
        subscription = nil
    }
}
