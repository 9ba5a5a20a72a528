#if !canImport(Combine)
    import FlowTrace
    import FlowCombine

    /// One subscription of a `combineLatest`: executes the decisions of ``CombineLatestStateMachine``, and calls no foreign code
    /// under the lock.
    final class CombineLatestStorage<Downstream: Subscriber>: Subscription, CombineLatestReceiver {
        private typealias Machine = CombineLatestStateMachine<Downstream.Failure>

        private struct State {
            var machine: Machine
            var downstream: Downstream?
        }

        private let state: LockedBox<State>
        private let combine: ([Any]) -> Downstream.Input

        init(downstream: Downstream, count: Int, combine: @escaping ([Any]) -> Downstream.Input) {
            state = LockedBox(State(machine: Machine(count: count), downstream: downstream))
            self.combine = combine
        }

        // MARK: From the upstreams

        func receive(subscription: any Subscription, from index: Int) {
            let demand = state.withLock { $0.machine.receive(subscription: subscription, from: index) }
            guard let demand else { return subscription.cancel() }
            if demand > .none { subscription.request(demand) }
        }

        func receive(_ value: Any, from index: Int) -> Subscribers.Demand {
            var value: Any? = value
            drain { $0.receive(&value, from: index) }
            return .none
        }

        func receive(completion: Subscribers.Completion<Downstream.Failure>, from index: Int) {
            switch completion {
            case .finished:
                var ended: (any Subscription)?
                drain { $0.receiveFinished(from: index, ended: &ended) }
            case .failure(let failure):
                guard let ended = state.withLock({ $0.machine.receive(failure: failure, from: index) }) else { return }
                for upstream in ended.upstreams { upstream.cancel() }
                drain { $0.beginDraining() }
            }
        }

        // MARK: From the downstream

        func request(_ demand: Subscribers.Demand) { drain { $0.request(demand) } }

        func cancel() {
            let (ended, downstream) = state.withLock { ($0.machine.cancel(), $0.downstream.take()) }
            withExtendedLifetime(downstream) {
                for upstream in ended?.upstreams ?? [] { upstream.cancel() }
            }
        }

        /// Performs steps until none is left.
        private func drain(_ first: (inout Machine) -> Machine.Step?) {
            let begun = state.withLock { state in first(&state.machine).map { ($0, state.downstream) } }
            guard case (var step, let downstream?)? = begun else { return }
            while true {
                switch step {
                case .deliver(let values):
                    let returned = downstream.receive(combine(values))
                    step = state.withLock { $0.machine.delivered(returning: returned) }
                case .request(let demand, let upstreams):
                    for upstream in upstreams { upstream.request(demand) }
                    step = state.withLock { $0.machine.nextStep() }
                case .complete(let completion):
                    _ = state.withLock { $0.downstream.take() }
                    return downstream.receive(completion: completion)
                case .rest: return
                }
            }
        }
    }

    extension CombineLatestStorage: CustomStringConvertible {
        var description: String { "CombineLatest" }
    }
#endif
