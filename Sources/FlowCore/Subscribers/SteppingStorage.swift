import FlowTrace
import OpenCombineShim

/// The lock and the effects of a ``SteppingSubscriber``.
///
/// Proof for `@unchecked`: all state is behind the lock, and the closures are only called by the one thread that delivers.
final class SteppingStorage<Input, Failure: Error>: StepPromiseGiver, @unchecked Sendable {
    typealias Machine = SteppingStateMachine<Input, Failure>

    private let lock: Guarded<Machine>

    init(onState: ((SteppingState) -> Void)?, stepper: @escaping (SteppingSubscriber<Input, Failure>.Event) -> Void) {
        lock = Guarded(Machine(listeners: .init(onState: onState, stepper: stepper)))
    }

    var state: SteppingState {
        lock.withLock { $0.state }
    }

    func receive(subscription: any Subscription) {
        guard let turn = lock.withLock({ $0.receive(subscription: subscription) }) else {
            subscription.cancel()
            return
        }
        perform(turn)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        switch lock.withLock({ $0.receive(input) }) {
        case .deliver: deliver().demand
        case .leave: .none
        }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
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

    func cancel() {
        perform(lock.withLock { $0.cancel() })
    }

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

    /// Reports to the listeners, also what comes up meanwhile.
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
