import FlowCombine

/// A publisher that hands over a subscription immediately, even if its upstream's arrives later, as after `subscribe(on:)`.
///
/// Without it, a late upstream would call into OpenCombine's `zip` after the `zip` had been deallocated.
struct EarlySubscription<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive(subscriber: some Subscriber<Output, Failure>) {
        let link = EarlySubscriptionLink(downstream: subscriber)
        subscriber.receive(subscription: link)
        upstream.subscribe(link)
    }
}

/// One subscription of an ``EarlySubscription``: stores the demand until the upstream's subscription arrives.
final class EarlySubscriptionLink<Downstream: Subscriber>: Subscriber, Subscription {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private var downstream: Downstream?
    private var upstream: (any Subscription)?
    private var pending = Subscribers.Demand.none

    init(downstream: Downstream) { self.downstream = downstream }

    func receive(subscription: any Subscription) {
        guard downstream != nil, upstream == nil else { return subscription.cancel() }
        upstream = subscription
        let demand = pending
        pending = .none
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand { downstream?.receive(input) ?? .none }

    func receive(completion: Subscribers.Completion<Failure>) {
        let receiver = downstream
        (downstream, upstream) = (nil, nil)
        receiver?.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        if let upstream { upstream.request(demand) } else { pending += demand }
    }

    func cancel() {
        let subscription = upstream
        (downstream, upstream) = (nil, nil)
        subscription?.cancel()
    }
}
