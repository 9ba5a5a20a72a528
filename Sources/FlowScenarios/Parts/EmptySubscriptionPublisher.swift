import OpenCombineShim

/// A publisher that has nothing to give and says so at once.
struct EmptySubscriptionPublisher: Publisher {
    typealias Output = String
    typealias Failure = Never

    func receive(subscriber: some Subscriber<String, Never>) {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
    }
}
