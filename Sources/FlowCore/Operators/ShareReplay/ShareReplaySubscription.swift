import OpenCombineShim

/// What a subscriber of a shared replay holds: its id, and the storage that it keeps alive.
final class ShareReplaySubscription<Output, Failure: Error>: Subscription {
    private let storage: ShareReplayStorage<Output, Failure>
    private let id: ShareReplaySubscriberID

    init(storage: ShareReplayStorage<Output, Failure>, id: ShareReplaySubscriberID) {
        self.storage = storage
        self.id = id
    }

    func request(_ demand: Subscribers.Demand) {
        storage.request(demand, for: id)
    }

    func cancel() {
        storage.cancel(id)
    }
}

extension ShareReplaySubscription: CustomStringConvertible {
    var description: String { "ShareReplay" }
}
