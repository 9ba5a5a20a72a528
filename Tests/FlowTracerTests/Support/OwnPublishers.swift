import FlowCombine

/// Merges through closures like those of `Subscribers.Sink`, which no tracer can inspect.
struct ClosureMerge<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let inputs: [Upstream]

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        let inner = ClosureSubscription()
        for input in inputs {
            input.subscribe(
                ClosureSubscriber<Output, Failure>(
                    subscription: { inner.subscriptions.append($0) }, value: { subscriber.receive($0) },
                    completion: { subscriber.receive(completion: $0) }))
        }
        subscriber.receive(subscription: inner)
    }
}

/// Maps each value to a publisher and merges these publishers, through closures that no tracer can inspect.
struct ClosureFlatMap<Upstream: Publisher, Inner: Publisher>: Publisher where Inner.Failure == Upstream.Failure {
    typealias Output = Inner.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let transform: (Upstream.Output) -> Inner

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        let inner = ClosureSubscription()
        upstream.subscribe(
            ClosureSubscriber<Upstream.Output, Failure>(
                subscription: { inner.subscriptions.append($0) },
                value: { input in
                    transform(input).subscribe(
                        ClosureSubscriber<Output, Failure>(
                            subscription: { $0.request(.unlimited) }, value: { subscriber.receive($0) }, completion: { _ in }))
                    return .none
                },
                completion: { subscriber.receive(completion: $0) }))
        subscriber.receive(subscription: inner)
    }
}

/// A subscriber made of closures.
final class ClosureSubscriber<Input, Failure: Error>: Subscriber {
    private let onSubscription: (any Subscription) -> Void
    private let onValue: (Input) -> Subscribers.Demand
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void

    init(
        subscription: @escaping (any Subscription) -> Void, value: @escaping (Input) -> Subscribers.Demand,
        completion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
        (onSubscription, onValue, onCompletion) = (subscription, value, completion)
    }

    func receive(subscription: any Subscription) {
        onSubscription(subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        onValue(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        onCompletion(completion)
    }
}

/// Passes demand and cancel to several subscriptions.
private final class ClosureSubscription: Subscription {
    var subscriptions: [any Subscription] = []

    func request(_ demand: Subscribers.Demand) {
        subscriptions.forEach { $0.request(demand) }
    }

    func cancel() {
        subscriptions.forEach { $0.cancel() }
    }
}

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

/// Hands its subscriber straight to another publisher, as `AnyPublisher` does.
struct Forwarding<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.receive(subscriber: subscriber)
    }
}

/// Subscribes its subscriber to another publisher.
struct Resubscribing<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.subscribe(subscriber)
    }
}

/// Subscribes its subscriber to another publisher, wrapped in an `AnySubscriber`.
struct Erasing<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.subscribe(AnySubscriber(subscriber))
    }
}

/// Doubles values in its own subscriber, which it passes to the upstream past the hook.
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

/// A publisher that gives the same subscription to every subscriber, and sends nothing.
struct Countdown: Publisher {
    typealias Output = Int
    typealias Failure = Never

    final class Ticket: Subscription {
        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}
    }

    private let ticket = Ticket()

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Int, Downstream.Failure == Never {
        subscriber.receive(subscription: ticket)
    }
}

/// A custom operator that subscribes further when it is subscribed, or only when values are requested.
///
/// It subscribes from inside its subscription, with a subscriber that has the name of the library's `Sink`.
struct SubscribingInside<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    var whenAsked = false

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        let inner = Inside(sink: Sink(subscriber), upstream: upstream)
        if !whenAsked { inner.start() }
        subscriber.receive(subscription: inner)
    }

    private final class Inside<Downstream: Subscriber>: Subscription
    where Downstream.Input == Output, Downstream.Failure == Failure {
        private let sink: Sink<Downstream>
        private var upstream: Upstream?

        init(sink: Sink<Downstream>, upstream: Upstream) {
            (self.sink, self.upstream) = (sink, upstream)
        }

        func start() {
            upstream?.subscribe(sink)
            upstream = nil
        }

        func request(_ demand: Subscribers.Demand) {
            start()
            sink.subscription?.request(demand)
        }

        func cancel() {
            sink.subscription?.cancel()
        }
    }
}

/// Passes on its input, as many such subscribers do, and may subscribe again.
final class Sink<Downstream: Subscriber>: Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private let downstream: Downstream
    /// Called with a completion, which is then not passed on.
    var onCompletion: (() -> Void)?
    private(set) var subscription: (any Subscription)?

    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard let onCompletion else { return downstream.receive(completion: completion) }
        onCompletion()
    }
}

/// Subscribes to `upstream` at the first value of `trigger`, and passes on its values.
struct StartingAt<Trigger: Publisher, Upstream: Publisher>: Publisher where Trigger.Failure == Upstream.Failure {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let trigger: Trigger
    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        let inner = ClosureSubscription()
        let sink = Sink(subscriber)
        trigger.subscribe(
            ClosureSubscriber<Trigger.Output, Failure>(
                subscription: { inner.subscriptions.append($0) },
                value: { _ in
                    guard sink.subscription == nil else { return .none }
                    upstream.subscribe(sink)
                    sink.subscription?.request(.unlimited)
                    return .none
                },
                completion: { _ in }))
        subscriber.receive(subscription: inner)
    }
}

/// Subscribes the same subscriber again, `count` times in all, whenever the upstream has finished.
struct Again<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let count: Int

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        let sink = Sink(subscriber)
        var left = count
        let inner = ClosureSubscription()
        sink.onCompletion = {
            left -= 1
            guard left > 0 else { return }
            upstream.subscribe(sink)
            sink.subscription?.request(.unlimited)
        }
        upstream.subscribe(sink)
        if let subscription = sink.subscription { inner.subscriptions.append(subscription) }
        subscriber.receive(subscription: inner)
    }
}

/// Gets its values through `sink` with closures, as a program's own operators do, and passes them on.
struct ThroughSink<Upstream: Publisher>: Publisher where Upstream.Failure == Never {
    typealias Output = Upstream.Output
    typealias Failure = Never

    let upstream: Upstream

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Never {
        let inner = Held(upstream.sink { _ = subscriber.receive($0) })
        subscriber.receive(subscription: inner)
    }

    private final class Held: Subscription {
        private let cancellable: AnyCancellable

        init(_ cancellable: AnyCancellable) {
            self.cancellable = cancellable
        }

        func request(_ demand: Subscribers.Demand) {}

        func cancel() {
            cancellable.cancel()
        }
    }
}

/// Keeps the last `count` values, and passes on the values before.
struct Keeping<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let count: Int

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        var kept: [Output] = []
        let inner = ClosureSubscription()
        upstream.subscribe(
            ClosureSubscriber<Output, Failure>(
                subscription: { inner.subscriptions.append($0) },
                value: {
                    kept.append($0)
                    return kept.count > count ? subscriber.receive(kept.removeFirst()) : .none
                },
                completion: { subscriber.receive(completion: $0) }))
        subscriber.receive(subscription: inner)
    }
}
