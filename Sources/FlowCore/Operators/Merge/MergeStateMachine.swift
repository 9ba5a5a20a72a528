#if !canImport(Combine)
    import DequeModule
    import FlowCombine

    /// The pure logic of a merge, testable without threads or time.
    ///
    /// As in Combine, it requests one value at a time from each upstream, the first value before the downstream requests any.
    /// Once the downstream requests unlimited values, so does the merge.
    struct MergeStateMachine<Value, Failure: Error>: DrainedMachine {
        /// The next step of the drainer.
        enum Step {
            /// Deliver the value, then report with ``delivered(returning:)``.
            case deliver(Value)
            /// Request one more value from the upstream whose value was delivered, then call ``nextStep()``.
            case refill(any Subscription, input: Int)
            /// Request unlimited values from the upstreams, then call ``nextStep()``.
            case open([any Subscription])
            case complete(Subscribers.Completion<Failure>)
            case rest
        }

        private struct Input {
            var subscription: (any Subscription)?
            var isFinished = false
            var isAskedWithoutLimit = false
        }

        private var inputs: [Input]
        private var openInputs: Int
        /// Values that wait for demand or for the drainer, in order of arrival.
        private var held = Deque<(value: Value, input: Int)>()
        private var demand = Subscribers.Demand.none
        private var failure: Failure?
        private var isOver = false
        var isDraining = false
        /// The upstream of the value being delivered, from which the next value is requested.
        private var served: Int?

        init(count: Int) {
            inputs = Array(repeating: Input(), count: count)
            openInputs = count
        }

        // MARK: From the upstreams

        /// - Returns: The demand to request from the subscription; `nil` if the subscription must be cancelled.
        mutating func receive(subscription: any Subscription, from index: Int) -> Subscribers.Demand? {
            guard !isOver, failure == nil, inputs[index].subscription == nil, !inputs[index].isFinished else { return nil }
            inputs[index].subscription = subscription
            inputs[index].isAskedWithoutLimit = demand == .unlimited
            return demand == .unlimited ? .unlimited : .max(1)
        }

        mutating func receive(_ value: Value, from index: Int) -> Step? {
            guard !isOver, failure == nil, !inputs[index].isFinished else { return nil }
            held.append((value, index))
            return beginDraining()
        }

        /// - Parameter ended: Becomes the upstream's subscription, to be released outside the lock.
        mutating func receiveFinished(from index: Int, ended: inout (any Subscription)?) -> Step? {
            guard !isOver, failure == nil, !inputs[index].isFinished else { return nil }
            ended = inputs[index].subscription.take()
            inputs[index].isFinished = true
            openInputs -= 1
            return beginDraining()
        }

        /// Fails the stream; held values are lost.
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
            demand += more
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
            private let lost: Deque<(value: Value, input: Int)>

            fileprivate init(
                upstreams: [any Subscription], failed: (any Subscription)?, lost: Deque<(value: Value, input: Int)>
            ) {
                self.upstreams = upstreams
                self.failed = failed
                self.lost = lost
            }
        }

        private mutating func takeEverything(endedBy failing: Int? = nil) -> Ended {
            let failed = failing.flatMap { inputs[$0].subscription.take() }
            let ended = Ended(upstreams: inputs.compactMap(\.subscription), failed: failed, lost: held)
            for index in inputs.indices { inputs[index].subscription = nil }
            held = []
            return ended
        }

        // MARK: Draining

        /// - Parameter more: The demand that the downstream returned for the delivered value.
        mutating func delivered(returning more: Subscribers.Demand) -> Step {
            precondition(isDraining, "MergeStateMachine.delivered called without a delivery")
            demand += more
            return nextStep()
        }

        mutating func nextStep() -> Step {
            guard !isOver else { return rest() }
            if let failure { return complete(.failure(failure)) }
            if let refill = refill() { return refill }
            if demand > .none, let (value, index) = held.popFirst() {
                demand -= 1
                served = index
                return .deliver(value)
            }
            if openInputs == 0, held.isEmpty { return complete(.finished) }
            if let opening = openUp() { return opening }
            return rest()
        }

        /// Requests the next value from the upstream whose value was delivered.
        private mutating func refill() -> Step? {
            guard let index = served.take(), demand != .unlimited, !inputs[index].isAskedWithoutLimit else { return nil }
            return inputs[index].subscription.map { .refill($0, input: index) }
        }

        /// Requests unlimited values from the upstreams, once their earlier values have been delivered.
        private mutating func openUp() -> Step? {
            guard demand == .unlimited else { return nil }
            let upstreams = inputs.indices.compactMap { index -> (any Subscription)? in
                guard !inputs[index].isAskedWithoutLimit, let subscription = inputs[index].subscription else { return nil }
                inputs[index].isAskedWithoutLimit = true
                return subscription
            }
            return upstreams.isEmpty ? nil : .open(upstreams)
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
