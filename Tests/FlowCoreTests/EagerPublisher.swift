import FlowCombine

/// Sends all requested and returned demand inside `request`, without a guard against nested requests.
struct EagerPublisher: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let count: Int

    func receive(subscriber: some Subscriber<Int, Never>) {
        subscriber.receive(subscription: Inner(downstream: AnySubscriber(subscriber), count: count))
    }

    private final class Inner: Subscription {
        let downstream: AnySubscriber<Int, Never>
        let count: Int
        var sent = 0

        init(downstream: AnySubscriber<Int, Never>, count: Int) {
            self.downstream = downstream
            self.count = count
        }

        func request(_ demand: Subscribers.Demand) {
            var demand = demand
            while demand > .none, sent < count {
                sent += 1
                demand -= 1
                demand += downstream.receive(sent)
            }
        }

        func cancel() {}
    }
}
