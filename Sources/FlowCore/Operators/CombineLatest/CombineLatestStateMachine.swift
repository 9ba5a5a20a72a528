#if !canImport(Combine)
    import DequeModule
    import FlowCombine

    /// Decides what `combineLatest` does: pure, so that every input can be tried without threads or time.
    ///
    /// The downstream's demand is asked of every upstream, and the newest value of each is kept. When a value comes, all
    /// upstreams have sent one and the downstream wants one, the newest values go out together. Values that nobody wants only
    /// replace what is kept.
    struct CombineLatestStateMachine<Failure: Error>: DrainedMachine {
        /// What the drainer has to do next.
        enum Step {
            /// Combine and deliver the values, then report with ``delivered(returning:)``.
            case deliver([Any])
            /// Ask upstreams for more, then go on with ``nextStep()``.
            case request(Subscribers.Demand, of: [any Subscription])
            case complete(Subscribers.Completion<Failure>)
            case rest
        }

        private struct Input {
            var subscription: (any Subscription)?
            var newest: Any?
            var isFinished = false
        }

        private var inputs: [Input]
        private var demand = Subscribers.Demand.none
        /// What every upstream has been asked for, for those that come later.
        private var asked = Subscribers.Demand.none
        private var pending = Deque<[Any]>()
        private var owed = Subscribers.Demand.none
        private var failure: Failure?
        private var isOver = false
        var isDraining = false

        init(count: Int) { inputs = Array(repeating: Input(), count: count) }

        // MARK: From the upstreams

        /// - Returns: What to ask it for, `nil` when it has to be cancelled.
        mutating func receive(subscription: any Subscription, from index: Int) -> Subscribers.Demand? {
            guard !isOver, failure == nil, inputs[index].subscription == nil, !inputs[index].isFinished else { return nil }
            inputs[index].subscription = subscription
            return asked
        }

        mutating func receive(_ value: Any, from index: Int) -> Step? {
            guard !isOver, failure == nil, !inputs[index].isFinished else { return nil }
            inputs[index].newest = value
            let newest = inputs.compactMap(\.newest)
            guard newest.count == inputs.count, demand > .none else { return nil }
            demand -= 1
            pending.append(newest)
            return beginDraining()
        }

        /// Its newest value stays.
        mutating func receiveFinished(from index: Int) -> Step? {
            guard !isOver, failure == nil, !inputs[index].isFinished else { return nil }
            inputs[index].isFinished = true
            inputs[index].subscription = nil
            return beginDraining()
        }

        /// - Returns: The other upstreams, to be cancelled before the caller goes on with ``beginDraining()``.
        mutating func receive(failure newFailure: Failure, from index: Int) -> [any Subscription]? {
            guard !isOver, failure == nil, !inputs[index].isFinished else { return nil }
            failure = newFailure
            inputs[index].subscription = nil
            return takeUpstreams()
        }

        // MARK: From the downstream

        mutating func request(_ more: Subscribers.Demand) -> Step? {
            guard !isOver, failure == nil else { return nil }
            add(more)
            return beginDraining()
        }

        mutating func cancel() -> [any Subscription] {
            guard !isOver else { return [] }
            isOver = true
            return takeUpstreams()
        }

        private mutating func add(_ more: Subscribers.Demand) {
            demand += more
            asked += more
            owed += more
        }

        private mutating func takeUpstreams() -> [any Subscription] {
            let upstreams = inputs.compactMap(\.subscription)
            for index in inputs.indices { inputs[index] = Input(isFinished: true) }
            pending = []
            return upstreams
        }

        // MARK: Draining

        /// - Parameter more: What the downstream returned for the delivered values.
        mutating func delivered(returning more: Subscribers.Demand) -> Step {
            if more > .none { add(more) }
            return nextStep()
        }

        mutating func nextStep() -> Step {
            if isOver { return rest() }
            if let failure { return complete(.failure(failure)) }
            if owed > .none { return .request(takeOwed(), of: inputs.compactMap(\.subscription)) }
            if let next = pending.popFirst() { return .deliver(next) }
            return inputs.allSatisfy(\.isFinished) ? complete(.finished) : rest()
        }

        private mutating func takeOwed() -> Subscribers.Demand {
            defer { owed = .none }
            return owed
        }

        private mutating func complete(_ completion: Subscribers.Completion<Failure>) -> Step {
            isOver = true
            isDraining = false
            return .complete(completion)
        }

        private mutating func rest() -> Step {
            isDraining = false
            return .rest
        }
    }
#endif
