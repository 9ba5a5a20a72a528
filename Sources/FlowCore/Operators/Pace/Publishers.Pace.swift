import FlowTrace
import FlowCombine

extension Publishers {
    /// A publisher that requests one value at a time, at least an interval after the last arrival.
    public struct Pace<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// The time from one value to the next request; evaluated for each value.
        public let interval: () -> Context.SchedulerTimeType.Stride
        /// Schedules the next request.
        public let scheduler: Context

        public init(upstream: Upstream, interval: @escaping () -> Context.SchedulerTimeType.Stride, scheduler: Context) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
        }

        public func receive(subscriber: some Subscriber<Output, Failure>) {
            upstream.subscribe(PaceSubscription(downstream: subscriber, interval: interval, scheduler: scheduler))
        }
    }
}

extension Publisher {
    /// Requests one value at a time, if the downstream has demand and `interval` has passed since the last arrival.
    ///
    /// The pace acts on the upstream as backpressure: put a `buffer` before it to keep faster values. A completion is passed on
    /// immediately.
    ///
    /// - Parameters:
    ///   - interval: The time from one value to the next request; evaluated for each value, so that it can change.
    ///   - scheduler: Schedules the next request.
    @_disfavoredOverload
    public func pace<Context: Scheduler>(
        _ interval: @autoclosure @escaping () -> Context.SchedulerTimeType.Stride, scheduler: Context
    ) -> Publishers.Pace<Self, Context> {
        Publishers.Pace(upstream: self, interval: interval, scheduler: scheduler)
    }
}

/// The lock and the effects of ``OpenCombine/Publishers/Pace``: the upstream's subscriber and the downstream's subscription.
///
/// Proof for `@unchecked`: all state is behind the lock; the scheduler accepts work from any thread, as `Scheduler` demands, and
/// the downstream is called only within the upstream's signals, one value at a time.
final class PaceSubscription<Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription, CustomStringConvertible,
    @unchecked Sendable
{
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    /// Both ends and the scheduler, released at the end: pending work in the scheduler must not keep them alive.
    private struct Ends {
        let downstream: Downstream
        let interval: () -> Context.SchedulerTimeType.Stride
        let scheduler: Context
    }

    private struct State {
        var machine = PaceStateMachine()
        var ends: Ends?

        mutating func end() -> (subscription: (any Subscription)?, ends: Ends?) { (machine.end(), ends.take()) }
    }

    private let lock: LockedBox<State>

    init(downstream: Downstream, interval: @escaping () -> Context.SchedulerTimeType.Stride, scheduler: Context) {
        lock = LockedBox(State(ends: Ends(downstream: downstream, interval: interval, scheduler: scheduler)))
    }

    var description: String { "Pace" }

    // MARK: Upstream

    func receive(subscription: any Subscription) {
        let scheduler = lock.withLock { $0.ends?.scheduler }
        let gate = scheduler.flatMap { DemandGate.guarding(subscription, of: self, DemandGate.requests(on: $0)) }
        let subscription: any Subscription = gate ?? subscription
        let (isFirst, ends) = lock.withLock { ($0.machine.receive(subscription: subscription), $0.ends) }
        if isFirst {
            ends?.downstream.receive(subscription: self)
        } else {
            subscription.cancel()
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard let ends = lock.withLock({ $0.machine.receiveValue() ? $0.ends : nil }) else { return .none }
        let date = ends.scheduler.now.advanced(by: ends.interval())
        let returned = ends.downstream.receive(input)
        if returned > .none { request(returned) }
        // Scheduled only now, so that the next value cannot arrive while the downstream is still busy with this one.
        ends.scheduler.schedule(after: date) { [self] in
            lock.withLock { $0.machine.intervalPassed() }?.request(.max(1))
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.withLock { $0.end() }.ends?.downstream.receive(completion: completion)
    }

    // MARK: Downstream

    func request(_ demand: Subscribers.Demand) { lock.withLock { $0.machine.request(demand) }?.request(.max(1)) }

    func cancel() { lock.withLock { $0.end() }.subscription?.cancel() }
}

extension Publisher {
    /// Republishes every value through `subject`, and requests the next value only after `interval`.
    ///
    /// A ``SteppingSubscriber`` requests the values, so the pace acts on the upstream as backpressure: put a `buffer` before it
    /// to keep faster values. The subject receives values with or without subscribers. A completion is passed on immediately; but
    /// a `buffer` sends its completion only with the next demand, one interval after the last value.
    ///
    /// - Parameters:
    ///   - interval: The time from one value to the next request; evaluated for each value, so that it can change.
    ///   - scheduler: Schedules the next request.
    ///   - subject: Receives the values and the completion.
    /// - Returns: The object that cancels the subscription, from any thread. Releasing it does not cancel. After a cancel, the
    ///   subject gets no completion.
    @_disfavoredOverload
    public func pace<Context: Scheduler>(
        _ interval: @autoclosure @escaping () -> Context.SchedulerTimeType.Stride, scheduler: Context,
        subject: some Subject<Output, Failure>
    ) -> any Cancellable & Sendable {
        let subscriber = SteppingSubscriber<Output, Failure> { event in
            switch event {
            case .subscription(let promise): promise(.more)
            case .value(let value, let promise):
                let date = scheduler.now.advanced(by: interval())
                subject.send(value)
                scheduler.schedule(after: date) { promise(.more) }
            case .completion(let completion): subject.send(completion: completion)
            }
        }
        subscribe(subscriber)
        return subscriber
    }
}
