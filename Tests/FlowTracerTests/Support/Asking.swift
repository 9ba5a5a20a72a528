import OpenCombineShim

/// A subscriber that asks once and keeps its subscription.
final class Asking<Input, Failure: Error>: Subscriber {
    private let demand: Subscribers.Demand
    private(set) var subscription: (any Subscription)?

    init(_ demand: Subscribers.Demand) {
        self.demand = demand
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {}
}
