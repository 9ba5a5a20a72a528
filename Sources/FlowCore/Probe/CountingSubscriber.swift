import OpenCombineShim
import Synchronization

/// Counts what a subject delivers and forwards it unchanged.
struct CountingSubscriber<Downstream: Subscriber>: Subscriber {
    let downstream: Downstream
    let counts: DeliveryCounts

    var combineIdentifier: CombineIdentifier {
        downstream.combineIdentifier
    }

    func receive(subscription: any Subscription) {
        counts.subscribers.wrappingAdd(1, ordering: .relaxed)
        downstream.receive(subscription: CountingSubscription(upstream: subscription, counts: counts))
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        counts.deliveries.wrappingAdd(1, ordering: .relaxed)
        return downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
}
