import OpenCombineShim
import Synchronization

/// Takes its subscriber off the count when it is cancelled.
final class CountingSubscription: Subscription {
    private let upstream: any Subscription
    private let counts: DeliveryCounts
    private let isCancelled = Atomic<Bool>(false)

    init(upstream: any Subscription, counts: DeliveryCounts) {
        self.upstream = upstream
        self.counts = counts
    }

    func request(_ demand: Subscribers.Demand) {
        upstream.request(demand)
    }

    func cancel() {
        if !isCancelled.exchange(true, ordering: .relaxed) { counts.subscribers.wrappingSubtract(1, ordering: .relaxed) }
        upstream.cancel()
    }
}
