import OpenCombineShim

/// What the upstream of a shared replay holds: it does not keep the storage alive, so that an upstream whose values nobody can
/// get any more is cancelled.
final class ShareReplayReceiver<Input, Failure: Error>: Subscriber {
    private weak let storage: ShareReplayStorage<Input, Failure>?

    init(storage: ShareReplayStorage<Input, Failure>) {
        self.storage = storage
    }

    func receive(subscription: any Subscription) {
        guard let storage else { return subscription.cancel() }
        storage.receive(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        storage?.receive(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        storage?.receive(completion: completion)
    }
}

extension ShareReplayReceiver: CustomStringConvertible {
    var description: String { "ShareReplay" }
}
