#if !canImport(Combine)
    import FlowTrace
    import FlowCombine

    /// One subscription of a merge: executes the decisions of ``MergeStateMachine``, and calls no foreign code under the lock.
    final class MergeStorage<Downstream: Subscriber>: Subscription {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure
        private typealias Machine = MergeStateMachine<Input, Failure>

        private struct State {
            var machine: Machine
            var downstream: Downstream?
        }

        private let state: LockedBox<State>

        init(downstream: Downstream, count: Int) {
            state = LockedBox(State(machine: Machine(count: count), downstream: downstream))
        }

        // MARK: From the upstreams

        func receive(subscription: any Subscription, from index: Int) {
            let demand = state.withLock { $0.machine.receive(subscription: subscription, from: index) }
            guard let demand else { return subscription.cancel() }
            subscription.request(demand)
        }

        /// - Returns: The demand that this call returns to upstream `index`.
        func receive(_ input: Input, from index: Int) -> Subscribers.Demand {
            drain(receivingFrom: index) { $0.receive(input, from: index) }
        }

        func receive(completion: Subscribers.Completion<Failure>, from index: Int) {
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

        /// Starts the subscription; completes it immediately if there is nothing to merge.
        func begin() { drain { $0.beginDraining() } }

        func request(_ demand: Subscribers.Demand) { drain { $0.request(demand) } }

        func cancel() {
            let (ended, downstream) = state.withLock { ($0.machine.cancel(), $0.downstream.take()) }
            withExtendedLifetime(downstream) {
                for upstream in ended?.upstreams ?? [] { upstream.cancel() }
            }
        }

        // MARK: Draining

        /// Performs steps until none is left.
        ///
        /// - Parameters:
        ///   - receiver: The calling upstream: demand on it is returned, demand on the other upstreams is requested.
        ///   - first: Returns the first step; called with the lock held.
        /// - Returns: The demand on upstream `receiver`.
        @discardableResult
        private func drain(receivingFrom receiver: Int? = nil, _ first: (inout Machine) -> Machine.Step?) -> Subscribers.Demand {
            var asked = Subscribers.Demand.none
            let begun = state.withLock { state in first(&state.machine).map { ($0, state.downstream) } }
            guard case (var step, let downstream?)? = begun else { return asked }
            while true {
                switch step {
                case .deliver(let value):
                    let returned = downstream.receive(value)
                    step = state.withLock { $0.machine.delivered(returning: returned) }
                case .refill(let upstream, let input):
                    if input == receiver { asked += 1 } else { upstream.request(.max(1)) }
                    step = state.withLock { $0.machine.nextStep() }
                case .open(let upstreams):
                    for upstream in upstreams { upstream.request(.unlimited) }
                    step = state.withLock { $0.machine.nextStep() }
                case .complete(let completion):
                    _ = state.withLock { $0.downstream.take() }
                    downstream.receive(completion: completion)
                    return asked
                case .rest: return asked
                }
            }
        }
    }

    extension MergeStorage: CustomStringConvertible {
        var description: String { "Merge" }
    }

    /// The subscriber of one upstream.
    final class MergeInput<Downstream: Subscriber>: Subscriber {
        typealias Input = Downstream.Input
        typealias Failure = Downstream.Failure

        private let storage: MergeStorage<Downstream>
        private let index: Int

        init(storage: MergeStorage<Downstream>, index: Int) {
            self.storage = storage
            self.index = index
        }

        func receive(subscription: any Subscription) { storage.receive(subscription: subscription, from: index) }

        func receive(_ input: Input) -> Subscribers.Demand { storage.receive(input, from: index) }

        func receive(completion: Subscribers.Completion<Failure>) { storage.receive(completion: completion, from: index) }
    }

    extension MergeInput: CustomStringConvertible {
        var description: String { "Merge" }
    }
#endif
