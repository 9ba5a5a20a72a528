import OpenCombineShim

/// A publisher worked by hand that heeds no rule: values and ends go out whatever was asked for, subscriptions when it is told to.
final class Rogue: Publisher, Subscription {
    typealias Output = Int
    typealias Failure = TestFailure

    /// Called inside every request.
    var onRequest: (Rogue) -> Void = { _ in }

    private let handsOver: Bool
    private var downstream: AnySubscriber<Int, TestFailure>?

    /// Creates a publisher.
    ///
    /// - Parameter handsOver: Whether a subscriber gets a subscription when it comes.
    init(handsOver: Bool = true) {
        self.handsOver = handsOver
    }

    func receive(subscriber: some Subscriber<Int, TestFailure>) {
        downstream = AnySubscriber(subscriber)
        if handsOver { sendSubscription() }
    }

    func sendSubscription() {
        downstream?.receive(subscription: self)
    }

    func send(_ value: Int) {
        _ = downstream?.receive(value)
    }

    func send(completion: Subscribers.Completion<TestFailure>) {
        downstream?.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        onRequest(self)
    }

    func cancel() {}
}
