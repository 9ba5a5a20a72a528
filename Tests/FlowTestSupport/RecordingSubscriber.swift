import FlowCore
import OpenCombineShim

/// Notes all that passes between it and its upstream, with virtual times. For one thread.
public final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable {
    public typealias History = [RecordedSignal<Input, Failure>]

    /// All signals in order, those from upstream and those to it.
    public private(set) var history: History = []

    private let scheduler: VirtualTimeScheduler
    private let demand: Subscribers.Demand
    private let answer: (RecordingSubscriber, Input) -> Subscribers.Demand
    private var subscription: (any Subscription)?

    /// Creates a subscriber.
    ///
    /// - Parameters:
    ///   - scheduler: Tells the time.
    ///   - demand: Asked for on subscription, unless it is none.
    ///   - answer: Gives the demand to return for a value; may request, cancel and send meanwhile.
    public init(
        on scheduler: VirtualTimeScheduler, demand: Subscribers.Demand = .none,
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
        subscription = nil
    }

    public func receive(subscription: any Subscription) {
        note(.subscribed)
        self.subscription = subscription
        if demand > .none { request(demand) }
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
        note(.value(input))
        let returned = answer(self, input)
        if returned > .none { note(.returned(returned)) }
        return returned
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
        note(.completion(completion))
        subscription = nil
    }

    private func note(_ signal: RecordedSignal<Input, Failure>.Signal) {
        history.append(RecordedSignal(time: scheduler.now, signal: signal))
    }
}
