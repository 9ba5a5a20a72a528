import OpenCombineShim

/// A subscriber that asks for one value at a time, and for the next only when the promise given out with the last is answered.
///
/// Every event but completion carries a ``StepPromise``. Answering it with ``StepAnswer/more`` asks for one value, with
/// ``StepAnswer/cancel`` ends the subscription; until then upstream is left without demand.
///
///     let subscriber = SteppingSubscriber<Int, Never> { event in
///         switch event {
///         case .subscription(let promise): promise(.more)
///         case .value(let value, let promise):
///             print(value)
///             queue.asyncAfter(deadline: .now() + 1) { promise(.more) }
///         case .completion: print("done")
///         }
///     }
///
/// An answer given while the stepper runs takes effect when it returns, as demand returned to upstream, so a stepper that
/// answers at once does not grow the stack. What upstream sends meanwhile, a completion above all, is passed on then too: the
/// stepper is never entered twice at a time.
///
/// - Important: Safe to answer and cancel from any thread. The stepper runs on the thread that upstream signals on, or, for what
///   arrived meanwhile, on the one that was running it.
public final class SteppingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
    /// What the stepper is told.
    public enum Event {
        /// The subscription has come; nothing has been asked for.
        case subscription(StepPromise)
        /// A value has come.
        case value(Input, StepPromise)
        /// Upstream is done; nothing follows.
        case completion(Subscribers.Completion<Failure>)
    }

    private let storage: SteppingStorage<Input, Failure>

    /// Creates a subscriber that waits for a subscription.
    ///
    /// - Parameters:
    ///   - onState: Told of every new state, before the event that belongs to it, one call at a time with the stepper.
    ///   - stepper: Told of every event. Both closures are let go when the subscription is over.
    public init(onState: ((SteppingState) -> Void)? = nil, stepper: @escaping (Event) -> Void) {
        storage = SteppingStorage(onState: onState, stepper: stepper)
    }

    /// Where the subscriber is in its life.
    public var state: SteppingState {
        storage.state
    }

    /// Answers a promise that this subscriber gave out.
    ///
    /// - Returns: Whether the answer counted, and if not, why.
    @discardableResult
    public func step(with answer: StepAnswer, for promise: StepPromise) -> StepOutcome {
        promise.giver === storage ? promise(answer) : storage.state == .dead ? .dead : .stale
    }

    /// Ends the subscription without an answer; a subscription that comes later is cancelled at once.
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
