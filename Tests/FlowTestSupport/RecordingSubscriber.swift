import FlowCore
import FlowCombine

/// Records all signals between it and its upstream, with virtual times. A test operates it by hand, so it obeys no rule: it
/// requests and cancels whenever it is told to. For one thread.
public final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable {
    public typealias History = [RecordedSignal<Input, Failure>]

    /// All signals in order, those from upstream and those to it.
    public private(set) var history: History = []

    /// The last subscription.
    public private(set) var subscription: (any Subscription)?
    /// Called with each signal when it is recorded: within those from upstream, before those to it.
    public var onSignal: (RecordedSignal<Input, Failure>.Signal) -> Void = { _ in }

    private let scheduler: VirtualTimeScheduler
    private let demand: Subscribers.Demand
    private let answer: (RecordingSubscriber, Input) -> Subscribers.Demand

    /// Creates a subscriber.
    ///
    /// - Parameters:
    ///   - scheduler: The time of the signals.
    ///   - demand: The demand to request on the first subscription, unless it is none.
    ///   - answer: Gives the demand to return for a value; may request, cancel and send meanwhile.
    public init(
        on scheduler: VirtualTimeScheduler = VirtualTimeScheduler(), demand: Subscribers.Demand = .none,
        answer: @escaping (RecordingSubscriber, Input) -> Subscribers.Demand = { _, _ in .none }
    ) {
        self.scheduler = scheduler
        self.demand = demand
        self.answer = answer
    }

    /// Asks upstream for `demand`.
    public func request(_ demand: Subscribers.Demand) {
        note(.requested(demand))
        subscription?.request(demand)
    }

    /// Cancels the subscription.
    public func cancel() {
        note(.cancelled)
        subscription?.cancel()
    }

    public func receive(subscription: any Subscription) {
        let isFirst = self.subscription == nil
        self.subscription = subscription
        note(.subscribed)
        if isFirst, demand > .none { request(demand) }
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
        note(.value(input))
        let returned = answer(self, input)
        if returned > .none { note(.returned(returned)) }
        return returned
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
        note(.completion(completion))
    }

    private func note(_ signal: RecordedSignal<Input, Failure>.Signal) {
        history.append(RecordedSignal(time: scheduler.now, signal: signal))
        onSignal(signal)
    }
}
