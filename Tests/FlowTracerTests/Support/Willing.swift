import OpenCombineShim

/// A subscriber worked by hand that takes whatever comes.
final class Willing: Subscriber {
    typealias Input = Int
    typealias Failure = TestFailure

    private(set) var subscription: (any Subscription)?
    private let demand: Subscribers.Demand
    private let onValue: (Willing, Int) -> Subscribers.Demand

    /// Creates a subscriber.
    ///
    /// - Parameters:
    ///   - demand: What it asks for at first.
    ///   - onValue: Gives what to return for a value; may request and cancel meanwhile.
    init(_ demand: Subscribers.Demand, onValue: @escaping (Willing, Int) -> Subscribers.Demand = { _, _ in .none }) {
        self.demand = demand
        self.onValue = onValue
    }

    func receive(subscription: any Subscription) {
        guard self.subscription == nil else { return }
        self.subscription = subscription
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        onValue(self, input)
    }

    func receive(completion: Subscribers.Completion<TestFailure>) {}
}
