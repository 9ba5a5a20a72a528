import FlowTrace
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

    /// What is let go at the end. The scheduler too: work still waiting in it must not keep it alive.
    private struct Ends {
        let downstream: Downstream
        let interval: () -> Context.SchedulerTimeType.Stride
        let scheduler: Context
    }

    private struct State {
        var machine = PaceStateMachine()
        var ends: Ends?

        mutating func end() -> (subscription: (any Subscription)?, ends: Ends?) {
            (machine.end(), ends.take())
        }
    }

    private let lock: Guarded<State>

    init(downstream: Downstream, interval: @escaping () -> Context.SchedulerTimeType.Stride, scheduler: Context) {
        lock = Guarded(State(ends: Ends(downstream: downstream, interval: interval, scheduler: scheduler)))
    }

    var description: String { "Pace" }

    // MARK: Upstream

    func receive(subscription: any Subscription) {
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
        // Only now, so that the next value cannot come while downstream is still busy with this one.
        ends.scheduler.schedule(after: date) { [self] in
            lock.withLock { $0.machine.intervalPassed() }?.request(.max(1))
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.withLock { $0.end() }.ends?.downstream.receive(completion: completion)
    }

    // MARK: Downstream

    func request(_ demand: Subscribers.Demand) {
        lock.withLock { $0.machine.request(demand) }?.request(.max(1))
    }

    func cancel() {
        lock.withLock { $0.end() }.subscription?.cancel()
    }
}
