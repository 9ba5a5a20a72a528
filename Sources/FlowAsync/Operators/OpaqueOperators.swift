#if AsyncAlgorithms
    import AsyncAlgorithms
    import FlowTrace

    // Operators of AsyncAlgorithms whose types it keeps to itself, with their signatures. A trace names these types instead.

    enum AsyncMapErrorSequence {}
    enum AsyncFlatMapLatestSequence {}

    extension FlowSequence {
        public func mapError<MappedError: Error>(
            _ transform: @Sendable @escaping (Failure) -> MappedError, fileID: String = #fileID, line: Int = #line
        ) -> Flow<some AsyncSequence<Element, MappedError>> {
            Flow(mapping(self, transform), as: AsyncMapErrorSequence.self, fileID, line)
        }

        public func mapError<MappedError: Error>(
            _ transform: @Sendable @escaping (Failure) -> MappedError, fileID: String = #fileID, line: Int = #line
        ) -> Flow<some AsyncSequence<Element, MappedError> & Sendable> where Self: Sendable, Element: Sendable {
            Flow(mapping(sendable: self, transform), as: AsyncMapErrorSequence.self, fileID, line)
        }
    }

    private func mapping<Base: AsyncSequence, MappedError: Error>(
        _ base: Base, _ transform: @Sendable @escaping (Base.Failure) -> MappedError
    ) -> some AsyncSequence<Base.Element, MappedError> { base.mapError(transform) }

    private func mapping<Base: AsyncSequence & Sendable, MappedError: Error>(
        sendable base: Base, _ transform: @Sendable @escaping (Base.Failure) -> MappedError
    ) -> some AsyncSequence<Base.Element, MappedError> & Sendable where Base.Element: Sendable { base.mapError(transform) }

    extension FlowSequence where Self: Sendable, Element: Sendable {
        public func flatMapLatest<Segment: AsyncSequence & Sendable>(
            _ transform: @escaping @Sendable (Element) -> Segment, fileID: String = #fileID, line: Int = #line
        ) -> Flow<some AsyncSequence<Segment.Element, Segment.Failure> & Sendable>
        where Segment.Failure == Failure, Segment.Element: Sendable {
            let flattened = Staged(self) { base, stage in
                flattening(Input(base, stage)) { Inner(transform($0), stage) }
            }
            return Flow(flattened, as: AsyncFlatMapLatestSequence.self, fileID, line)
        }

        @_disfavoredOverload
        public func flatMapLatest<Segment: AsyncSequence & Sendable>(
            _ transform: @escaping @Sendable (Element) -> Segment, fileID: String = #fileID, line: Int = #line
        ) -> Flow<some AsyncSequence<Segment.Element, Failure> & Sendable>
        where Segment.Failure == Never, Segment.Element: Sendable {
            let flattened = Staged(self) { base, stage in
                flattening(Input(base, stage), unfailing: { Inner(transform($0), stage) })
            }
            return Flow(flattened, as: AsyncFlatMapLatestSequence.self, fileID, line)
        }

        @_disfavoredOverload
        public func flatMapLatest<Segment: AsyncSequence & Sendable>(
            _ transform: @escaping @Sendable (Element) -> Segment, fileID: String = #fileID, line: Int = #line
        ) -> Flow<some AsyncSequence<Segment.Element, Segment.Failure> & Sendable>
        where Failure == Never, Segment.Element: Sendable {
            let flattened = Staged(self) { base, stage in
                flattening(unfailing: Input(base, stage)) { Inner(transform($0), stage) }
            }
            return Flow(flattened, as: AsyncFlatMapLatestSequence.self, fileID, line)
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
#endif
