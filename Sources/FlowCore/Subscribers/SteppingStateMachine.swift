import DequeModule
import FlowCombine

/// The pure logic of a ``SteppingSubscriber``.
///
/// Only one caller at a time delivers: the first with a report, until no report is left. Meanwhile, further reports wait in
/// `deliveries`, and further demand in `owed`.
struct SteppingStateMachine<Input, Failure: Error> {
    struct Listeners {
        let onState: ((SteppingState) -> Void)?
        let stepper: (SteppingSubscriber<Input, Failure>.Event) -> Void
    }

    /// Whether the caller delivers now.
    enum Turn {
        case deliver
        case nothing
    }

    /// The parts of an ended subscription that the caller must release, with its undelivered values.
    struct End {
        let subscription: (any Subscription)?
        let turn: Turn
        let released: Deque<Pending>
    }

    enum Pending {
        case state(SteppingState)
        case subscription(StepPromise.ID)
        case value(Input, StepPromise.ID)
        case completion(Subscribers.Completion<Failure>)
    }

    enum Delivery {
        case state(SteppingState, Listeners)
        case subscription(StepPromise.ID, Listeners)
        case value(Input, StepPromise.ID, Listeners)
        case completion(Subscribers.Completion<Failure>, Listeners)
        /// Nothing is left to report; this demand must be requested from the upstream.
        case owed(Subscribers.Demand, (any Subscription)?)
        /// The last report was made; the listeners are to be released.
        case over(Listeners?)
    }

    private(set) var state = SteppingState.subscribing
    private var subscription: (any Subscription)?
    private var listeners: Listeners?
    private var lastPromise: UInt64 = 0
    private var deliveries = Deque<Pending>()
    private var isDelivering = false
    private var owed = Subscribers.Demand.none

    init(listeners: Listeners) { self.listeners = listeners }

    // MARK: Upstream

    /// - Returns: `nil` for a second subscription, which must be cancelled.
    mutating func receive(subscription: any Subscription) -> Turn? {
        guard state == .subscribing else { return nil }
        self.subscription = subscription
        let id = newPromise()
        deliveries.append(.subscription(id))
        return takeTurn()
    }

    mutating func receive(_ input: Input) -> Turn {
        // An unrequested value gets a promise too; the previous promise becomes stale, and demand stays right.
        guard state == .subscribed || state == .stepping else { return .nothing }
        let id = newPromise()
        deliveries.append(.value(input, id))
        return takeTurn()
    }

    mutating func receive(completion: Subscribers.Completion<Failure>) -> (Turn, released: (any Subscription)?) {
        guard state != .dead else { return (.nothing, nil) }
        enter(.dead)
        deliveries.append(.completion(completion))
        return (takeTurn(), subscription.take())
    }

    // MARK: Answers

    mutating func more(for id: StepPromise.ID) -> (StepOutcome, Turn) {
        let outcome = outcome(for: id)
        guard outcome == .accepted else { return (outcome, .nothing) }
        enter(.subscribed)
        owed += .max(1)
        return (.accepted, takeTurn())
    }

    mutating func cancel(for id: StepPromise.ID) -> (StepOutcome, End?) {
        let outcome = outcome(for: id)
        return (outcome, outcome == .accepted ? cancel() : nil)
    }

    mutating func cancel() -> End? {
        guard state != .dead else { return nil }
        let released = deliveries
        deliveries = []
        owed = .none
        enter(.dead)
        return End(subscription: subscription.take(), turn: takeTurn(), released: released)
    }

    // MARK: Delivering

    /// Takes the next report; `owed` or `over` ends the turn.
    mutating func nextDelivery() -> Delivery {
        guard let listeners else {
            isDelivering = false
            return .over(nil)
        }
        switch deliveries.popFirst() {
        case .state(let state)?: return .state(state, listeners)
        case .subscription(let id)?: return .subscription(id, listeners)
        case .value(let value, let id)?: return .value(value, id, listeners)
        case .completion(let completion)?: return .completion(completion, listeners)
        case nil:
            isDelivering = false
            guard state != .dead else {
                self.listeners = nil
                return .over(listeners)
            }
            let demand = owed
            owed = .none
            return .owed(demand, subscription)
        }
    }

    private mutating func takeTurn() -> Turn {
        guard !isDelivering else { return .nothing }
        isDelivering = true
        return .deliver
    }

    private mutating func newPromise() -> StepPromise.ID {
        lastPromise += 1
        enter(.stepping)
        return StepPromise.ID(rawValue: lastPromise)
    }

    private mutating func enter(_ next: SteppingState) {
        state = next
        if listeners?.onState != nil { deliveries.append(.state(next)) }
    }

    private func outcome(for id: StepPromise.ID) -> StepOutcome {
        if state == .dead { return .dead }
        if id.rawValue != lastPromise { return .stale }
        return state == .stepping ? .accepted : .repeated
    }
}
