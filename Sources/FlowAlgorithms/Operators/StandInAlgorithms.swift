#if AsyncAlgorithms
    import AsyncAlgorithms
    public import FlowUntracedAlgorithms

    // The operators of AsyncAlgorithms again, with the same types. Like the standard library's operators in FlowAsync's
    // `StandInOperators.swift`, they replace the originals in files that see AsyncAlgorithms only through this module. `share`,
    // `mapError` and `flatMapLatest` are missing, since their types are private in AsyncAlgorithms.

    extension AsyncSequence {
        @_disfavoredOverload @inlinable public func reductions<Result>(
            _ initial: Result, _ transform: @Sendable @escaping (Result, Element) async -> Result
        ) -> AsyncExclusiveReductionsSequence<Self, Result> { UntracedAlgorithms.reductions(self, initial, transform) }

        @_disfavoredOverload @inlinable public func reductions<Result>(
            into initial: Result, _ transform: @Sendable @escaping (inout Result, Element) async -> Void
        ) -> AsyncExclusiveReductionsSequence<Self, Result> { UntracedAlgorithms.reductions(self, into: initial, transform) }

        @_disfavoredOverload @inlinable public func reductions(
            _ transform: @Sendable @escaping (Element, Element) async -> Element
        ) -> AsyncInclusiveReductionsSequence<Self> { UntracedAlgorithms.reductions(self, transform) }

        @_disfavoredOverload @inlinable public func reductions<Result>(
            _ initial: Result, _ transform: @Sendable @escaping (Result, Element) async throws -> Result
        ) -> AsyncThrowingExclusiveReductionsSequence<Self, Result> { UntracedAlgorithms.reductions(self, initial, transform) }

        @_disfavoredOverload @inlinable public func reductions<Result>(
            into initial: Result, _ transform: @Sendable @escaping (inout Result, Element) async throws -> Void
        ) -> AsyncThrowingExclusiveReductionsSequence<Self, Result> {
            UntracedAlgorithms.reductions(self, into: initial, transform)
        }

        @_disfavoredOverload @inlinable public func reductions(
            _ transform: @Sendable @escaping (Element, Element) async throws -> Element
        ) -> AsyncThrowingInclusiveReductionsSequence<Self> { UntracedAlgorithms.reductions(self, transform) }

        @_disfavoredOverload @inlinable public func interspersed(every: Int = 1, with separator: Element)
            -> AsyncInterspersedSequence<Self>
        { UntracedAlgorithms.interspersed(self, every: every, with: separator) }

        @_disfavoredOverload @inlinable public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () -> Element
        ) -> AsyncInterspersedSequence<Self> { UntracedAlgorithms.interspersed(self, every: every, with: separator) }

        @_disfavoredOverload @inlinable public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () async -> Element
        ) -> AsyncInterspersedSequence<Self> { UntracedAlgorithms.interspersed(self, every: every, with: separator) }

        @_disfavoredOverload @inlinable public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () throws -> Element
        ) -> AsyncThrowingInterspersedSequence<Self> { UntracedAlgorithms.interspersed(self, every: every, with: separator) }

        @_disfavoredOverload @inlinable public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () async throws -> Element
        ) -> AsyncThrowingInterspersedSequence<Self> { UntracedAlgorithms.interspersed(self, every: every, with: separator) }

        @_disfavoredOverload @inlinable public func removeDuplicates(
            by predicate: @escaping @Sendable (Element, Element) async -> Bool
        ) -> AsyncRemoveDuplicatesSequence<Self> { UntracedAlgorithms.removeDuplicates(self, by: predicate) }

        @_disfavoredOverload @inlinable public func removeDuplicates(
            by predicate: @escaping @Sendable (Element, Element) async throws -> Bool
        ) -> AsyncThrowingRemoveDuplicatesSequence<Self> { UntracedAlgorithms.removeDuplicates(self, by: predicate) }

        @_disfavoredOverload @inlinable public func compacted<Unwrapped>() -> AsyncCompactedSequence<Self, Unwrapped>
        where Element == Unwrapped? { UntracedAlgorithms.compacted(self) }

        @_disfavoredOverload @inlinable public func adjacentPairs() -> AsyncAdjacentPairsSequence<Self> {
            UntracedAlgorithms.adjacentPairs(self)
        }

        @_disfavoredOverload @inlinable public func chunks<Collected: RangeReplaceableCollection>(
            ofCount count: Int, into: Collected.Type
        ) -> AsyncChunksOfCountSequence<Self, Collected> where Collected.Element == Element {
            UntracedAlgorithms.chunks(self, ofCount: count, into: into)
        }

        @_disfavoredOverload @inlinable public func chunks(ofCount count: Int) -> AsyncChunksOfCountSequence<Self, [Element]> {
            UntracedAlgorithms.chunks(self, ofCount: count)
        }

        @_disfavoredOverload @inlinable public func chunked<Collected: RangeReplaceableCollection>(
            into: Collected.Type, by belongInSameGroup: @escaping @Sendable (Element, Element) -> Bool
        ) -> AsyncChunkedByGroupSequence<Self, Collected> where Collected.Element == Element {
            UntracedAlgorithms.chunked(self, into: into, by: belongInSameGroup)
        }

        @_disfavoredOverload @inlinable public func chunked(by belongInSameGroup: @escaping @Sendable (Element, Element) -> Bool)
            -> AsyncChunkedByGroupSequence<Self, [Element]>
        { UntracedAlgorithms.chunked(self, by: belongInSameGroup) }

        @_disfavoredOverload @inlinable public func chunked<Subject: Equatable, Collected: RangeReplaceableCollection>(
            into: Collected.Type, on projection: @escaping @Sendable (Element) -> Subject
        ) -> AsyncChunkedOnProjectionSequence<Self, Subject, Collected> {
            UntracedAlgorithms.chunked(self, into: into, on: projection)
        }

        @_disfavoredOverload @inlinable public func chunked<Subject: Equatable>(
            on projection: @escaping @Sendable (Element) -> Subject
        ) -> AsyncChunkedOnProjectionSequence<Self, Subject, [Element]> { UntracedAlgorithms.chunked(self, on: projection) }

        @_disfavoredOverload @inlinable public func chunks<Signal, Collected: RangeReplaceableCollection>(
            ofCount count: Int, or signal: Signal, into: Collected.Type
        ) -> AsyncChunksOfCountOrSignalSequence<Self, Collected, Signal> where Collected.Element == Element {
            UntracedAlgorithms.chunks(self, ofCount: count, or: signal, into: into)
        }

        @_disfavoredOverload @inlinable public func chunks<Signal>(ofCount count: Int, or signal: Signal)
            -> AsyncChunksOfCountOrSignalSequence<Self, [Element], Signal>
        { UntracedAlgorithms.chunks(self, ofCount: count, or: signal) }

        @_disfavoredOverload @inlinable public func chunked<Signal, Collected: RangeReplaceableCollection>(
            by signal: Signal, into: Collected.Type
        ) -> AsyncChunksOfCountOrSignalSequence<Self, Collected, Signal> where Collected.Element == Element {
            UntracedAlgorithms.chunked(self, by: signal, into: into)
        }

        @_disfavoredOverload @inlinable public func chunked<Signal>(by signal: Signal) -> AsyncChunksOfCountOrSignalSequence<
            Self, [Element], Signal
        > { UntracedAlgorithms.chunked(self, by: signal) }

        @_disfavoredOverload @inlinable public func chunks<C: Clock, Collected: RangeReplaceableCollection>(
            ofCount count: Int, or timer: AsyncTimerSequence<C>, into: Collected.Type
        ) -> AsyncChunksOfCountOrSignalSequence<Self, Collected, AsyncTimerSequence<C>> where Collected.Element == Element {
            UntracedAlgorithms.chunks(self, ofCount: count, or: timer, into: into)
        }

        @_disfavoredOverload @inlinable public func chunks<C: Clock>(ofCount count: Int, or timer: AsyncTimerSequence<C>)
            -> AsyncChunksOfCountOrSignalSequence<Self, [Element], AsyncTimerSequence<C>>
        { UntracedAlgorithms.chunks(self, ofCount: count, or: timer) }

        @_disfavoredOverload @inlinable public func chunked<C: Clock, Collected: RangeReplaceableCollection>(
            by timer: AsyncTimerSequence<C>, into: Collected.Type
        ) -> AsyncChunksOfCountOrSignalSequence<Self, Collected, AsyncTimerSequence<C>> where Collected.Element == Element {
            UntracedAlgorithms.chunked(self, by: timer, into: into)
        }

        @_disfavoredOverload @inlinable public func chunked<C: Clock>(by timer: AsyncTimerSequence<C>)
            -> AsyncChunksOfCountOrSignalSequence<Self, [Element], AsyncTimerSequence<C>>
        { UntracedAlgorithms.chunked(self, by: timer) }

        @_disfavoredOverload @inlinable public func debounce<C: Clock>(
            for interval: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C
        ) -> AsyncDebounceSequence<Self, C> where Self: Sendable, Element: Sendable {
            UntracedAlgorithms.debounce(self, for: interval, tolerance: tolerance, clock: clock)
        }

        @_disfavoredOverload @inlinable public func debounce(for interval: Duration, tolerance: Duration? = nil)
            -> AsyncDebounceSequence<Self, ContinuousClock> where Self: Sendable, Element: Sendable
        { UntracedAlgorithms.debounce(self, for: interval, tolerance: tolerance) }

        @_disfavoredOverload @inlinable public func _throttle<C: Clock, Reduced>(
            for interval: C.Instant.Duration, clock: C, reducing: @Sendable @escaping (Reduced?, Element) async -> Reduced
        ) -> _AsyncThrottleSequence<Self, C, Reduced> {
            UntracedAlgorithms._throttle(self, for: interval, clock: clock, reducing: reducing)
        }

        @_disfavoredOverload @inlinable public func _throttle<Reduced>(
            for interval: Duration, reducing: @Sendable @escaping (Reduced?, Element) async -> Reduced
        ) -> _AsyncThrottleSequence<Self, ContinuousClock, Reduced> {
            UntracedAlgorithms._throttle(self, for: interval, reducing: reducing)
        }

        @_disfavoredOverload @inlinable public func _throttle<C: Clock>(
            for interval: C.Instant.Duration, clock: C, latest: Bool = true
        ) -> _AsyncThrottleSequence<Self, C, Element> {
            UntracedAlgorithms._throttle(self, for: interval, clock: clock, latest: latest)
        }

        @_disfavoredOverload @inlinable public func _throttle(for interval: Duration, latest: Bool = true)
            -> _AsyncThrottleSequence<Self, ContinuousClock, Element>
        { UntracedAlgorithms._throttle(self, for: interval, latest: latest) }
    }

    extension AsyncSequence where Element: Equatable {
        @_disfavoredOverload @inlinable public func removeDuplicates() -> AsyncRemoveDuplicatesSequence<Self> {
            UntracedAlgorithms.removeDuplicates(self)
        }
    }

    extension AsyncSequence where Element: AsyncSequence {
        @_disfavoredOverload @inlinable public func joined() -> AsyncJoinedSequence<Self> { UntracedAlgorithms.joined(self) }

        @_disfavoredOverload @inlinable public func joined<Separator: AsyncSequence>(separator: Separator)
            -> AsyncJoinedBySeparatorSequence<Self, Separator>
        { UntracedAlgorithms.joined(self, separator: separator) }
    }

    extension AsyncSequence where Self: Sendable {
        @_disfavoredOverload @inlinable public func buffer(policy: AsyncBufferSequencePolicy) -> AsyncBufferSequence<Self> {
            UntracedAlgorithms.buffer(self, policy: policy)
        }
    }

    @_disfavoredOverload @inlinable public func merge<Base1: AsyncSequence, Base2: AsyncSequence>(_ base1: Base1, _ base2: Base2)
        -> AsyncMerge2Sequence<Base1, Base2>
    where Base1.Element == Base2.Element, Base1: Sendable, Base2: Sendable, Base1.Element: Sendable {
        UntracedAlgorithms.merge(base1, base2)
    }

    @_disfavoredOverload @inlinable public func merge<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> AsyncMerge3Sequence<Base1, Base2, Base3>
    where
        Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
        Base1.Element: Sendable
    { UntracedAlgorithms.merge(base1, base2, base3) }

    @_disfavoredOverload @inlinable public func zip<Base1: AsyncSequence, Base2: AsyncSequence>(_ base1: Base1, _ base2: Base2)
        -> AsyncZip2Sequence<Base1, Base2>
    { UntracedAlgorithms.zip(base1, base2) }

    @_disfavoredOverload @inlinable public func zip<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> AsyncZip3Sequence<Base1, Base2, Base3> { UntracedAlgorithms.zip(base1, base2, base3) }

    @_disfavoredOverload @inlinable public func combineLatest<Base1: AsyncSequence, Base2: AsyncSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> AsyncCombineLatest2Sequence<Base1, Base2>
    where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable {
        UntracedAlgorithms.combineLatest(base1, base2)
    }

    @_disfavoredOverload @inlinable public func combineLatest<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> AsyncCombineLatest3Sequence<Base1, Base2, Base3>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { UntracedAlgorithms.combineLatest(base1, base2, base3) }

    @_disfavoredOverload @inlinable public func chain<Base1: AsyncSequence, Base2: AsyncSequence>(_ s1: Base1, _ s2: Base2)
        -> AsyncChain2Sequence<Base1, Base2> where Base1.Element == Base2.Element
    { UntracedAlgorithms.chain(s1, s2) }

    @_disfavoredOverload @inlinable public func chain<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> AsyncChain3Sequence<Base1, Base2, Base3> { UntracedAlgorithms.chain(s1, s2, s3) }
#endif
