import FlowCore
import FlowCombine

/// A publisher that a test operates by hand. It records all signals with virtual times. For one subscriber and one thread.
///
/// It also records requests for no values. `send` ignores demand; ``offer(_:)`` respects demand.
public final class RecordingPublisher<Output, Failure: Error>: Publisher, Subscription {
    /// All signals in order, those to downstream and those from it.
    public private(set) var history: [RecordedSignal<Output, Failure>] = []
    /// Whether it was cancelled.
    public private(set) var isCancelled = false
    /// The outstanding demand.
    public private(set) var outstanding = Subscribers.Demand.none
    /// Called with each signal when it is recorded, before it is sent on.
    public var onSignal: (RecordedSignal<Output, Failure>.Signal) -> Void = { _ in }
    /// Called inside every request, to answer it synchronously.
    public var onRequest: (RecordingPublisher) -> Void = { _ in }

    private let scheduler: VirtualTimeScheduler
    private let handsOver: Bool
    private var downstream: AnySubscriber<Output, Failure>?

    /// Creates a publisher.
    ///
    /// - Parameters:
    ///   - scheduler: The time of the signals.
    ///   - handsOver: Whether a new subscriber gets its subscription immediately.
    public init(on scheduler: VirtualTimeScheduler = VirtualTimeScheduler(), handsOver: Bool = true) {
        self.scheduler = scheduler
        self.handsOver = handsOver
    }

    public func receive(subscriber: some Subscriber<Output, Failure>) {
        downstream = AnySubscriber(subscriber)
        guard handsOver else { return }
        note(.subscribed)
        subscriber.receive(subscription: self)
    }

    public func request(_ demand: Subscribers.Demand) {
        note(.requested(demand))
        outstanding += demand
        onRequest(self)
    }

    /// Records the cancel. The test can still send values, as a publisher on another thread might.
    public func cancel() {
        isCancelled = true
        note(.cancelled)
    }

    /// Sends a value, with or without demand.
    public func send(_ value: Output) {
        note(.value(value))
        if outstanding > .none { outstanding -= 1 }
        let returned = downstream?.receive(value) ?? .none
        if returned > .none { note(.returned(returned)) }
        outstanding += returned
    }

    /// Sends a value if there is demand, and otherwise records it as dropped.
    public func offer(_ value: Output) {
        if outstanding > .none { send(value) } else { note(.dropped(value)) }
    }

    /// Sends the completion.
    public func send(completion: Subscribers.Completion<Failure>) {
        note(.completion(completion))
        downstream?.receive(completion: completion)
    }

    /// Sends a subscription downstream, even if downstream already has one, which a publisher must not do.
    public func sendSubscription() {
        note(.subscribed)
        downstream?.receive(subscription: self)
    }

    /// Adds a remark of the test's own.
    public func note(_ signal: RecordedSignal<Output, Failure>.Signal) {
        history.append(RecordedSignal(time: scheduler.now, signal: signal))
        onSignal(signal)
    }
}
