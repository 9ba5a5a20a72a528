import OpenCombineShim

/// Gives its subscriber a subscription at once, also where its upstream takes its time, as behind `subscribe(on:)`.
///
/// OpenCombine's `zip` is let go before its upstreams have subscribed where they do so later, and then called by them.
struct Prompt<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let link = PromptLink(downstream: subscriber)
        subscriber.receive(subscription: link)
        upstream.subscribe(link)
    }
}
