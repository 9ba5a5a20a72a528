import Synchronization

/// How many values a subject's subscribers received, and how many subscribers there are.
final class DeliveryCounts: Sendable {
    let deliveries = Atomic<Int>(0)
    let subscribers = Atomic<Int>(0)
}
