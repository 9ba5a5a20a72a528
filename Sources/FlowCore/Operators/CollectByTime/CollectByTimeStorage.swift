#if !canImport(Combine)
    import FlowTrace
    import FlowCombine

    /// One subscription of a `collect` by time: executes the decisions of ``CollectByTimeStateMachine``, and calls no foreign
    /// code under the lock.
    final class CollectByTimeStorage<Input, Downstream: Subscriber, Context: Scheduler>: Subscriber, Subscription
    where Downstream.Input == [Input] {
        typealias Failure = Downstream.Failure
        private typealias Machine = CollectByTimeStateMachine<Input, Failure>

        private struct State {
            var machine: Machine
            var downstream: Downstream?
            var upstream: (any Subscription)?
            var timer: (any Cancellable)?
        }

        private let scheduler: Context
        private let interval: Context.SchedulerTimeType.Stride
        private let state: LockedBox<State>

        init(downstream: Downstream, scheduler: Context, interval: Context.SchedulerTimeType.Stride, count: Int?) {
            self.scheduler = scheduler
            self.interval = interval
            state = LockedBox(State(machine: Machine(count: count), downstream: downstream))
        }

        // MARK: From the upstream

        func receive(subscription: any Subscription) {
            let downstream = state.withLock { state -> Downstream? in
                guard state.upstream == nil else { return nil }
                state.upstream = subscription
                return state.downstream
            }
            guard let downstream else { return subscription.cancel() }
            startTimer()
            downstream.receive(subscription: self)
            subscription.request(.unlimited)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            drain { $0.receive(input) }
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            var lost: [Input] = []
            drain { $0.receive(completion: completion, lost: &lost) }
        }

        private func startTimer() {
            let timer = scheduler.schedule(
                after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
                options: nil
            ) { [weak self] in self?.drain { $0.intervalEnds() } }
            state.withLock { $0.timer = timer }
        }

        // MARK: From the downstream

        func request(_ demand: Subscribers.Demand) { drain { $0.request(demand) } }

        func cancel() {
            let ended = state.withLock { state in
                (
                    lost: state.machine.cancel(), upstream: state.upstream.take(), timer: state.timer.take(),
                    downstream: state.downstream.take()
                )
            }
            ended.timer?.cancel()
            ended.upstream?.cancel()
        }

        /// Performs steps until none is left.
        private func drain(_ first: (inout Machine) -> Machine.Step?) {
            let begun = state.withLock { state in first(&state.machine).map { ($0, state.downstream) } }
            guard case (var step, let downstream?)? = begun else { return }
            while true {
                switch step {
                case .deliver(let values):
                    let returned = downstream.receive(values)
                    step = state.withLock { $0.machine.delivered(returning: returned) }
                case .complete(let completion):
                    let ended = state.withLock { ($0.timer.take(), $0.downstream.take(), $0.upstream.take()) }
                    ended.0?.cancel()
                    return downstream.receive(completion: completion)
                case .rest: return
                }
            }
        }
    }

    extension CollectByTimeStorage: CustomStringConvertible {
        var description: String { "CollectByTime" }
    }
#endif
