import FlowCombine

/// A subscriber that requests some values at first, and one more whenever it is told to.
final class PatientSink: Subscriber {
    private let first: Int
    private var subscription: (any Subscription)?
    private(set) var received = 0

    init(first: Int) { self.first = first }

    func request() { subscription?.request(.max(1)) }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(.max(first))
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        received += 1
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}
