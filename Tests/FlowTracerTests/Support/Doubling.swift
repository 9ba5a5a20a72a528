import OpenCombineShim

/// Doubles values, in a subscriber of its own that it hands to the upstream past the hook.
struct Doubling<Upstream: Publisher>: Publisher where Upstream.Output == Int {
    typealias Output = Int
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Int, Downstream.Failure == Failure {
        upstream.receive(
            subscriber: AnySubscriber<Int, Failure>(
                receiveSubscription: { subscriber.receive(subscription: $0) },
                receiveValue: { subscriber.receive($0 * 2) },
                receiveCompletion: { subscriber.receive(completion: $0) }))
    }
}
