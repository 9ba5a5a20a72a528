#if AsyncAlgorithms
    import AsyncAlgorithms
    import FlowAsync

    // The functions of AsyncAlgorithms that join several sequences, each iterated in a separate task. The compiler prefers these
    // functions only if their parameters are the same as the originals', so the location of the call is unknown. The result types
    // state the requirements on the inputs.

    extension _Operator {
        public typealias Merge2<Base1: AsyncSequence, Base2: AsyncSequence> =
            TracedAsyncSequence<Staged<(Base1, Base2), AsyncMerge2Sequence<Input<Base1>, Input<Base2>>>>
        where Base1.Element == Base2.Element, Base1: Sendable, Base2: Sendable, Base1.Element: Sendable

        public typealias Merge3<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence> =
            TracedAsyncSequence<Staged<(Base1, Base2, Base3), AsyncMerge3Sequence<Input<Base1>, Input<Base2>, Input<Base3>>>>
        where
            Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
            Base1.Element: Sendable

        public typealias Zip2<Base1: AsyncSequence, Base2: AsyncSequence> =
            TracedAsyncSequence<Staged<(Base1, Base2), AsyncZip2Sequence<Input<Base1>, Input<Base2>>>>
        where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable

        public typealias Zip3<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence> =
            TracedAsyncSequence<Staged<(Base1, Base2, Base3), AsyncZip3Sequence<Input<Base1>, Input<Base2>, Input<Base3>>>>
        where
            Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
            Base3.Element: Sendable

        public typealias CombineLatest2<Base1: AsyncSequence, Base2: AsyncSequence> =
            TracedAsyncSequence<Staged<(Base1, Base2), AsyncCombineLatest2Sequence<Input<Base1>, Input<Base2>>>>
        where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable

        public typealias CombineLatest3<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence> =
            TracedAsyncSequence<
                Staged<(Base1, Base2, Base3), AsyncCombineLatest3Sequence<Input<Base1>, Input<Base2>, Input<Base3>>>
            >
        where
            Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
            Base3.Element: Sendable
    }

    /// Merges the values of both as they arrive.
    @_disfavoredOverload
    public func merge<Base1: FlowSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> _Operator.Merge2<Base1, Base2> {
        let merged = _Operator.Staged((base1, base2)) {
            AsyncAlgorithms.merge(_Operator.Input($0.0, $1), _Operator.Input($0.1, $1))
        }
        return TracedAsyncSequence(merged, as: AsyncMerge2Sequence<Base1, Base2>.self)
    }

    /// Merges the values of all three as they arrive.
    @_disfavoredOverload
    public func merge<Base1: FlowSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Merge3<Base1, Base2, Base3> {
        let merged = _Operator.Staged((base1, base2, base3)) {
            AsyncAlgorithms.merge(_Operator.Input($0.0, $1), _Operator.Input($0.1, $1), _Operator.Input($0.2, $1))
        }
        return TracedAsyncSequence(merged, as: AsyncMerge3Sequence<Base1, Base2, Base3>.self)
    }

    /// Pairs up the values of the inputs.
    @_disfavoredOverload
    public func zip<Base1: FlowSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> _Operator.Zip2<Base1, Base2> {
        let zipped = _Operator.Staged((base1, base2)) {
            AsyncAlgorithms.zip(_Operator.Input($0.0, $1), _Operator.Input($0.1, $1))
        }
        return TracedAsyncSequence(zipped, as: AsyncZip2Sequence<Base1, Base2>.self)
    }

    /// Pairs up the values of the inputs.
    @_disfavoredOverload
    public func zip<Base1: FlowSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Zip3<Base1, Base2, Base3> {
        let zipped = _Operator.Staged((base1, base2, base3)) {
            AsyncAlgorithms.zip(_Operator.Input($0.0, $1), _Operator.Input($0.1, $1), _Operator.Input($0.2, $1))
        }
        return TracedAsyncSequence(zipped, as: AsyncZip3Sequence<Base1, Base2, Base3>.self)
    }

    /// Combines the newest values of the inputs whenever one of them sends.
    @_disfavoredOverload
    public func combineLatest<Base1: FlowSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> _Operator.CombineLatest2<Base1, Base2> {
        let combined = _Operator.Staged((base1, base2)) {
            AsyncAlgorithms.combineLatest(_Operator.Input($0.0, $1), _Operator.Input($0.1, $1))
        }
        return TracedAsyncSequence(combined, as: AsyncCombineLatest2Sequence<Base1, Base2>.self)
    }

    /// Combines the newest values of the inputs whenever one of them sends.
    @_disfavoredOverload
    public func combineLatest<Base1: FlowSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.CombineLatest3<Base1, Base2, Base3> {
        let combined = _Operator.Staged((base1, base2, base3)) {
            AsyncAlgorithms.combineLatest(_Operator.Input($0.0, $1), _Operator.Input($0.1, $1), _Operator.Input($0.2, $1))
        }
        return TracedAsyncSequence(combined, as: AsyncCombineLatest3Sequence<Base1, Base2, Base3>.self)
    }
#endif
