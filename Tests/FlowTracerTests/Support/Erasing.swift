import OpenCombineShim

/// Subscribes its subscriber to another publisher, wrapped in an `AnySubscriber`.
struct Erasing<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.subscribe(AnySubscriber(subscriber))
    }
}
