import FlowCombine

/// Sends one value more than its subscriber asked for.
struct GenerousPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Never

    func receive(subscriber: some Subscriber<Int, Never>) {
        subscriber.receive(subscription: Gift(downstream: AnySubscriber(subscriber)))
    }

    private final class Gift: Subscription {
        private let downstream: AnySubscriber<Int, Never>

        init(downstream: AnySubscriber<Int, Never>) {
            self.downstream = downstream
        }

        func request(_ demand: Subscribers.Demand) {
            for value in 0...(demand.max ?? 0) { _ = downstream.receive(value) }
        }

        func cancel() {}
    }
}
