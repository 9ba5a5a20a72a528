import FlowTrace
import OpenCombineShim

/// The lock and the effects of a ``BatchingSubscriber``.
///
/// Proof for `@unchecked`: all state is behind the lock; the scheduler takes work from any thread, as `Scheduler` demands.
final class BatchingStorage<Input, Failure: Error, Context: Scheduler>: @unchecked Sendable {
    struct Listeners {
        let onState: (BatchingState) -> Void
        let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
        let receiveValue: (Input) -> Void
    }

    private struct State {
        var machine: BatchingStateMachine
        var listeners: Listeners?

        /// Releases the listeners once nothing will be reported any more, so that they go outside the lock.
        mutating func releaseIfOver() -> Listeners? {
            machine.isFinished && !machine.isWorking ? listeners.take() : nil
        }
    }

    private let lock: Guarded<State>
    private let work: Context.SchedulerTimeType.Stride
    private let hop: Context.SchedulerTimeType.Stride
    private let scheduler: Context

    init(
        machine: BatchingStateMachine, work: Context.SchedulerTimeType.Stride, hop: Context.SchedulerTimeType.Stride,
        scheduler: Context, listeners: Listeners
    ) {
        lock = Guarded(State(machine: machine, listeners: listeners))
        self.work = work
        self.hop = hop
        self.scheduler = scheduler
    }

    func receive(subscription: any Subscription) {
        if let demand = lock.withLock({ $0.machine.receive(subscription: subscription) }) {
            subscription.request(demand)
        } else {
            subscription.cancel()
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let (action, listeners) = lock.withLock { ($0.machine.receive(), $0.listeners) }
        guard action.isTaken else { return .none }
        listeners?.receiveValue(input)
        if action.startsWork { startWork() }
        if let subscription = action.cancels {
            subscription.cancel()
            listeners?.onState(.finished)
            _ = lock.withLock { $0.releaseIfOver() }
        }
        return action.returned
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let (end, listeners) = lock.withLock { ($0.machine.finish(), $0.listeners) }
        guard end.isNews else { return }
        listeners?.onState(.finished)
        listeners?.receiveCompletion(completion)
        _ = lock.withLock { $0.releaseIfOver() }
    }

    func cancel() {
        let (end, listeners) = lock.withLock { ($0.machine.finish(), $0.listeners) }
        guard end.isNews else { return }
        end.subscription?.cancel()
        listeners?.onState(.finished)
        _ = lock.withLock { $0.releaseIfOver() }
    }

    private func startWork() {
        scheduler.schedule(after: scheduler.now.advanced(by: hop)) { [self] in
            lock.withLock { $0.listeners }?.onState(.processing)
            scheduler.schedule(after: scheduler.now.advanced(by: work)) { [self] in endWork() }
        }
    }

    private func endWork() {
        let (subscription, batchSize, listeners) = lock.withLock { ($0.machine.workEnded(), $0.machine.batchSize, $0.listeners) }
        listeners?.onState(.processed)
        subscription?.request(.max(batchSize))
        _ = lock.withLock { $0.releaseIfOver() }
    }
}
