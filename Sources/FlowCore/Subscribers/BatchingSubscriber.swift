import FlowTrace
import FlowCombine

/// A subscriber that collects values in batches and simulates work on each full batch.
///
/// The work is only time passing on a scheduler: it starts `hop` after the batch is full and lasts `work`. ``BatchingMode`` sets
/// the demand during that time. At `limit` values the subscription is cancelled; a batch that is full by then is still worked on,
/// but a partial batch is not.
///
/// - Important: Safe to cancel from any thread. `receiveValue` runs on the thread of the upstream's signals, `onState` also on
///   the scheduler.
public final class BatchingSubscriber<Input, Failure: Error, Context: Scheduler>: Subscriber, Cancellable,
    @unchecked Sendable
{
    // Proof for `@unchecked`: all state is behind the lock; the scheduler accepts work from any thread, as `Scheduler` demands.
    private struct Listeners {
        let onState: (BatchingState) -> Void
        let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
        let receiveValue: (Input) -> Void
    }

    private struct State {
        var machine: BatchingStateMachine
        var listeners: Listeners?

        /// After the last report, takes the listeners out, so that they are released outside the lock.
        mutating func releaseIfOver() -> Listeners? { machine.isFinished && !machine.isWorking ? listeners.take() : nil }
    }

    private let lock: LockedBox<State>
    private let work: Context.SchedulerTimeType.Stride
    private let hop: Context.SchedulerTimeType.Stride
    private let scheduler: Context

    /// - Parameters:
    ///   - batchSize: The number of values in a batch, at least 1.
    ///   - limit: The total number of values to receive, at least 1.
    ///   - work: The duration of the work on a batch.
    ///   - hop: The delay of the work after a batch is full.
    ///   - mode: The timing of requests.
    ///   - scheduler: Does the work.
    ///   - onState: Called when work starts and ends, and when the subscription ends.
    ///   - receiveCompletion: Called when the upstream completes; not at the limit.
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
        guard end.isFirst else { return }
        listeners?.onState(.finished)
        listeners?.receiveCompletion(completion)
        _ = lock.withLock { $0.releaseIfOver() }
    }

    /// Cancels the subscription; a later one is cancelled immediately.
    public func cancel() {
        let (end, listeners) = lock.withLock { ($0.machine.finish(), $0.listeners) }
        guard end.isFirst else { return }
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

/// The timing of a ``BatchingSubscriber``'s requests.
public enum BatchingMode: Hashable, Sendable {
    /// Requests a batch first, one more value with each value that does not complete a batch, and another batch when the work
    /// ends. With batches of two or more, demand never reaches zero, so values keep arriving during the work: no backpressure.
    case refillsEarly
    /// Requests a batch first, and the next when the work ends. No values arrive in between.
    case trueBatches
}

/// The state that a ``BatchingSubscriber`` reports about its work.
public enum BatchingState: Hashable, Sendable {
    case processing
    case processed
    /// The subscription is over: at the limit, completed, or cancelled. Work in progress goes on.
    case finished
}
