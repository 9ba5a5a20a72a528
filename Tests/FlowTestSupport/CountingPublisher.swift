import FlowCombine
import Synchronization

/// Sends 1, 2, 3… from one thread, only on demand, while any number of threads request and cancel; counts everything.
///
/// Proof for `@unchecked`: everything is atomic except the subscriber, which is set before ``produce(_:)`` and read only there.
public final class CountingPublisher: Publisher, Subscription, @unchecked Sendable {
    public typealias Output = Int
    public typealias Failure = Never

    private let outstanding = Atomic<Int>(0)
    private let total = Atomic<Int>(0)
    private let peak = Atomic<Int>(0)
    private let misuses = Atomic<Int>(0)
    private let cancels = Atomic<Int>(0)
    private let stopped = Atomic<Bool>(false)
    private var downstream: AnySubscriber<Int, Never>?

    /// Creates a publisher without demand.
    public init() {}

    /// The sum of all requested and returned demand.
    public var demand: Int { total.load(ordering: .acquiring) }
    /// The highest outstanding demand.
    public var peakDemand: Int { peak.load(ordering: .acquiring) }
    /// The number of requests for no values.
    public var emptyRequests: Int { misuses.load(ordering: .acquiring) }
    /// The number of cancels.
    public var cancellations: Int { cancels.load(ordering: .acquiring) }

    public func receive(subscriber: some Subscriber<Int, Never>) {
        downstream = AnySubscriber(subscriber)
        subscriber.receive(subscription: self)
    }

    public func request(_ demand: Subscribers.Demand) {
        if demand == .none { misuses.add(1, ordering: .relaxed) }
        add(demand)
    }

    public func cancel() {
        cancels.add(1, ordering: .relaxed)
        stopped.store(true, ordering: .releasing)
    }

    /// Sends values on demand, on this thread, until it has sent `count`, is cancelled, or has had no demand for long.
    ///
    /// - Returns: The number of sent values.
    @discardableResult
    public func produce(_ count: Int) -> Int {
        var sent = 0
        var patience = Patience()
        while sent < count, !stopped.load(ordering: .acquiring) {
            guard outstanding.load(ordering: .acquiring) > 0 else {
                guard patience.wait() else { break }
                continue
            }
            patience = Patience()
            outstanding.subtract(1, ordering: .acquiringAndReleasing)
            sent += 1
            add(downstream?.receive(sent) ?? .none)
        }
        return sent
    }

    /// Sends the completion.
    public func finish() {
        downstream?.receive(completion: .finished)
    }

    private func add(_ demand: Subscribers.Demand) {
        guard let count = demand.max, count > 0 else { return }
        let now = outstanding.add(count, ordering: .acquiringAndReleasing).newValue
        peak.max(now, ordering: .relaxed)
        total.add(count, ordering: .acquiringAndReleasing)
    }
}
