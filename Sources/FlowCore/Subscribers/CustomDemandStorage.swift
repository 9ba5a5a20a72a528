import FlowTrace
import OpenCombineShim

/// The lock and the effects of a ``CustomDemandSink``.
///
/// Proof for `@unchecked`: all state is behind the lock, and the closures only run where upstream signals.
final class CustomDemandStorage<Input, Failure: Error>: @unchecked Sendable {
    struct Listeners {
        let receiveValue: (Input) -> Void
        let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
    }

    private struct State {
        var machine: CustomDemandStateMachine
        var listeners: Listeners?

        mutating func end() -> (subscription: (any Subscription)?, listeners: Listeners?) {
            (machine.end(), listeners.take())
        }
    }

    private let lock: Guarded<State>

    init(demand: Subscribers.Demand, listeners: Listeners) {
        lock = Guarded(State(machine: CustomDemandStateMachine(demand: demand), listeners: listeners))
    }

    func receive(subscription: any Subscription) {
        guard let demand = lock.withLock({ $0.machine.receive(subscription: subscription) }) else {
            subscription.cancel()
            return
        }
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard let listeners = lock.withLock({ $0.listeners }) else { return .none }
        listeners.receiveValue(input)
        return lock.withLock { $0.machine.spend() }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.withLock { $0.end() }.listeners?.receiveCompletion(completion)
    }

    func increaseDemand(_ demand: Subscribers.Demand) {
        lock.withLock { $0.machine.increase(by: demand) }?.request(demand)
    }

    func cancel() {
        lock.withLock { $0.end() }.subscription?.cancel()
    }
}
