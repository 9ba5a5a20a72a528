import OpenCombineShim

/// An upstream that any thread may make send, at the same time as others, whatever was asked.
final class OperatorThreadSource<Failure: Error>: Publisher {
    typealias Output = Int

    private final class Link: Subscription {
        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}
    }

    /// Written before any other thread is started.
    private var subscriber: AnySubscriber<Int, Failure>?

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Int, Downstream.Failure == Failure {
        self.subscriber = AnySubscriber(subscriber)
        subscriber.receive(subscription: Link())
    }

    func send(_ value: Int) {
        _ = subscriber?.receive(value)
    }

    func finish() {
        subscriber?.receive(completion: .finished)
    }

    func fail(_ error: Failure) {
        subscriber?.receive(completion: .failure(error))
    }
}
