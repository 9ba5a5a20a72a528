#if AsyncAlgorithms
    import AsyncAlgorithms
    import FlowAsync
    internal import FlowUntracedAlgorithms
    import FlowTrace

    // The operators of AsyncAlgorithms that hold values, with the same signatures. Dropped values are recorded.

    extension FlowSequence where Self: Sendable {
        @_disfavoredOverload
        public func buffer(
            policy: AsyncBufferSequencePolicy, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<
            _Operator.Staged<Self, _Operator.UntrackedOutput<Element, AsyncBufferSequence<_Operator.TrackingInput<Self>>>>
        > {
            let limit = PolicyLimit(policy)
            let buffered = _Operator.Staged(self) { base, stage in
                _Operator.UntrackedOutput(_Operator.TrackingInput(base, stage, isLossy: limit.isLossy).buffer(policy: policy))
            }
            return TracedAsyncSequence(buffered, as: AsyncBufferSequence<Self>.self, fileID, line).knowing {
                $0.limit = limit.fact
            }
        }

        @_disfavoredOverload
        public func debounce<C: Clock>(
            for interval: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C, fileID: String = #fileID,
            line: Int = #line
        ) -> TracedAsyncSequence<
            _Operator.Staged<Self, _Operator.UntrackedOutput<Element, AsyncDebounceSequence<_Operator.TrackingInput<Self>, C>>>
        > where Element: Sendable {
            let debounced = _Operator.Staged(self) { base, stage in
                _Operator.UntrackedOutput(
                    _Operator.TrackingInput(base, stage).debounce(for: interval, tolerance: tolerance, clock: clock))
            }
            return TracedAsyncSequence(debounced, as: AsyncDebounceSequence<Self, C>.self, fileID, line)
        }

        @_disfavoredOverload
        public func debounce(
            for interval: Duration, tolerance: Duration? = nil, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<
            _Operator.Staged<
                Self, _Operator.UntrackedOutput<Element, AsyncDebounceSequence<_Operator.TrackingInput<Self>, ContinuousClock>>
            >
        >
        where Element: Sendable {
            debounce(for: interval, tolerance: tolerance, clock: .continuous, fileID: fileID, line: line)
        }
    }

    /// A `_throttle` that reduces all values of an interval to one.
    enum ThrottleReducing {}

    extension FlowSequence {
        @_disfavoredOverload
        public func _throttle<C: Clock, Reduced>(
            for interval: C.Instant.Duration, clock: C,
            reducing: @Sendable @escaping (Reduced?, Element) async -> Reduced, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<_AsyncThrottleSequence<Self, C, Reduced>> {
            TracedAsyncSequence(
                UntracedAlgorithms._throttle(self, for: interval, clock: clock, reducing: reducing), as: ThrottleReducing.self,
                fileID, line)
        }

        @_disfavoredOverload
        public func _throttle<Reduced>(
            for interval: Duration, reducing: @Sendable @escaping (Reduced?, Element) async -> Reduced,
            fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<_AsyncThrottleSequence<Self, ContinuousClock, Reduced>> {
            _throttle(for: interval, clock: .continuous, reducing: reducing, fileID: fileID, line: line)
        }

        @_disfavoredOverload
        public func _throttle<C: Clock>(
            for interval: C.Instant.Duration, clock: C, latest: Bool = true, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<_AsyncThrottleSequence<Self, C, Element>> {
            TracedAsyncSequence(UntracedAlgorithms._throttle(self, for: interval, clock: clock, latest: latest), fileID, line)
                .knowing {
                    $0.isLatest = latest
                }
        }

        @_disfavoredOverload
        public func _throttle(
            for interval: Duration, latest: Bool = true, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<_AsyncThrottleSequence<Self, ContinuousClock, Element>> {
            _throttle(for: interval, clock: .continuous, latest: latest, fileID: fileID, line: line)
        }
    }

    /// The limit of a buffer's policy, which is private in AsyncAlgorithms.
    enum PolicyLimit: Equatable {
        case unbounded
        case bounded(Int)
        case newest(Int)
        case oldest(Int)
        /// Unknown: this version of AsyncAlgorithms uses different names.
        case unknown

        /// - Parameter policy: An `AsyncBufferSequencePolicy`. Its mirror contains an enum, whose only child is the limit,
        ///   labelled with the case's name.
        init(_ policy: Any) {
            guard let inner = Mirror(reflecting: policy).children.first?.value else {
                self = .unknown
                return
            }
            let limit = Mirror(reflecting: inner).children.first
            switch (limit?.label ?? "\(inner)", limit?.value as? Int) {
            case ("unbounded", nil): self = .unbounded
            case ("bounded", let count?): self = .bounded(count)
            case ("bufferingNewest", let count?): self = .newest(count)
            case ("bufferingOldest", let count?): self = .oldest(count)
            default: self = .unknown
            }
        }

        /// Whether a full buffer may drop values.
        var isLossy: Bool {
            switch self {
            case .newest, .oldest, .unknown: true
            case .unbounded, .bounded: false
            }
        }

        /// The capacity; `nil` if unlimited or unknown.
        var capacity: Int? {
            switch self {
            case .bounded(let count), .newest(let count), .oldest(let count): count
            case .unbounded, .unknown: nil
            }
        }

        /// The limit to record; `nil` if there is none. For an unknown limit, the capacity is the largest number.
        var fact: (capacity: Int, policy: OverflowPolicy)? {
            switch self {
            case .unbounded: nil
            case .oldest(let count): (count, .dropNewest)
            case .newest(let count): (count, .dropOldest)
            case .bounded(let count): (count, .wait)
            case .unknown: (.max, .unknown)
            }
        }
    }
#endif
