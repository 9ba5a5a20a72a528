import FlowTrace
import FlowCombine

/// A subscriber that collects values in batches and works on each full batch for a while.
///
/// The work is only the passing of time on a scheduler: it starts `hop` after the batch is full and lasts `work`.
/// ``BatchingMode`` decides about demand meanwhile. At `limit` values the subscription is cancelled; a batch that is full by then
/// is worked on to its end, one that is not full is never worked on.
///
/// - Important: Safe to cancel from any thread. `receiveValue` runs on the thread that upstream signals on, `onState` also on the
///   scheduler.
public final class BatchingSubscriber<Input, Failure: Error, Context: Scheduler>: Subscriber, Cancellable,
    @unchecked Sendable
{
    // Proof for `@unchecked`: all state is behind the lock; the scheduler takes work from any thread, as `Scheduler` demands.
    private struct Listeners {
        let onState: (BatchingState) -> Void
        let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
        let receiveValue: (Input) -> Void
    }

    private struct State {
        var machine: BatchingStateMachine
        var listeners: Listeners?

        /// Releases the listeners once nothing will be reported any more, so that they go outside the lock.
        mutating func releaseIfOver() -> Listeners? { machine.isFinished && !machine.isWorking ? listeners.take() : nil }
    }

    private let lock: LockedBox<State>
    private let work: Context.SchedulerTimeType.Stride
    private let hop: Context.SchedulerTimeType.Stride
    private let scheduler: Context

    /// - Parameters:
    ///   - batchSize: How many values make a batch, at least 1.
    ///   - limit: How many values to take altogether, at least 1.
    ///   - work: How long the work on a batch lasts.
    ///   - hop: How long after a batch is full the work starts.
    ///   - mode: When values are asked for.
    ///   - scheduler: Does the work.
    ///   - onState: Called when work starts and ends, and when the subscription is over.
    ///   - receiveCompletion: Called when upstream is done; not when the limit is reached.
    ///   - receiveValue: Called with every value.
    public init(
        batchSize: Int, limit: Int, work: Context.SchedulerTimeType.Stride, hop: Context.SchedulerTimeType.Stride,
        mode: BatchingMode, scheduler: Context, onState: @escaping (BatchingState) -> Void = { _ in },
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in },
        receiveValue: @escaping (Input) -> Void = { _ in }
    ) {
        let listeners = Listeners(onState: onState, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        let machine = BatchingStateMachine(batchSize: batchSize, limit: limit, mode: mode)
        lock = LockedBox(State(machine: machine, listeners: listeners))
        self.work = work
        self.hop = hop
        self.scheduler = scheduler
    }

    public func receive(subscription: any Subscription) {
        if let demand = lock.withLock({ $0.machine.receive(subscription: subscription) }) {
            subscription.request(demand)
        } else {
            subscription.cancel()
        }
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
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

    public func receive(completion: Subscribers.Completion<Failure>) {
        let (end, listeners) = lock.withLock { ($0.machine.finish(), $0.listeners) }
        guard end.isNews else { return }
        listeners?.onState(.finished)
        listeners?.receiveCompletion(completion)
        _ = lock.withLock { $0.releaseIfOver() }
    }

    /// A subscription that comes later is cancelled at once.
    public func cancel() {
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

/// When a ``BatchingSubscriber`` asks for values.
public enum BatchingMode: Hashable, Sendable {
    /// A batch is asked for first; every value that does not fill it asks for one more, and another batch is asked for when the
    /// work ends. Demand never reaches zero, so values keep coming while a batch is being worked on: no backpressure.
    case refillsEarly
    /// A batch is asked for first, and the next when the work ends. Nothing comes in between.
    case trueBatches
}

/// The state that a ``BatchingSubscriber`` reports about its work.
public enum BatchingState: Hashable, Sendable {
    case processing
    case processed
    /// The subscription is over: the limit was reached, upstream is done, or it was cancelled. Work in progress goes on.
    case finished
}
