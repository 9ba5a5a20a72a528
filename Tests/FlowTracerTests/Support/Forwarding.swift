import OpenCombineShim

/// Hands its subscriber straight to another publisher, as `AnyPublisher` does.
struct Forwarding<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.receive(subscriber: subscriber)
    }
}
