import FlowTrace
import FlowCombine

/// A subscriber that requests one value at a time, and the next only after an answer to the last value's promise.
///
/// Every event but completion carries a ``StepPromise``. The answer ``StepAnswer/more`` requests one value, ``StepAnswer/cancel``
/// ends the subscription; until then the upstream has no demand.
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
/// An answer given inside the stepper takes effect when the stepper returns, as returned demand, so immediate answers do not grow
/// the stack. Signals that arrive meanwhile, such as a completion, are also passed on then: the stepper is never reentered.
///
/// - Important: Safe to answer and cancel from any thread. The stepper runs on the thread of the upstream's signals; that thread
///   also passes on signals that arrive meanwhile.
public final class SteppingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, StepPromiseGiver, @unchecked Sendable {
    // Proof for `@unchecked`: all state is behind the lock, and only the one delivering thread calls the closures.
    public enum Event {
        /// The subscription has arrived; nothing has been requested.
        case subscription(StepPromise)
        /// A value has arrived.
        case value(Input, StepPromise)
        /// The upstream completed; nothing follows.
        case completion(Subscribers.Completion<Failure>)
    }

    typealias Machine = SteppingStateMachine<Input, Failure>

    private let lock: LockedBox<Machine>

    /// - Parameters:
    ///   - onState: Called with every new state, before its event, and never concurrently with the stepper.
    ///   - stepper: Called with every event. Both closures are released at the end of the subscription.
    public init(onState: ((SteppingState) -> Void)? = nil, stepper: @escaping (Event) -> Void) {
        lock = LockedBox(Machine(listeners: .init(onState: onState, stepper: stepper)))
    }

    public var state: SteppingState { lock.withLock { $0.state } }

    /// Answers a promise of this subscriber.
    ///
    /// - Returns: Whether the answer was accepted, or the reason why not.
    @discardableResult
    public func step(with answer: StepAnswer, for promise: StepPromise) -> StepOutcome {
        promise.giver === self ? promise(answer) : state == .dead ? .dead : .stale
    }

    public func receive(subscription: any Subscription) {
        guard let turn = lock.withLock({ $0.receive(subscription: subscription) }) else { return subscription.cancel() }
        perform(turn)
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
        switch lock.withLock({ $0.receive(input) }) {
        case .deliver: deliver().demand
        case .nothing: .none
        }
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
        let (turn, released) = lock.withLock { $0.receive(completion: completion) }
        withExtendedLifetime(released) { perform(turn) }
    }

    func step(with answer: StepAnswer, for id: StepPromise.ID) -> StepOutcome {
        switch answer {
        case .more:
            let (outcome, turn) = lock.withLock { $0.more(for: id) }
            perform(turn)
            return outcome
        case .cancel:
            let (outcome, end) = lock.withLock { $0.cancel(for: id) }
            perform(end)
            return outcome
        }
    }

    /// Cancels the subscription without an answer. A subscription that arrives later is cancelled immediately.
    public func cancel() { perform(lock.withLock { $0.cancel() }) }

    private func perform(_ end: Machine.End?) {
        guard let end else { return }
        end.subscription?.cancel()
        perform(end.turn)
    }

    private func perform(_ turn: Machine.Turn) {
        guard case .deliver = turn else { return }
        let owed = deliver()
        if owed.demand > .none { owed.subscription?.request(owed.demand) }
    }

    /// Calls the listeners until no report is left, including reports that arrive meanwhile.
    ///
    /// - Returns: The demand that answers added meanwhile; it has not been requested from the upstream.
    private func deliver() -> (demand: Subscribers.Demand, subscription: (any Subscription)?) {
        while true {
            switch lock.withLock({ $0.nextDelivery() }) {
            case .state(let state, let listeners): listeners.onState?(state)
            case .subscription(let id, let listeners): listeners.stepper(.subscription(StepPromise(id: id, giver: self)))
            case .value(let value, let id, let listeners): listeners.stepper(.value(value, StepPromise(id: id, giver: self)))
            case .completion(let completion, let listeners): listeners.stepper(.completion(completion))
            case .owed(let demand, let subscription): return (demand, subscription)
            case .over: return (.none, nil)
            }
        }
    }
}

/// The right to answer an event of a ``SteppingSubscriber`` once, with ``StepAnswer/more`` or ``StepAnswer/cancel``.
///
/// It may be stored, passed on and answered later from any thread. Only the first answer to the current promise is accepted.
public struct StepPromise: Identifiable, Sendable {
    /// Identifies a promise of one subscriber; the first is 1.
    public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
        public let rawValue: UInt64

        public static func < (lhs: ID, rhs: ID) -> Bool { lhs.rawValue < rhs.rawValue }

        public var description: String { "#\(rawValue)" }
    }

    public let id: ID

    let giver: any StepPromiseGiver

    /// Answers the promise.
    ///
    /// - Returns: Whether the answer was accepted, or the reason why not.
    @discardableResult
    public func callAsFunction(_ answer: StepAnswer) -> StepOutcome { giver.step(with: answer, for: id) }
}

/// Receives the answers to its promises. It hides the types of its values and failures.
protocol StepPromiseGiver: AnyObject, Sendable {
    func step(with answer: StepAnswer, for id: StepPromise.ID) -> StepOutcome
}

public enum StepAnswer: Hashable, Sendable {
    case more
    case cancel
}

/// The outcome of an answer to a ``StepPromise``. Only `accepted` has an effect.
public enum StepOutcome: Hashable, Sendable {
    /// The answer was the first to the current promise, and takes effect.
    case accepted
    /// The current promise was already answered.
    case repeated
    /// The promise is not the current one, or belongs to another subscriber.
    case stale
    /// The subscription is over: cancelled, finished or failed.
    case dead
}

public enum SteppingState: Hashable, Sendable {
    /// No subscription has arrived yet.
    case subscribing
    /// One value has been requested and has not arrived.
    case subscribed
    /// A promise has not been answered.
    case stepping
    /// Cancelled, finished or failed.
    case dead
}
