#if !canImport(Combine)
    import FlowCombine

    /// The pure logic of `collect` by time, testable without threads or time.
    struct CollectByTimeStateMachine<Value, Failure: Error>: DrainedMachine {
        /// The next step of the drainer.
        enum Step {
            /// Deliver the values, then report with ``delivered(returning:)``.
            case deliver([Value])
            /// Stop the timer, and deliver the completion.
            case complete(Subscribers.Completion<Failure>)
            case rest
        }

        private let count: Int?
        private var held: [Value] = []
        private var demand = Subscribers.Demand.none
        private var completion: Subscribers.Completion<Failure>?
        /// Whether an interval has ended while values are still held.
        private var isDue = false
        private var isOver = false
        var isDraining = false

        /// - Parameter count: The size of a full group, which leaves before the end of the interval; `nil` for no limit.
        init(count: Int?) { self.count = count }

        mutating func receive(_ value: Value) -> Step? {
            guard !isOver, completion == nil else { return nil }
            held.append(value)
            return beginDraining()
        }

        /// - Parameter lost: Becomes the values that a failure discards, to be released outside the lock.
        mutating func receive(completion newCompletion: Subscribers.Completion<Failure>, lost: inout [Value]) -> Step? {
            guard !isOver, completion == nil else { return nil }
            completion = newCompletion
            if case .failure = newCompletion { swap(&held, &lost) }
            return beginDraining()
        }

        mutating func intervalEnds() -> Step? {
            guard !isOver, !held.isEmpty else { return nil }
            isDue = true
            return beginDraining()
        }

        mutating func request(_ more: Subscribers.Demand) -> Step? {
            guard !isOver else { return nil }
            demand += more
            return beginDraining()
        }

        /// - Returns: The discarded values, to be released outside the lock.
        mutating func cancel() -> [Value] {
            isOver = true
            defer { held = [] }
            return held
        }

        mutating func delivered(returning more: Subscribers.Demand) -> Step {
            demand += more
            return nextStep()
        }

        mutating func nextStep() -> Step {
            guard !isOver else { return rest() }
            if held.isEmpty, let completion {
                isOver = true
                isDraining = false
                return .complete(completion)
            }
            let isFull = count.map { held.count >= $0 } == true
            guard demand > .none, !held.isEmpty, isDue || isFull || completion != nil else { return rest() }
            demand -= 1
            return .deliver(takeGroup())
        }

        private mutating func takeGroup() -> [Value] {
            let group = Array(held.prefix(count ?? held.count))
            held.removeFirst(group.count)
            if held.isEmpty { isDue = false }
            return group
        }

        private mutating func rest() -> Step {
            isDraining = false
            return .rest
        }
    }
#endif
