import FlowTrace
import FlowCombine

/// A sink with a stock of demand, spent one value at a time, that can be topped up from outside.
///
/// It asks for one value when it is subscribed and for one more with each value while any of the stock is left. Demand added
/// later with ``increaseDemand(_:)`` is asked for at once. Values that upstream has to send meanwhile are upstream's to keep or
/// to lose.
///
/// - Important: Safe to use from any thread. The closures run on the thread that upstream signals on.
public final class CustomDemandSink<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    // Proof for `@unchecked`: all state is behind the lock, and the closures only run where upstream signals.
    private struct Listeners {
        let receiveValue: (Input) -> Void
        let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
    }

    private struct State {
        var machine: CustomDemandStateMachine
        var listeners: Listeners?

        mutating func end() -> (subscription: (any Subscription)?, listeners: Listeners?) { (machine.end(), listeners.take()) }
    }

    private let lock: LockedBox<State>

    /// - Parameters:
    ///   - demand: The stock to begin with; `.none` asks for nothing until ``increaseDemand(_:)`` is called.
    ///   - receiveValue: Called with every value.
    ///   - receiveCompletion: Called when upstream is done. Both closures are released when the subscription is over.
    public init(
        demand: Subscribers.Demand, receiveValue: @escaping (Input) -> Void,
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
    ) {
        let listeners = Listeners(receiveValue: receiveValue, receiveCompletion: receiveCompletion)
        lock = LockedBox(State(machine: CustomDemandStateMachine(demand: demand), listeners: listeners))
    }

    /// Asks upstream for `demand` more values; before the subscription has come, adds them to the stock.
    ///
    /// Does nothing when `demand` is `.none` or the subscription is over.
    public func increaseDemand(_ demand: Subscribers.Demand) {
        lock.withLock { $0.machine.increase(by: demand) }?.request(demand)
    }

    /// A subscription that comes later is cancelled at once.
    public func cancel() { lock.withLock { $0.end() }.subscription?.cancel() }

    public func receive(subscription: any Subscription) {
        guard let demand = lock.withLock({ $0.machine.receive(subscription: subscription) }) else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
        guard let listeners = lock.withLock({ $0.listeners }) else { return .none }
        listeners.receiveValue(input)
        return lock.withLock { $0.machine.spend() }
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
        lock.withLock { $0.end() }.listeners?.receiveCompletion(completion)
    }
}

/// The decisions of a ``CustomDemandSink``; calls nobody.
struct CustomDemandStateMachine {
    private var stock: Subscribers.Demand
    private var subscription: (any Subscription)?
    private(set) var isOver = false

    init(demand: Subscribers.Demand) { stock = demand }

    /// - Returns: The first demand, which may be none; `nil` when the subscription has to be cancelled.
    mutating func receive(subscription: any Subscription) -> Subscribers.Demand? {
        guard self.subscription == nil, !isOver else { return nil }
        self.subscription = subscription
        return spend()
    }

    /// The demand to return once the value has been passed on.
    mutating func spend() -> Subscribers.Demand {
        guard !isOver, stock > .none else { return .none }
        stock -= 1
        return .max(1)
    }

    /// - Returns: Whom to ask for `demand` now, `nil` for nobody.
    mutating func increase(by demand: Subscribers.Demand) -> (any Subscription)? {
        guard demand > .none, !isOver else { return nil }
        if subscription == nil { stock += demand }
        return subscription
    }

    /// - Returns: The subscription, to be released or cancelled.
    mutating func end() -> (any Subscription)? {
        isOver = true
        return subscription.take()
    }
}
