#if AsyncAlgorithms
    import AsyncAlgorithms
    import FlowAsync
    import FlowTrace

    // Operators of AsyncAlgorithms with opaque result types; traces name the types here instead. The compiler prefers these
    // operators to the originals because of one more constraint. A program's own operator still takes precedence, as it does over
    // the originals. The line of the call is unknown.

    enum AsyncMapErrorSequence {}
    enum AsyncFlatMapLatestSequence {}

    extension AsyncSequence {
        public func mapError<MappedError: Error>(
            _ transform: @Sendable @escaping (Failure) -> MappedError
        ) -> TracedAsyncSequence<some AsyncSequence<Element, MappedError>> where Self: FlowSequence {
            TracedAsyncSequence(mapping(self, transform), as: AsyncMapErrorSequence.self)
        }

        public func mapError<MappedError: Error>(
            _ transform: @Sendable @escaping (Failure) -> MappedError
        ) -> TracedAsyncSequence<some AsyncSequence<Element, MappedError> & Sendable>
        where Self: FlowSequence & Sendable, Element: Sendable {
            TracedAsyncSequence(mapping(sendable: self, transform), as: AsyncMapErrorSequence.self)
        }
    }

    private func mapping<Base: AsyncSequence, MappedError: Error>(
        _ base: Base, _ transform: @Sendable @escaping (Base.Failure) -> MappedError
    ) -> some AsyncSequence<Base.Element, MappedError> { base.mapError(transform) }

    private func mapping<Base: AsyncSequence & Sendable, MappedError: Error>(
        sendable base: Base, _ transform: @Sendable @escaping (Base.Failure) -> MappedError
    ) -> some AsyncSequence<Base.Element, MappedError> & Sendable where Base.Element: Sendable { base.mapError(transform) }

    extension AsyncSequence where Self: Sendable {
        public func flatMapLatest<Segment: AsyncSequence & Sendable>(
            _ transform: @escaping @Sendable (Element) -> Segment
        ) -> TracedAsyncSequence<some AsyncSequence<Segment.Element, Segment.Failure> & Sendable>
        where Segment.Failure == Failure, Segment.Element: Sendable, Element: Sendable, Self: FlowSequence {
            let flattened = _Operator.Staged(self) { base, stage in
                flattening(_Operator.Input(base, stage)) { _Operator.Inner(transform($0), stage) }
            }
            return TracedAsyncSequence(flattened, as: AsyncFlatMapLatestSequence.self)
        }

        @_disfavoredOverload
        public func flatMapLatest<Segment: AsyncSequence & Sendable>(
            _ transform: @escaping @Sendable (Element) -> Segment
        ) -> TracedAsyncSequence<some AsyncSequence<Segment.Element, Failure> & Sendable>
        where Segment.Failure == Never, Segment.Element: Sendable, Element: Sendable, Self: FlowSequence {
            let flattened = _Operator.Staged(self) { base, stage in
                flattening(_Operator.Input(base, stage), unfailing: { _Operator.Inner(transform($0), stage) })
            }
            return TracedAsyncSequence(flattened, as: AsyncFlatMapLatestSequence.self)
        }

        @_disfavoredOverload
        public func flatMapLatest<Segment: AsyncSequence & Sendable>(
            _ transform: @escaping @Sendable (Element) -> Segment
        ) -> TracedAsyncSequence<some AsyncSequence<Segment.Element, Segment.Failure> & Sendable>
        where Failure == Never, Segment.Element: Sendable, Element: Sendable, Self: FlowSequence {
            let flattened = _Operator.Staged(self) { base, stage in
                flattening(unfailing: _Operator.Input(base, stage)) { _Operator.Inner(transform($0), stage) }
            }
            return TracedAsyncSequence(flattened, as: AsyncFlatMapLatestSequence.self)
        }
    }

    private func flattening<Base: AsyncSequence & Sendable, Segment: AsyncSequence & Sendable>(
        _ base: Base, _ transform: @escaping @Sendable (Base.Element) -> Segment
    ) -> some AsyncSequence<Segment.Element, Segment.Failure> & Sendable
    where Base.Element: Sendable, Segment.Element: Sendable, Segment.Failure == Base.Failure { base.flatMapLatest(transform) }

    private func flattening<Base: AsyncSequence & Sendable, Segment: AsyncSequence & Sendable>(
        _ base: Base, unfailing transform: @escaping @Sendable (Base.Element) -> Segment
    ) -> some AsyncSequence<Segment.Element, Base.Failure> & Sendable
    where Base.Element: Sendable, Segment.Element: Sendable, Segment.Failure == Never { base.flatMapLatest(transform) }

    private func flattening<Base: AsyncSequence & Sendable, Segment: AsyncSequence & Sendable>(
        unfailing base: Base, _ transform: @escaping @Sendable (Base.Element) -> Segment
    ) -> some AsyncSequence<Segment.Element, Segment.Failure> & Sendable
    where Base.Element: Sendable, Segment.Element: Sendable, Base.Failure == Never { base.flatMapLatest(transform) }

    /// The type in traces for a shared sequence, whose real type is private in AsyncAlgorithms.
    enum ShareSequence {}

    extension AsyncSequence where Element: Sendable, Self: SendableMetatype, AsyncIterator: SendableMetatype {
        public func share(
            bufferingPolicy: AsyncBufferSequencePolicy = .bounded(1)
        ) -> TracedAsyncSequence<some AsyncSequence<Element, Failure> & Sendable> where Self: FlowSequence {
            // `share` makes the iterator of its base immediately, before any iteration.
            let stage = CurrentTarget.value.map {
                DownstreamContext($0, id: EdgeNumber.next(), tag: $0.tag(of: ShareSequence.self), by: .subject)
            }
            let limit = PolicyLimit(bufferingPolicy)
            let base = _Operator.TrackingInput(sharing: self, stage, isLossy: limit.isLossy)
            let shared = stage?.within { sharing(base, bufferingPolicy) } ?? sharing(base, bufferingPolicy)
            let delivered = _Operator.UntrackedOutput(shared, skipping: limit.isLossy ? limit.capacity ?? 0 : 0)
            return TracedAsyncSequence(delivered, as: ShareSequence.self).knowing {
                $0.stream = stage?.id ?? 0
                if limit.isLossy { $0.limit = limit.fact }
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
#endif
