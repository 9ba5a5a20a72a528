#if AsyncAlgorithms
    import AsyncAlgorithms

    /// The operators of AsyncAlgorithms for FlowAlgorithms, just as `Untraced` has the standard library's.
    public enum UntracedAlgorithms {
        @inlinable public static func reductions<Base: AsyncSequence, Result>(
            _ base: Base, _ initial: Result, _ transform: @Sendable @escaping (Result, Base.Element) async -> Result
        ) -> AsyncExclusiveReductionsSequence<Base, Result> { base.reductions(initial, transform) }

        @inlinable public static func reductions<Base: AsyncSequence, Result>(
            _ base: Base, into initial: Result, _ transform: @Sendable @escaping (inout Result, Base.Element) async -> Void
        ) -> AsyncExclusiveReductionsSequence<Base, Result> { base.reductions(into: initial, transform) }

        @inlinable public static func reductions<Base: AsyncSequence>(
            _ base: Base, _ transform: @Sendable @escaping (Base.Element, Base.Element) async -> Base.Element
        ) -> AsyncInclusiveReductionsSequence<Base> { base.reductions(transform) }

        @inlinable public static func reductions<Base: AsyncSequence, Result>(
            _ base: Base, _ initial: Result, _ transform: @Sendable @escaping (Result, Base.Element) async throws -> Result
        ) -> AsyncThrowingExclusiveReductionsSequence<Base, Result> { base.reductions(initial, transform) }

        @inlinable public static func reductions<Base: AsyncSequence, Result>(
            _ base: Base, into initial: Result, _ transform: @Sendable @escaping (inout Result, Base.Element) async throws -> Void
        ) -> AsyncThrowingExclusiveReductionsSequence<Base, Result> { base.reductions(into: initial, transform) }

        @inlinable public static func reductions<Base: AsyncSequence>(
            _ base: Base, _ transform: @Sendable @escaping (Base.Element, Base.Element) async throws -> Base.Element
        ) -> AsyncThrowingInclusiveReductionsSequence<Base> { base.reductions(transform) }

        @inlinable public static func interspersed<Base: AsyncSequence>(_ base: Base, every: Int, with separator: Base.Element)
            -> AsyncInterspersedSequence<Base>
        { base.interspersed(every: every, with: separator) }

        @inlinable public static func interspersed<Base: AsyncSequence>(
            _ base: Base, every: Int, with separator: @Sendable @escaping () -> Base.Element
        ) -> AsyncInterspersedSequence<Base> { base.interspersed(every: every, with: separator) }

        @inlinable public static func interspersed<Base: AsyncSequence>(
            _ base: Base, every: Int, with separator: @Sendable @escaping () async -> Base.Element
        ) -> AsyncInterspersedSequence<Base> { base.interspersed(every: every, with: separator) }

        @inlinable public static func interspersed<Base: AsyncSequence>(
            _ base: Base, every: Int, with separator: @Sendable @escaping () throws -> Base.Element
        ) -> AsyncThrowingInterspersedSequence<Base> { base.interspersed(every: every, with: separator) }

        @inlinable public static func interspersed<Base: AsyncSequence>(
            _ base: Base, every: Int, with separator: @Sendable @escaping () async throws -> Base.Element
        ) -> AsyncThrowingInterspersedSequence<Base> { base.interspersed(every: every, with: separator) }

        @inlinable public static func removeDuplicates<Base: AsyncSequence>(_ base: Base) -> AsyncRemoveDuplicatesSequence<Base>
        where Base.Element: Equatable { base.removeDuplicates() }

        @inlinable public static func removeDuplicates<Base: AsyncSequence>(
            _ base: Base, by predicate: @escaping @Sendable (Base.Element, Base.Element) async -> Bool
        ) -> AsyncRemoveDuplicatesSequence<Base> { base.removeDuplicates(by: predicate) }

        @inlinable public static func removeDuplicates<Base: AsyncSequence>(
            _ base: Base, by predicate: @escaping @Sendable (Base.Element, Base.Element) async throws -> Bool
        ) -> AsyncThrowingRemoveDuplicatesSequence<Base> { base.removeDuplicates(by: predicate) }

        @inlinable public static func compacted<Base: AsyncSequence, Unwrapped>(_ base: Base) -> AsyncCompactedSequence<
            Base, Unwrapped
        > where Base.Element == Unwrapped? { base.compacted() }

        @inlinable public static func adjacentPairs<Base: AsyncSequence>(_ base: Base) -> AsyncAdjacentPairsSequence<Base> {
            base.adjacentPairs()
        }

        @inlinable public static func joined<Base: AsyncSequence>(_ base: Base) -> AsyncJoinedSequence<Base>
        where Base.Element: AsyncSequence { base.joined() }

        @inlinable public static func joined<Base: AsyncSequence, Separator: AsyncSequence>(_ base: Base, separator: Separator)
            -> AsyncJoinedBySeparatorSequence<Base, Separator> where Base.Element: AsyncSequence
        { base.joined(separator: separator) }

        @inlinable public static func chunks<Base: AsyncSequence, Collected: RangeReplaceableCollection>(
            _ base: Base, ofCount count: Int, into: Collected.Type
        ) -> AsyncChunksOfCountSequence<Base, Collected> where Collected.Element == Base.Element {
            base.chunks(ofCount: count, into: into)
        }

        @inlinable public static func chunks<Base: AsyncSequence>(_ base: Base, ofCount count: Int) -> AsyncChunksOfCountSequence<
            Base, [Base.Element]
        > { base.chunks(ofCount: count) }

        @inlinable public static func chunked<Base: AsyncSequence, Collected: RangeReplaceableCollection>(
            _ base: Base, into: Collected.Type, by belongInSameGroup: @escaping @Sendable (Base.Element, Base.Element) -> Bool
        ) -> AsyncChunkedByGroupSequence<Base, Collected> where Collected.Element == Base.Element {
            base.chunked(into: into, by: belongInSameGroup)
        }

        @inlinable public static func chunked<Base: AsyncSequence>(
            _ base: Base, by belongInSameGroup: @escaping @Sendable (Base.Element, Base.Element) -> Bool
        ) -> AsyncChunkedByGroupSequence<Base, [Base.Element]> { base.chunked(by: belongInSameGroup) }

        @inlinable public static func chunked<Base: AsyncSequence, Subject: Equatable, Collected: RangeReplaceableCollection>(
            _ base: Base, into: Collected.Type, on projection: @escaping @Sendable (Base.Element) -> Subject
        ) -> AsyncChunkedOnProjectionSequence<Base, Subject, Collected> { base.chunked(into: into, on: projection) }

        @inlinable public static func chunked<Base: AsyncSequence, Subject: Equatable>(
            _ base: Base, on projection: @escaping @Sendable (Base.Element) -> Subject
        ) -> AsyncChunkedOnProjectionSequence<Base, Subject, [Base.Element]> { base.chunked(on: projection) }

        @inlinable public static func chunks<Base: AsyncSequence, Signal, Collected: RangeReplaceableCollection>(
            _ base: Base, ofCount count: Int, or signal: Signal, into: Collected.Type
        ) -> AsyncChunksOfCountOrSignalSequence<Base, Collected, Signal> where Collected.Element == Base.Element {
            base.chunks(ofCount: count, or: signal, into: into)
        }

        @inlinable public static func chunks<Base: AsyncSequence, Signal>(_ base: Base, ofCount count: Int, or signal: Signal)
            -> AsyncChunksOfCountOrSignalSequence<Base, [Base.Element], Signal>
        { base.chunks(ofCount: count, or: signal) }

        @inlinable public static func chunked<Base: AsyncSequence, Signal, Collected: RangeReplaceableCollection>(
            _ base: Base, by signal: Signal, into: Collected.Type
        ) -> AsyncChunksOfCountOrSignalSequence<Base, Collected, Signal> where Collected.Element == Base.Element {
            base.chunked(by: signal, into: into)
        }

        @inlinable public static func chunked<Base: AsyncSequence, Signal>(_ base: Base, by signal: Signal)
            -> AsyncChunksOfCountOrSignalSequence<Base, [Base.Element], Signal>
        { base.chunked(by: signal) }

        @inlinable public static func chunks<Base: AsyncSequence, C: Clock, Collected: RangeReplaceableCollection>(
            _ base: Base, ofCount count: Int, or timer: AsyncTimerSequence<C>, into: Collected.Type
        ) -> AsyncChunksOfCountOrSignalSequence<Base, Collected, AsyncTimerSequence<C>> where Collected.Element == Base.Element {
            base.chunks(ofCount: count, or: timer, into: into)
        }

        @inlinable public static func chunks<Base: AsyncSequence, C: Clock>(
            _ base: Base, ofCount count: Int, or timer: AsyncTimerSequence<C>
        ) -> AsyncChunksOfCountOrSignalSequence<Base, [Base.Element], AsyncTimerSequence<C>> {
            base.chunks(ofCount: count, or: timer)
        }

        @inlinable public static func chunked<Base: AsyncSequence, C: Clock, Collected: RangeReplaceableCollection>(
            _ base: Base, by timer: AsyncTimerSequence<C>, into: Collected.Type
        ) -> AsyncChunksOfCountOrSignalSequence<Base, Collected, AsyncTimerSequence<C>> where Collected.Element == Base.Element {
            base.chunked(by: timer, into: into)
        }

        @inlinable public static func chunked<Base: AsyncSequence, C: Clock>(_ base: Base, by timer: AsyncTimerSequence<C>)
            -> AsyncChunksOfCountOrSignalSequence<Base, [Base.Element], AsyncTimerSequence<C>>
        { base.chunked(by: timer) }

        @inlinable public static func buffer<Base: AsyncSequence>(_ base: Base, policy: AsyncBufferSequencePolicy)
            -> AsyncBufferSequence<Base> where Base: Sendable
        { base.buffer(policy: policy) }

        @inlinable public static func debounce<Base: AsyncSequence, C: Clock>(
            _ base: Base, for interval: C.Instant.Duration, tolerance: C.Instant.Duration?, clock: C
        ) -> AsyncDebounceSequence<Base, C> where Base: Sendable, Base.Element: Sendable {
            base.debounce(for: interval, tolerance: tolerance, clock: clock)
        }

        @inlinable public static func debounce<Base: AsyncSequence>(_ base: Base, for interval: Duration, tolerance: Duration?)
            -> AsyncDebounceSequence<Base, ContinuousClock> where Base: Sendable, Base.Element: Sendable
        { base.debounce(for: interval, tolerance: tolerance) }

        @inlinable public static func _throttle<Base: AsyncSequence, C: Clock, Reduced>(
            _ base: Base, for interval: C.Instant.Duration, clock: C,
            reducing: @Sendable @escaping (Reduced?, Base.Element) async -> Reduced
        ) -> _AsyncThrottleSequence<Base, C, Reduced> { base._throttle(for: interval, clock: clock, reducing: reducing) }

        @inlinable public static func _throttle<Base: AsyncSequence, Reduced>(
            _ base: Base, for interval: Duration, reducing: @Sendable @escaping (Reduced?, Base.Element) async -> Reduced
        ) -> _AsyncThrottleSequence<Base, ContinuousClock, Reduced> { base._throttle(for: interval, reducing: reducing) }

        @inlinable public static func _throttle<Base: AsyncSequence, C: Clock>(
            _ base: Base, for interval: C.Instant.Duration, clock: C, latest: Bool
        ) -> _AsyncThrottleSequence<Base, C, Base.Element> { base._throttle(for: interval, clock: clock, latest: latest) }

        @inlinable public static func _throttle<Base: AsyncSequence>(_ base: Base, for interval: Duration, latest: Bool)
            -> _AsyncThrottleSequence<Base, ContinuousClock, Base.Element>
        { base._throttle(for: interval, latest: latest) }

        @inlinable public static func merge<Base1: AsyncSequence, Base2: AsyncSequence>(_ base1: Base1, _ base2: Base2)
            -> AsyncMerge2Sequence<Base1, Base2>
        where Base1.Element == Base2.Element, Base1: Sendable, Base2: Sendable, Base1.Element: Sendable {
            AsyncAlgorithms.merge(base1, base2)
        }

        @inlinable public static func merge<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
            _ base1: Base1, _ base2: Base2, _ base3: Base3
        ) -> AsyncMerge3Sequence<Base1, Base2, Base3>
        where
            Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
            Base1.Element: Sendable
        { AsyncAlgorithms.merge(base1, base2, base3) }

        @inlinable public static func zip<Base1: AsyncSequence, Base2: AsyncSequence>(_ base1: Base1, _ base2: Base2)
            -> AsyncZip2Sequence<Base1, Base2>
        { AsyncAlgorithms.zip(base1, base2) }

        @inlinable public static func zip<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
            _ base1: Base1, _ base2: Base2, _ base3: Base3
        ) -> AsyncZip3Sequence<Base1, Base2, Base3> { AsyncAlgorithms.zip(base1, base2, base3) }

        @inlinable public static func combineLatest<Base1: AsyncSequence, Base2: AsyncSequence>(_ base1: Base1, _ base2: Base2)
            -> AsyncCombineLatest2Sequence<Base1, Base2>
        where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable {
            AsyncAlgorithms.combineLatest(base1, base2)
        }

        @inlinable public static func combineLatest<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
            _ base1: Base1, _ base2: Base2, _ base3: Base3
        ) -> AsyncCombineLatest3Sequence<Base1, Base2, Base3>
        where
            Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
            Base3.Element: Sendable
        { AsyncAlgorithms.combineLatest(base1, base2, base3) }

        @inlinable public static func chain<Base1: AsyncSequence, Base2: AsyncSequence>(_ s1: Base1, _ s2: Base2)
            -> AsyncChain2Sequence<Base1, Base2> where Base1.Element == Base2.Element
        { AsyncAlgorithms.chain(s1, s2) }

        @inlinable public static func chain<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
            _ s1: Base1, _ s2: Base2, _ s3: Base3
        ) -> AsyncChain3Sequence<Base1, Base2, Base3> { AsyncAlgorithms.chain(s1, s2, s3) }
    }
#endif
