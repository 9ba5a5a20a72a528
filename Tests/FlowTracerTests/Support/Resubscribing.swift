import OpenCombineShim

/// Subscribes its subscriber to another publisher.
struct Resubscribing<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.subscribe(subscriber)
    }
}
