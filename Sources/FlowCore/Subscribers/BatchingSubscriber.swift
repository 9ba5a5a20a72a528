import OpenCombineShim

/// A subscriber that collects values in batches and works on each full batch for a while.
///
/// The work is only the passing of time on a scheduler: it starts `hop` after the batch is full and lasts `work`. What matters is
/// what happens to demand meanwhile, which ``BatchingMode`` decides. At `limit` values the subscription is cancelled; a batch
/// that is full by then is worked on to its end, one that is not full is never worked on.
///
/// - Important: Safe to cancel from any thread. `receiveValue` runs on the thread that upstream signals on, `onState` also on the
///   scheduler.
public final class BatchingSubscriber<Input, Failure: Error, Context: Scheduler>: Subscriber, Cancellable, Sendable {
    private let storage: BatchingStorage<Input, Failure, Context>

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
        storage = BatchingStorage(
            machine: BatchingStateMachine(batchSize: batchSize, limit: limit, mode: mode), work: work, hop: hop,
            scheduler: scheduler,
            listeners: .init(onState: onState, receiveCompletion: receiveCompletion, receiveValue: receiveValue))
    }

    /// A subscription that comes later is cancelled at once.
    public func cancel() {
        storage.cancel()
    }

    public func receive(subscription: any Subscription) {
        storage.receive(subscription: subscription)
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
        storage.receive(input)
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
        storage.receive(completion: completion)
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

/// What a ``BatchingSubscriber`` reports about its work.
public enum BatchingState: Hashable, Sendable {
    case processing
    case processed
    /// The subscription is over: the limit was reached, upstream is done, or it was cancelled. Work in progress goes on.
    case finished
}
