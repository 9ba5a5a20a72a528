import OpenCombineShim

/// The lock and the effects of ``OpenCombine/Publishers/Pace``: upstream's subscriber and downstream's subscription.
///
/// Proof for `@unchecked`: all state is behind the lock; the scheduler takes work from any thread, as `Scheduler` demands, and
/// downstream is only called where upstream signals, one value at a time.
final class PaceSubscription<Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription, CustomStringConvertible,
    @unchecked Sendable
{
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    private struct State {
        var machine = PaceStateMachine()
        var downstream: Downstream?

        mutating func end() -> (subscription: (any Subscription)?, downstream: Downstream?) {
            (machine.end(), downstream.take())
        }
    }

    private let lock: StateLock<State>
    private let interval: () -> Context.SchedulerTimeType.Stride
    private let scheduler: Context

    init(downstream: Downstream, interval: @escaping () -> Context.SchedulerTimeType.Stride, scheduler: Context) {
        lock = StateLock(State(downstream: downstream))
        self.interval = interval
        self.scheduler = scheduler
    }

    var description: String { "Pace" }

    // MARK: Upstream

    func receive(subscription: any Subscription) {
        let (isFirst, downstream) = lock.decide { ($0.machine.receive(subscription: subscription), $0.downstream) }
        if isFirst {
            downstream?.receive(subscription: self)
        } else {
            subscription.cancel()
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let downstream = lock.decide { $0.machine.receiveValue() ? $0.downstream : nil }
        guard let downstream else { return .none }
        let date = scheduler.now.advanced(by: interval())
        let returned = downstream.receive(input)
        if returned > .none { request(returned) }
        // Only now, so that the next value cannot come while downstream is still busy with this one.
        scheduler.schedule(after: date) { [self] in
            lock.decide { $0.machine.intervalPassed() }?.request(.max(1))
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.decide { $0.end() }.downstream?.receive(completion: completion)
    }

    // MARK: Downstream

    func request(_ demand: Subscribers.Demand) {
        lock.decide { $0.machine.request(demand) }?.request(.max(1))
    }

    func cancel() {
        lock.decide { $0.end() }.subscription?.cancel()
    }
}
