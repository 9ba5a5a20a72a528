import FlowTrace
import FlowCombine
internal import Synchronization

/// A subject that records offered and lost values.
///
/// A `PassthroughSubject` silently drops values without demand. This wrapper records each value as offered, and as dropped if no
/// subscriber received it. Subscribers get the wrapped subject's signals.
///
/// - Important: As thread-safe as the wrapped subject. Drops are recognised only if sends do not overlap.
public final class ProbedSubject<Base: Subject>: Subject {
    public typealias Output = Base.Output
    public typealias Failure = Base.Failure

    private let base: Base
    private let recorder: Recorder
    private let edge: EdgeID
    private let counts = DeliveryCounts()
    private let isOver = Atomic<Bool>(false)

    /// - Parameters:
    ///   - base: The wrapped subject.
    ///   - label: The name of the lane.
    ///   - recorder: Receives the records.
    ///   - node: The source in the graph, if known.
    public init(_ base: Base, label: String, recorder: Recorder, node: NodeID? = nil) {
        self.base = base
        self.recorder = recorder
        edge = recorder.declareEdge(.source, label: label, upstream: node, downstream: node)
    }

    /// Whether a completion has been sent.
    public var hasEnded: Bool { isOver.load(ordering: .relaxed) }

    public func receive(subscriber: some Subscriber<Output, Failure>) {
        base.subscribe(CountingSubscriber(downstream: subscriber, counts: counts))
    }

    public func send(subscription: any Subscription) { base.send(subscription: subscription) }

    /// Offers a value: records it, sends it, then records it as dropped if no subscriber received it.
    ///
    /// After the completion, values are ignored.
    public func send(_ value: Output) {
        guard !isOver.load(ordering: .relaxed) else { return }
        let described = TraceValue.describing(value)
        let mark = recorder.record(.offered, on: edge, value: described)
        recorder.causing(mark) {
            let before = counts.deliveries.load(ordering: .relaxed)
            base.send(value)
            guard counts.deliveries.load(ordering: .relaxed) == before else { return }
            let reason: DropReason = counts.subscribers.load(ordering: .relaxed) > 0 ? .noDemand : .noSubscriber
            recorder.record(.dropped, on: edge, value: described, reason: reason)
        }
    }

    /// Completes the stream; only the first completion counts.
    public func send(completion: Subscribers.Completion<Failure>) {
        guard !isOver.exchange(true, ordering: .relaxed) else { return }
        let mark = recorder.record(completion, on: edge)
        recorder.causing(mark) { base.send(completion: completion) }
    }
}

/// Counts the delivered values of a subject, and its current subscribers.
final class DeliveryCounts: Sendable {
    let deliveries = Atomic<Int>(0)
    let subscribers = Atomic<Int>(0)
}

/// Counts the deliveries of a subject and forwards them unchanged.
struct CountingSubscriber<Downstream: Subscriber>: Subscriber {
    let downstream: Downstream
    let counts: DeliveryCounts

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    func receive(subscription: any Subscription) {
        counts.subscribers.wrappingAdd(1, ordering: .relaxed)
        downstream.receive(subscription: CountingSubscription(upstream: subscription, counts: counts))
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        counts.deliveries.wrappingAdd(1, ordering: .relaxed)
        return downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) { downstream.receive(completion: completion) }
}

/// A subscription that subtracts its subscriber from the count when cancelled.
final class CountingSubscription: Subscription, CustomStringConvertible {
    /// OpenCombine's description of the subscriptions of its subjects.
    let description = "PassthroughSubject"

    private let upstream: any Subscription
    private let counts: DeliveryCounts
    private let isCancelled = Atomic<Bool>(false)

    init(upstream: any Subscription, counts: DeliveryCounts) {
        self.upstream = upstream
        self.counts = counts
    }

    func request(_ demand: Subscribers.Demand) { upstream.request(demand) }

    func cancel() {
        if !isCancelled.exchange(true, ordering: .relaxed) { counts.subscribers.wrappingSubtract(1, ordering: .relaxed) }
        upstream.cancel()
    }
}
