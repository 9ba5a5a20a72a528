import FlowTrace
import FlowCombine

/// A sink that spends its demand one value at a time, and whose demand callers can increase.
///
/// It requests one value when subscribed, and one more with each value while any demand remains. Demand added with
/// ``increaseDemand(_:)`` is requested immediately. Without demand, the upstream has to buffer or drop its values.
///
/// - Important: Safe to use from any thread. The closures run on the thread of the upstream's signals.
public final class CustomDemandSink<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    // Proof for `@unchecked`: all state is behind the lock, and the closures only run where the upstream signals.
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
    ///   - demand: The initial demand; with `.none`, nothing is requested until ``increaseDemand(_:)`` is called.
    ///   - receiveValue: Called with every value.
    ///   - receiveCompletion: Called when the upstream completes. Both closures are released at the end of the subscription.
    public init(
        demand: Subscribers.Demand, receiveValue: @escaping (Input) -> Void,
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
    ) {
        let listeners = Listeners(receiveValue: receiveValue, receiveCompletion: receiveCompletion)
        lock = LockedBox(State(machine: CustomDemandStateMachine(demand: demand), listeners: listeners))
    }

    /// Requests `demand` more values; before the subscription, adds them to the remaining demand.
    ///
    /// Does nothing if `demand` is `.none` or the subscription is over.
    public func increaseDemand(_ demand: Subscribers.Demand) {
        lock.withLock { $0.machine.increase(by: demand) }?.request(demand)
    }

    /// Cancels the subscription; a later one is cancelled immediately.
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

/// The pure logic of a ``CustomDemandSink``.
struct CustomDemandStateMachine {
    private var remainingDemand: Subscribers.Demand
    private var subscription: (any Subscription)?
    private(set) var isOver = false

    init(demand: Subscribers.Demand) { remainingDemand = demand }

    /// - Returns: The first demand, which may be none; `nil` if the subscription must be cancelled.
    mutating func receive(subscription: any Subscription) -> Subscribers.Demand? {
        guard self.subscription == nil, !isOver else { return nil }
        self.subscription = subscription
        return spend()
    }

    /// Spends demand for one value, and returns it; none if no demand remains.
    mutating func spend() -> Subscribers.Demand {
        guard !isOver, remainingDemand > .none else { return .none }
        remainingDemand -= 1
        return .max(1)
    }

    /// - Returns: The subscription from which to request `demand` now; `nil` for none.
    mutating func increase(by demand: Subscribers.Demand) -> (any Subscription)? {
        guard demand > .none, !isOver else { return nil }
        if subscription == nil { remainingDemand += demand }
        return subscription
    }

    /// - Returns: The subscription, to be released or cancelled.
    mutating func end() -> (any Subscription)? {
        isOver = true
        return subscription.take()
    }
}
