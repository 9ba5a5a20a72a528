#if !canImport(Combine)
    import DequeModule
    import FlowCombine

    /// The pure logic of `combineLatest`, testable without threads or time.
    ///
    /// Requests the downstream's demand from every upstream, and keeps the newest value of each. When a value arrives, and every
    /// upstream has sent a value, it sends the newest values together if the downstream has demand. Without demand, a value only
    /// replaces the kept one.
    struct CombineLatestStateMachine<Failure: Error>: DrainedMachine {
        /// The next step of the drainer.
        enum Step {
            /// Combine and deliver the values, then report with ``delivered(returning:)``.
            case deliver([Any])
            /// Request more from the upstreams, then call ``nextStep()``.
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
        /// The demand requested so far; a subscription that arrives later gets the same request.
        private var asked = Subscribers.Demand.none
        private var pending = Deque<[Any]>()
        private var owed = Subscribers.Demand.none
        private var failure: Failure?
        private var isOver = false
        var isDraining = false

        init(count: Int) { inputs = Array(repeating: Input(), count: count) }

        // MARK: From the upstreams

        /// - Returns: The demand to request from the subscription; `nil` if the subscription must be cancelled.
        mutating func receive(subscription: any Subscription, from index: Int) -> Subscribers.Demand? {
            guard !isOver, failure == nil, inputs[index].subscription == nil, !inputs[index].isFinished else { return nil }
            inputs[index].subscription = subscription
            return asked
        }

        /// - Parameter value: The new value. Afterwards it is the replaced one, to be released outside the lock.
        mutating func receive(_ value: inout Any?, from index: Int) -> Step? {
            guard !isOver, failure == nil, !inputs[index].isFinished else { return nil }
            swap(&inputs[index].newest, &value)
            let newest = inputs.compactMap(\.newest)
            guard newest.count == inputs.count, demand > .none else { return nil }
            demand -= 1
            pending.append(newest)
            return beginDraining()
        }

        /// Records the end of an upstream, whose newest value stays.
        ///
        /// - Parameter ended: Becomes the upstream's subscription, to be released outside the lock.
        mutating func receiveFinished(from index: Int, ended: inout (any Subscription)?) -> Step? {
            guard !isOver, failure == nil, !inputs[index].isFinished else { return nil }
            inputs[index].isFinished = true
            ended = inputs[index].subscription.take()
            return beginDraining()
        }

        /// Fails the stream.
        ///
        /// - Returns: The other upstreams, to cancel before calling ``beginDraining()``; `nil` after the end of the stream.
        mutating func receive(failure newFailure: Failure, from index: Int) -> Ended? {
            guard !isOver, failure == nil, !inputs[index].isFinished else { return nil }
            failure = newFailure
            return takeEverything(endedBy: index)
        }

        // MARK: From the downstream

        mutating func request(_ more: Subscribers.Demand) -> Step? {
            guard !isOver, failure == nil else { return nil }
            add(more)
            return beginDraining()
        }

        mutating func cancel() -> Ended? {
            guard !isOver else { return nil }
            isOver = true
            return takeEverything()
        }

        /// The remains of an ended stream: upstreams to cancel, and everything else to release outside the lock.
        struct Ended {
            let upstreams: [any Subscription]
            private let failed: (any Subscription)?
            private let newest: [Any]
            private let pending: Deque<[Any]>

            fileprivate init(
                upstreams: [any Subscription], failed: (any Subscription)?, newest: [Any], pending: Deque<[Any]>
            ) {
                self.upstreams = upstreams
                self.failed = failed
                self.newest = newest
                self.pending = pending
            }
        }

        private mutating func add(_ more: Subscribers.Demand) {
            demand += more
            asked += more
            owed += more
        }

        private mutating func takeEverything(endedBy failing: Int? = nil) -> Ended {
            let failed = failing.flatMap { inputs[$0].subscription.take() }
            let ended = Ended(
                upstreams: inputs.compactMap(\.subscription), failed: failed, newest: inputs.compactMap(\.newest),
                pending: pending)
            for index in inputs.indices { inputs[index] = Input(isFinished: true) }
            pending = []
            return ended
        }

        // MARK: Draining

        /// - Parameter more: The demand that the downstream returned for the delivered values.
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
