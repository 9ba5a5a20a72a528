#if AsyncAlgorithms
    import AsyncAlgorithms
    import FlowAsync
    internal import FlowUntracedAlgorithms

    // The operators of AsyncAlgorithms that collect values, with the same signatures. The record of a collection includes its
    // number of values.

    extension FlowSequence {
        @_disfavoredOverload
        public func chunks<Collected: RangeReplaceableCollection & SendableMetatype>(
            ofCount count: Int, into: Collected.Type, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncChunksOfCountSequence<Self, Collected>> where Collected.Element == Element {
            TracedAsyncSequence(UntracedAlgorithms.chunks(self, ofCount: count, into: into), fileID, line) { $0.count }
        }

        @_disfavoredOverload
        public func chunks(
            ofCount count: Int, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncChunksOfCountSequence<Self, [Element]>> {
            chunks(ofCount: count, into: [Element].self, fileID: fileID, line: line)
        }

        @_disfavoredOverload
        public func chunked<Collected: RangeReplaceableCollection & SendableMetatype>(
            into: Collected.Type, by belongInSameGroup: @escaping @Sendable (Element, Element) -> Bool,
            fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncChunkedByGroupSequence<Self, Collected>> where Collected.Element == Element {
            TracedAsyncSequence(UntracedAlgorithms.chunked(self, into: into, by: belongInSameGroup), fileID, line) { $0.count }
        }

        @_disfavoredOverload
        public func chunked(
            by belongInSameGroup: @escaping @Sendable (Element, Element) -> Bool, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncChunkedByGroupSequence<Self, [Element]>> {
            chunked(into: [Element].self, by: belongInSameGroup, fileID: fileID, line: line)
        }

        @_disfavoredOverload
        public func chunked<Subject: Equatable & SendableMetatype, Collected: RangeReplaceableCollection & SendableMetatype>(
            into: Collected.Type, on projection: @escaping @Sendable (Element) -> Subject, fileID: String = #fileID,
            line: Int = #line
        ) -> TracedAsyncSequence<AsyncChunkedOnProjectionSequence<Self, Subject, Collected>> where Collected.Element == Element {
            TracedAsyncSequence(UntracedAlgorithms.chunked(self, into: into, on: projection), fileID, line) { $0.1.count }
        }

        @_disfavoredOverload
        public func chunked<Subject: Equatable & SendableMetatype>(
            on projection: @escaping @Sendable (Element) -> Subject, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncChunkedOnProjectionSequence<Self, Subject, [Element]>> {
            chunked(into: [Element].self, on: projection, fileID: fileID, line: line)
        }
    }

    /// The type in traces for `chunked(by:)` with a signal or a timer, whose sequence has the same type as `chunks(ofCount:or:)`.
    enum ChunkedBySignal {}

    extension _Operator {
        /// Chunks that end at a signal or a timer. The base and the signal are each iterated in a separate task.
        public typealias SignalledChunks<Base: AsyncSequence, Collected: RangeReplaceableCollection, Signal: AsyncSequence> =
            TracedAsyncSequence<Staged<(Base, Signal), AsyncChunksOfCountOrSignalSequence<Input<Base>, Collected, Input<Signal>>>>
        where
            Collected.Element == Base.Element, Base: Sendable, Signal: Sendable, Base.Element: Sendable, Signal.Element: Sendable
    }

    extension FlowSequence where Self: Sendable, Element: Sendable {
        @_disfavoredOverload
        public func chunks<Signal: AsyncSequence & Sendable, Collected: RangeReplaceableCollection & SendableMetatype>(
            ofCount count: Int, or signal: Signal, into: Collected.Type, fileID: String = #fileID, line: Int = #line
        ) -> _Operator.SignalledChunks<Self, Collected, Signal> where Collected.Element == Element, Signal.Element: Sendable {
            let chunks = _Operator.Staged((self, signal)) { base, stage in
                _Operator.Input(base.0, stage).chunks(
                    ofCount: count, or: _Operator.Input(base.1, stage, isSignal: true), into: Collected.self)
            }
            return TracedAsyncSequence(chunks, as: AsyncChunksOfCountOrSignalSequence<Self, Collected, Signal>.self, fileID, line)
            { $0.count }
        }

        @_disfavoredOverload
        public func chunks<Signal: AsyncSequence & Sendable>(
            ofCount count: Int, or signal: Signal, fileID: String = #fileID, line: Int = #line
        ) -> _Operator.SignalledChunks<Self, [Element], Signal> where Signal.Element: Sendable {
            chunks(ofCount: count, or: signal, into: [Element].self, fileID: fileID, line: line)
        }

        @_disfavoredOverload
        public func chunked<Signal: AsyncSequence & Sendable, Collected: RangeReplaceableCollection & SendableMetatype>(
            by signal: Signal, into: Collected.Type, fileID: String = #fileID, line: Int = #line
        ) -> _Operator.SignalledChunks<Self, Collected, Signal> where Collected.Element == Element, Signal.Element: Sendable {
            let chunks = _Operator.Staged((self, signal)) { base, stage in
                _Operator.Input(base.0, stage).chunked(by: _Operator.Input(base.1, stage, isSignal: true), into: Collected.self)
            }
            return TracedAsyncSequence(chunks, as: ChunkedBySignal.self, fileID, line) { $0.count }
        }

        @_disfavoredOverload
        public func chunked<Signal: AsyncSequence & Sendable>(
            by signal: Signal, fileID: String = #fileID, line: Int = #line
        ) -> _Operator.SignalledChunks<Self, [Element], Signal> where Signal.Element: Sendable {
            chunked(by: signal, into: [Element].self, fileID: fileID, line: line)
        }

        // MARK: By time

        @_disfavoredOverload
        public func chunks<C: Clock, Collected: RangeReplaceableCollection & SendableMetatype>(
            ofCount count: Int, or timer: AsyncTimerSequence<C>, into: Collected.Type, fileID: String = #fileID,
            line: Int = #line
        ) -> _Operator.SignalledChunks<Self, Collected, AsyncTimerSequence<C>> where Collected.Element == Element {
            let chunks = _Operator.Staged((self, timer)) { base, stage in
                _Operator.Input(base.0, stage).chunks(
                    ofCount: count, or: _Operator.Input(base.1, stage, isSignal: true), into: Collected.self)
            }
            let type = AsyncChunksOfCountOrSignalSequence<Self, Collected, AsyncTimerSequence<C>>.self
            return TracedAsyncSequence(chunks, as: type, fileID, line) { $0.count }
        }

        @_disfavoredOverload
        public func chunks<C: Clock>(
            ofCount count: Int, or timer: AsyncTimerSequence<C>, fileID: String = #fileID, line: Int = #line
        ) -> _Operator.SignalledChunks<Self, [Element], AsyncTimerSequence<C>> {
            chunks(ofCount: count, or: timer, into: [Element].self, fileID: fileID, line: line)
        }

        @_disfavoredOverload
        public func chunked<C: Clock, Collected: RangeReplaceableCollection & SendableMetatype>(
            by timer: AsyncTimerSequence<C>, into: Collected.Type, fileID: String = #fileID, line: Int = #line
        ) -> _Operator.SignalledChunks<Self, Collected, AsyncTimerSequence<C>> where Collected.Element == Element {
            let chunks = _Operator.Staged((self, timer)) { base, stage in
                _Operator.Input(base.0, stage).chunked(by: _Operator.Input(base.1, stage, isSignal: true), into: Collected.self)
            }
            return TracedAsyncSequence(chunks, as: ChunkedBySignal.self, fileID, line) { $0.count }
        }

        @_disfavoredOverload
        public func chunked<C: Clock>(
            by timer: AsyncTimerSequence<C>, fileID: String = #fileID, line: Int = #line
        ) -> _Operator.SignalledChunks<Self, [Element], AsyncTimerSequence<C>> {
            chunked(by: timer, into: [Element].self, fileID: fileID, line: line)
        }
    }
#endif
