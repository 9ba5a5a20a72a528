import FlowCombine
import Synchronization

/// A subscriber for many threads: counts deliveries that overlap, deliveries beyond demand, and signals after the end.
final class OperatorMeter<Failure: Error>: Subscriber {
    typealias Input = Int

    private let inside = Atomic<Int>(0)
    private let overlapCount = Atomic<Int>(0)
    private let asked = Atomic<Int>(0)
    private let lateCount = Atomic<Int>(0)
    private let overdeliveryCount = Atomic<Int>(0)
    private let completionCount = Atomic<Int>(0)
    /// Written only inside deliveries. A data race here is an overlap of deliveries, which the thread sanitizer finds.
    private(set) var values: [Int] = []
    private(set) var subscription: (any Subscription)?
    private let returned: Int
    private let isUnlimited: Bool

    /// - Parameters:
    ///   - initial: The request with the subscription, `nil` for unlimited.
    ///   - returned: The demand to return for each value.
    init(initial: Int? = 0, returning returned: Int = 0) {
        self.returned = returned
        isUnlimited = initial == nil
        asked.store(initial ?? 0, ordering: .relaxed)
    }

    var overlaps: Int { overlapCount.load(ordering: .relaxed) }
    var overdeliveries: Int { overdeliveryCount.load(ordering: .relaxed) }
    var late: Int { lateCount.load(ordering: .relaxed) }
    var completions: Int { completionCount.load(ordering: .relaxed) }

    func request(_ count: Int) {
        asked.wrappingAdd(count, ordering: .relaxed)
        subscription?.request(.max(count))
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        if isUnlimited {
            subscription.request(.unlimited)
        } else if asked.load(ordering: .relaxed) > 0 {
            subscription.request(.max(asked.load(ordering: .relaxed)))
        }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        enter()
        defer { inside.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
        values.append(input)
        if !isUnlimited, values.count > asked.load(ordering: .relaxed) {
            overdeliveryCount.wrappingAdd(1, ordering: .relaxed)
        }
        if returned > 0 { asked.wrappingAdd(returned, ordering: .relaxed) }
        return .max(returned)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        enter()
        defer { inside.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
        completionCount.wrappingAdd(1, ordering: .relaxed)
    }

    private func enter() {
        if inside.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue > 0 {
            overlapCount.wrappingAdd(1, ordering: .relaxed)
        }
        if completions > 0 { lateCount.wrappingAdd(1, ordering: .relaxed) }
    }
}

/// An upstream through which any thread may send, at the same time as others, without regard to demand.
final class OperatorThreadSource<Failure: Error>: Publisher {
    typealias Output = Int

    private final class Link: Subscription {
        func request(_ demand: Subscribers.Demand) {}
        func cancel() {}
    }

    /// Written before any other thread is started.
    private var subscriber: AnySubscriber<Int, Failure>?

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Int, Downstream.Failure == Failure {
        self.subscriber = AnySubscriber(subscriber)
        subscriber.receive(subscription: Link())
    }

    func send(_ value: Int) {
        _ = subscriber?.receive(value)
    }

    func finish() {
        subscriber?.receive(completion: .finished)
    }

    func fail(_ error: Failure) {
        subscriber?.receive(completion: .failure(error))
    }
}
