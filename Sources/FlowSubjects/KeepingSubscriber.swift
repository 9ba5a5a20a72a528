import FlowCombine

/// Hands on everything to a subscriber, and keeps the subject for as long as the subject's subscription keeps the subscriber: the stream
/// library's subjects live as long as they have subscribers.
struct KeepingSubscriber<Downstream: Subscriber>: Subscriber {
    let downstream: Downstream
    let subject: AnyObject

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) { downstream.receive(completion: completion) }
}
