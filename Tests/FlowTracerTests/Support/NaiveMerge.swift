import OpenCombineShim

/// Subscribes one and the same object to two publishers.
struct NaiveMerge<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let left: Upstream
    let right: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        let inner = NaiveMergeInner(subscriber)
        left.subscribe(inner)
        right.subscribe(inner)
        subscriber.receive(subscription: inner)
    }
}

private final class NaiveMergeInner<Downstream: Subscriber>: Subscriber, Subscription {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private let downstream: Downstream
    private var subscriptions: [any Subscription] = []

    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    func receive(subscription: any Subscription) {
        subscriptions.append(subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        subscriptions.forEach { $0.request(demand) }
    }

    func cancel() {
        subscriptions.forEach { $0.cancel() }
    }
}
