import FlowTrace
import FlowCombine

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
/// at once does not grow the stack. Signals that arrive meanwhile, a completion above all, are passed on then too: the stepper is
/// never entered twice at a time.
///
/// - Important: Safe to answer and cancel from any thread. The stepper runs on the thread that upstream signals on; signals that
///   arrive while it runs are passed on by the thread that was running it.
public final class SteppingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, StepPromiseGiver, @unchecked Sendable {
    // Proof for `@unchecked`: all state is behind the lock, and the closures are only called by the one thread that delivers.
    public enum Event {
        /// The subscription has come; nothing has been asked for.
        case subscription(StepPromise)
        /// A value has come.
        case value(Input, StepPromise)
        /// Upstream is done; nothing follows.
        case completion(Subscribers.Completion<Failure>)
    }

    typealias Machine = SteppingStateMachine<Input, Failure>

    private let lock: LockedBox<Machine>

    /// - Parameters:
    ///   - onState: Called with every new state, before the event that belongs to it, never at the same time as the stepper.
    ///   - stepper: Called with every event. Both closures are released when the subscription is over.
    public init(onState: ((SteppingState) -> Void)? = nil, stepper: @escaping (Event) -> Void) {
        lock = LockedBox(Machine(listeners: .init(onState: onState, stepper: stepper)))
    }

    public var state: SteppingState { lock.withLock { $0.state } }

    /// Answers a promise that this subscriber gave out.
    ///
    /// - Returns: Whether the answer counted, and if not, why.
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
        case .leave: .none
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

    /// Ends the subscription without an answer; a subscription that comes later is cancelled at once.
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

    /// Reports to the listeners, including reports that arise meanwhile.
    ///
    /// - Returns: The demand promised in answers meanwhile, which upstream has not been asked for yet.
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

/// One right to answer ``StepAnswer/more`` or ``StepAnswer/cancel``, given out by a ``SteppingSubscriber`` with each event.
///
/// May be kept, passed on and answered later from any thread. Only the first answer to the current promise counts; the outcome
/// says so.
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
    /// - Returns: Whether the answer counted, and if not, why.
    @discardableResult
    public func callAsFunction(_ answer: StepAnswer) -> StepOutcome { giver.step(with: answer, for: id) }
}

/// Receives the answers to promises, independent of the types of its values and failures.
protocol StepPromiseGiver: AnyObject, Sendable {
    func step(with answer: StepAnswer, for id: StepPromise.ID) -> StepOutcome
}

public enum StepAnswer: Hashable, Sendable {
    case more
    case cancel
}

/// The outcome of an answer to a ``StepPromise``. All but `accepted` changed nothing.
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
