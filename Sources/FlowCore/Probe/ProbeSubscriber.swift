import OpenCombineShim

/// Stands between two operators: records what comes down and forwards it unchanged.
///
/// A single reference, because operators copy their subscriber for every value.
struct ProbeSubscriber<Downstream: Subscriber>: Subscriber {
    let link: ProbeLink<Downstream>

    /// The downstream's own, so that whoever compares identifiers sees no difference.
    var combineIdentifier: CombineIdentifier {
        link.combineIdentifier
    }

    func receive(subscription: any Subscription) {
        link.receive(subscription: subscription)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        link.receive(input)
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        link.receive(completion: completion)
    }
}
