import FlowCombine

/// Forwards all signals to a subscriber, and retains the subject while the subscription lives, as the stream library's
/// subscriptions do.
struct KeepingSubscriber<Downstream: Subscriber>: Subscriber {
    let downstream: Downstream
    let subject: AnyObject

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) { downstream.receive(completion: completion) }
}
