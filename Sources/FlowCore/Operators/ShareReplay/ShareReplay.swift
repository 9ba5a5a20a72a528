import FlowTrace
import FlowCombine

extension Publisher {
    /// Shares one subscription to this publisher among all subscribers, and replays the newest values to later subscribers.
    ///
    /// The first subscriber makes it subscribe to the upstream, with unlimited demand. It keeps this subscription after the last
    /// subscriber leaves. A value goes to the subscribers in order of subscription, within the demand of each subscriber. Up to
    /// `capacity` unrequested values are kept for a subscriber; beyond that, the subscriber loses the oldest. The completion
    /// follows the kept values, also for later subscribers.
    ///
    /// - Parameter capacity: The maximum number of values to replay and to keep, from 1; unlimited by default.
    @_disfavoredOverload
    public func shareReplay(capacity: Int = .max) -> Publishers.ShareReplay<Self> {
        Publishers.ShareReplay(upstream: self, capacity: capacity)
    }

    /// Shares and replays as ``shareReplay(capacity:)`` does, and records the replay's buffer.
    ///
    /// A value is recorded as `buffered` when it enters the replay. When a newer value replaces it, it is recorded as
    /// `unbuffered`, or as `dropped` if at least one subscriber has not received it.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of values to replay and to keep, from 1; unlimited by default.
    ///   - label: The name of the store in the trace.
    ///   - recorder: Receives the records; the node and its store are declared immediately.
    @_disfavoredOverload
    public func shareReplay(capacity: Int = .max, label: String = "replay", recorder: Recorder) -> Publishers.ShareReplay<Self> {
        Publishers.ShareReplay(upstream: self, capacity: capacity, label: label, recorder: recorder)
    }
}

extension Publishers {
    /// A publisher that shares one upstream subscription and replays the newest values.
    ///
    /// Several threads may send, request and cancel. Deliveries to one subscriber do not overlap; values that arrive during a
    /// delivery, on any thread, are delivered after it. The upstream is cancelled when the publisher and all its subscriptions
    /// are released.
    public final class ShareReplay<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        public let capacity: Int
        /// The node in the graph, `nil` if nothing is recorded.
        public let node: NodeID?

        private let storage: ShareReplayStorage<Output, Failure>

        /// Creates a shared replay that records nothing; see ``OpenCombine/Publisher/shareReplay(capacity:)``.
        public init(upstream: Upstream, capacity: Int = .max) {
            precondition(capacity >= 1, "shareReplay capacity must be positive, got \(capacity)")
            self.upstream = upstream
            self.capacity = capacity
            node = nil
            storage = ShareReplayStorage(capacity: capacity, probe: nil)
        }

        /// Creates a shared replay that records; see ``OpenCombine/Publisher/shareReplay(capacity:label:recorder:)``.
        public init(upstream: Upstream, capacity: Int = .max, label: String = "replay", recorder: Recorder) {
            precondition(capacity >= 1, "shareReplay capacity must be positive, got \(capacity)")
            self.upstream = upstream
            self.capacity = capacity
            let store = StoreDeclaration.all(.replay, .shareReplay, capacity: capacity, label: label, recorder: recorder).first
            node = store.node
            storage = ShareReplayStorage(capacity: capacity, probe: store.probe)
        }

        public func receive(subscriber: some Subscriber<Output, Failure>) {
            if storage.subscribe(AnySubscriber(subscriber)) {
                upstream.subscribe(ShareReplayReceiver(storage: storage))
            }
        }
    }
}

/// A subscriber's subscription: its id and the storage, which it retains.
final class ShareReplaySubscription<Output, Failure: Error>: Subscription {
    private let storage: ShareReplayStorage<Output, Failure>
    private let id: ShareReplaySubscriberID

    init(storage: ShareReplayStorage<Output, Failure>, id: ShareReplaySubscriberID) {
        self.storage = storage
        self.id = id
    }

    func request(_ demand: Subscribers.Demand) { storage.request(demand, for: id) }

    func cancel() { storage.cancel(id) }
}

extension ShareReplaySubscription: CustomStringConvertible {
    var description: String { "ShareReplay" }
}

/// The upstream's subscriber. It does not retain the storage, so that the upstream is cancelled once no subscriber can receive
/// its values.
final class ShareReplayReceiver<Input, Failure: Error>: Subscriber {
    private weak let storage: ShareReplayStorage<Input, Failure>?

    init(storage: ShareReplayStorage<Input, Failure>) { self.storage = storage }

    func receive(subscription: any Subscription) {
        guard let storage else { return subscription.cancel() }
        storage.receive(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        storage?.receive(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) { storage?.receive(completion: completion) }
}

extension ShareReplayReceiver: CustomStringConvertible {
    var description: String { "ShareReplay" }
}

/// Identifies a subscriber of a shared replay, in order of subscription, from 1.
struct ShareReplaySubscriberID: Hashable, Comparable, Sendable {
    let rawValue: Int

    static func < (lhs: ShareReplaySubscriberID, rhs: ShareReplaySubscriberID) -> Bool { lhs.rawValue < rhs.rawValue }
}
