#if AsyncAlgorithms
    import AsyncAlgorithms
    import FlowTrace

    // The operators of AsyncAlgorithms that keep values for later, with their signatures: what they let go of is recorded.

    extension FlowSequence where Self: Sendable {
        public func buffer(
            policy: AsyncBufferSequencePolicy, fileID: String = #fileID, line: Int = #line
        ) -> Flow<Staged<Self, Delivered<Element, AsyncBufferSequence<Carrying<Self>>>>> {
            let limit = PolicyLimit(policy)
            let buffered = Staged(self) { base, stage in
                Delivered(Carrying(base, stage, isLossy: limit.isLossy).buffer(policy: policy))
            }
            return Flow(buffered, as: AsyncBufferSequence<Self>.self, fileID, line).knowing { $0.limit = limit.hint }
        }

        public func debounce<C: Clock>(
            for interval: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C, fileID: String = #fileID,
            line: Int = #line
        ) -> Flow<Staged<Self, Delivered<Element, AsyncDebounceSequence<Carrying<Self>, C>>>> where Element: Sendable {
            let debounced = Staged(self) { base, stage in
                Delivered(Carrying(base, stage).debounce(for: interval, tolerance: tolerance, clock: clock))
            }
            return Flow(debounced, as: AsyncDebounceSequence<Self, C>.self, fileID, line)
        }

        public func debounce(
            for interval: Duration, tolerance: Duration? = nil, fileID: String = #fileID, line: Int = #line
        ) -> Flow<Staged<Self, Delivered<Element, AsyncDebounceSequence<Carrying<Self>, ContinuousClock>>>>
        where Element: Sendable {
            debounce(for: interval, tolerance: tolerance, clock: .continuous, fileID: fileID, line: line)
        }
    }

    /// A `_throttle` that makes one value of all in its interval.
    enum ThrottleReducing {}

    extension FlowSequence {
        public func _throttle<C: Clock, Reduced>(
            for interval: C.Instant.Duration, clock: C,
            reducing: @Sendable @escaping (Reduced?, Element) async -> Reduced, fileID: String = #fileID, line: Int = #line
        ) -> Flow<_AsyncThrottleSequence<Self, C, Reduced>> {
            Flow(
                _throttle(for: interval, clock: clock, reducing: reducing), as: ThrottleReducing.self, fileID, line)
        }

        public func _throttle<Reduced>(
            for interval: Duration, reducing: @Sendable @escaping (Reduced?, Element) async -> Reduced,
            fileID: String = #fileID, line: Int = #line
        ) -> Flow<_AsyncThrottleSequence<Self, ContinuousClock, Reduced>> {
            _throttle(for: interval, clock: .continuous, reducing: reducing, fileID: fileID, line: line)
        }

        public func _throttle<C: Clock>(
            for interval: C.Instant.Duration, clock: C, latest: Bool = true, fileID: String = #fileID, line: Int = #line
        ) -> Flow<_AsyncThrottleSequence<Self, C, Element>> {
            Flow(_throttle(for: interval, clock: clock, latest: latest), fileID, line).knowing { $0.isLatest = latest }
        }

        public func _throttle(
            for interval: Duration, latest: Bool = true, fileID: String = #fileID, line: Int = #line
        ) -> Flow<_AsyncThrottleSequence<Self, ContinuousClock, Element>> {
            _throttle(for: interval, clock: .continuous, latest: latest, fileID: fileID, line: line)
        }
    }

    /// The type that a trace names where a sequence is shared: AsyncAlgorithms keeps its own to itself.
    enum ShareSequence {}

    extension FlowSequence where Element: Sendable, Self: SendableMetatype, AsyncIterator: SendableMetatype {
        public func share(
            bufferingPolicy: AsyncBufferSequencePolicy = .bounded(1), fileID: String = #fileID, line: Int = #line
        ) -> Flow<some AsyncSequence<Element, Failure> & Sendable> {
            // The iterator of the sequence is made here, before anybody iterates.
            let stage = CurrentTarget.value.map {
                Stage($0, id: EdgeNumber.next(), tag: $0.tag(of: ShareSequence.self), by: .subject)
            }
            let limit = PolicyLimit(bufferingPolicy)
            let base = Carrying(sharing: self, stage, isLossy: limit.isLossy)
            let shared = stage?.within { sharing(base, bufferingPolicy) } ?? sharing(base, bufferingPolicy)
            let delivered = Delivered(shared, skipping: limit.isLossy ? limit.hint?.capacity ?? 0 : 0)
            return Flow(delivered, as: ShareSequence.self, fileID, line).knowing {
                $0.stream = stage?.id ?? 0
                if limit.isLossy { $0.limit = limit.hint }
            }
        }
    }

    /// AsyncAlgorithms' `share`.
    private func sharing<Base: AsyncSequence>(
        _ base: Base, _ policy: AsyncBufferSequencePolicy
    ) -> some AsyncSequence<Base.Element, Base.Failure> & Sendable
    where Base.Element: Sendable, Base: SendableMetatype, Base.AsyncIterator: SendableMetatype {
        base.share(bufferingPolicy: policy)
    }

    /// What a buffer's policy says, which AsyncAlgorithms keeps to itself.
    struct PolicyLimit {
        private let name: String
        private let count: Int?

        init(_ policy: AsyncBufferSequencePolicy) {
            // An enum whose only child is the limit, under the name of the case.
            let policy = Mirror(reflecting: policy).children.first?.value
            let limit = policy.flatMap { Mirror(reflecting: $0).children.first }
            name = limit?.label ?? "unbounded"
            count = limit?.value as? Int
        }

        /// Whether values are lost when there are too many.
        var isLossy: Bool { name == "bufferingNewest" || name == "bufferingOldest" }

        var hint: (capacity: Int, whenFull: UInt64)? {
            guard let count else { return nil }
            switch name {
            case "bufferingOldest": return (count, 0)
            case "bufferingNewest": return (count, 1)
            default: return (count, 4)
            }
        }
    }
#endif
