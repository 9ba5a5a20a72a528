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
/// An answer given while the stepper runs takes effect when it returns, as demand returned to upstream, so a stepper that answers
/// at once does not grow the stack. What upstream sends meanwhile, a completion above all, is passed on then too: the stepper is
/// never entered twice at a time.
///
/// - Important: Safe to answer and cancel from any thread. The stepper runs on the thread that upstream signals on, or, for what
///   arrived meanwhile, on the one that was running it.
public final class SteppingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
    public enum Event {
        /// The subscription has come; nothing has been asked for.
        case subscription(StepPromise)
        /// A value has come.
        case value(Input, StepPromise)
        /// Upstream is done; nothing follows.
        case completion(Subscribers.Completion<Failure>)
    }

    private let storage: SteppingStorage<Input, Failure>

    /// - Parameters:
    ///   - onState: Called with every new state, before the event that belongs to it, never at the same time as the stepper.
    ///   - stepper: Called with every event. Both closures are released when the subscription is over.
    public init(onState: ((SteppingState) -> Void)? = nil, stepper: @escaping (Event) -> Void) {
        storage = SteppingStorage(onState: onState, stepper: stepper)
    }

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

/// One right to answer ``StepAnswer/more`` or ``StepAnswer/cancel``, given out by a ``SteppingSubscriber`` with each event.
///
/// May be kept, passed on and answered later from any thread. Only the first answer to the current promise counts; the outcome
/// says so.
public struct StepPromise: Identifiable, Sendable {
    /// Identifies a promise of one subscriber; the first is 1.
    public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
        public let rawValue: UInt64

        public static func < (lhs: ID, rhs: ID) -> Bool {
            lhs.rawValue < rhs.rawValue
        }

        public var description: String {
            "#\(rawValue)"
        }
    }

    public let id: ID

    let giver: any StepPromiseGiver

    /// Answers the promise.
    ///
    /// - Returns: Whether the answer counted, and if not, why.
    @discardableResult
    public func callAsFunction(_ answer: StepAnswer) -> StepOutcome {
        giver.step(with: answer, for: id)
    }
}

/// Receives the answers to promises, whatever the types of its values and failures.
protocol StepPromiseGiver: AnyObject, Sendable {
    func step(with answer: StepAnswer, for id: StepPromise.ID) -> StepOutcome
}

public enum StepAnswer: Hashable, Sendable {
    case more
    case cancel
}

/// What became of an answer to a ``StepPromise``. All but `accepted` changed nothing.
public enum StepOutcome: Hashable, Sendable {
    /// The answer was the first one to the current promise, and is carried out.
    case accepted
    /// The current promise had been answered before.
    case repeated
    /// The promise is not the current one: a later one was given out since, or another subscriber gave it.
    case stale
    /// The subscription is over: cancelled, finished or failed.
    case dead
}

public enum SteppingState: Hashable, Sendable {
    /// No subscription has come yet.
    case subscribing
    /// One value has been asked for and has not come yet.
    case subscribed
    /// A promise has been given out and not been answered yet.
    case stepping
    /// Cancelled, finished or failed.
    case dead
}
