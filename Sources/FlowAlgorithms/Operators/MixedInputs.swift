#if AsyncAlgorithms
    import AsyncAlgorithms
    import FlowAsync

    // The joining functions if only some of the sequences are traced. The others become separate stages, named by their types, as
    // with `.probe`. To find a best match, the compiler needs one overload for each combination of inputs. The result types state
    // the requirements on the inputs.

    // MARK: merge

    @_disfavoredOverload
    public func merge<Base1: FlowSequence, Base2: AsyncSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> _Operator.Merge2<Base1, TracedAsyncSequence<Base2>> {
        merge(base1, TracedAsyncSequence(base2))
    }

    @_disfavoredOverload
    public func merge<Base1: AsyncSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> _Operator.Merge2<TracedAsyncSequence<Base1>, Base2> {
        merge(TracedAsyncSequence(base1), base2)
    }

    @_disfavoredOverload
    public func merge<Base1: FlowSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Merge3<Base1, Base2, TracedAsyncSequence<Base3>> { merge(base1, base2, TracedAsyncSequence(base3)) }

    @_disfavoredOverload
    public func merge<Base1: FlowSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Merge3<Base1, TracedAsyncSequence<Base2>, Base3> { merge(base1, TracedAsyncSequence(base2), base3) }

    @_disfavoredOverload
    public func merge<Base1: FlowSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Merge3<Base1, TracedAsyncSequence<Base2>, TracedAsyncSequence<Base3>> {
        merge(base1, TracedAsyncSequence(base2), TracedAsyncSequence(base3))
    }

    @_disfavoredOverload
    public func merge<Base1: AsyncSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Merge3<TracedAsyncSequence<Base1>, Base2, Base3> { merge(TracedAsyncSequence(base1), base2, base3) }

    @_disfavoredOverload
    public func merge<Base1: AsyncSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Merge3<TracedAsyncSequence<Base1>, Base2, TracedAsyncSequence<Base3>> {
        merge(TracedAsyncSequence(base1), base2, TracedAsyncSequence(base3))
    }

    @_disfavoredOverload
    public func merge<Base1: AsyncSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Merge3<TracedAsyncSequence<Base1>, TracedAsyncSequence<Base2>, Base3> {
        merge(TracedAsyncSequence(base1), TracedAsyncSequence(base2), base3)
    }

    // MARK: zip

    @_disfavoredOverload
    public func zip<Base1: FlowSequence, Base2: AsyncSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> _Operator.Zip2<Base1, TracedAsyncSequence<Base2>> {
        zip(base1, TracedAsyncSequence(base2))
    }

    @_disfavoredOverload
    public func zip<Base1: AsyncSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> _Operator.Zip2<TracedAsyncSequence<Base1>, Base2> {
        zip(TracedAsyncSequence(base1), base2)
    }

    @_disfavoredOverload
    public func zip<Base1: FlowSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Zip3<Base1, Base2, TracedAsyncSequence<Base3>> { zip(base1, base2, TracedAsyncSequence(base3)) }

    @_disfavoredOverload
    public func zip<Base1: FlowSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Zip3<Base1, TracedAsyncSequence<Base2>, Base3> { zip(base1, TracedAsyncSequence(base2), base3) }

    @_disfavoredOverload
    public func zip<Base1: FlowSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Zip3<Base1, TracedAsyncSequence<Base2>, TracedAsyncSequence<Base3>> {
        zip(base1, TracedAsyncSequence(base2), TracedAsyncSequence(base3))
    }

    @_disfavoredOverload
    public func zip<Base1: AsyncSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Zip3<TracedAsyncSequence<Base1>, Base2, Base3> { zip(TracedAsyncSequence(base1), base2, base3) }

    @_disfavoredOverload
    public func zip<Base1: AsyncSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Zip3<TracedAsyncSequence<Base1>, Base2, TracedAsyncSequence<Base3>> {
        zip(TracedAsyncSequence(base1), base2, TracedAsyncSequence(base3))
    }

    @_disfavoredOverload
    public func zip<Base1: AsyncSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.Zip3<TracedAsyncSequence<Base1>, TracedAsyncSequence<Base2>, Base3> {
        zip(TracedAsyncSequence(base1), TracedAsyncSequence(base2), base3)
    }

    // MARK: combineLatest

    @_disfavoredOverload
    public func combineLatest<Base1: FlowSequence, Base2: AsyncSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> _Operator.CombineLatest2<Base1, TracedAsyncSequence<Base2>> {
        combineLatest(base1, TracedAsyncSequence(base2))
    }

    @_disfavoredOverload
    public func combineLatest<Base1: AsyncSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> _Operator.CombineLatest2<TracedAsyncSequence<Base1>, Base2> {
        combineLatest(TracedAsyncSequence(base1), base2)
    }

    @_disfavoredOverload
    public func combineLatest<Base1: FlowSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.CombineLatest3<Base1, Base2, TracedAsyncSequence<Base3>> {
        combineLatest(base1, base2, TracedAsyncSequence(base3))
    }

    @_disfavoredOverload
    public func combineLatest<Base1: FlowSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.CombineLatest3<Base1, TracedAsyncSequence<Base2>, Base3> {
        combineLatest(base1, TracedAsyncSequence(base2), base3)
    }

    @_disfavoredOverload
    public func combineLatest<Base1: FlowSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.CombineLatest3<Base1, TracedAsyncSequence<Base2>, TracedAsyncSequence<Base3>> {
        combineLatest(base1, TracedAsyncSequence(base2), TracedAsyncSequence(base3))
    }

    @_disfavoredOverload
    public func combineLatest<Base1: AsyncSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.CombineLatest3<TracedAsyncSequence<Base1>, Base2, Base3> {
        combineLatest(TracedAsyncSequence(base1), base2, base3)
    }

    @_disfavoredOverload
    public func combineLatest<Base1: AsyncSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.CombineLatest3<TracedAsyncSequence<Base1>, Base2, TracedAsyncSequence<Base3>> {
        combineLatest(TracedAsyncSequence(base1), base2, TracedAsyncSequence(base3))
    }

    @_disfavoredOverload
    public func combineLatest<Base1: AsyncSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> _Operator.CombineLatest3<TracedAsyncSequence<Base1>, TracedAsyncSequence<Base2>, Base3> {
        combineLatest(TracedAsyncSequence(base1), TracedAsyncSequence(base2), base3)
    }

    // MARK: chain

    @_disfavoredOverload
    public func chain<Base1: FlowSequence, Base2: AsyncSequence>(
        _ s1: Base1, _ s2: Base2
    ) -> _Operator.Chain2<Base1, TracedAsyncSequence<Base2>> {
        chain(s1, TracedAsyncSequence(s2))
    }

    @_disfavoredOverload
    public func chain<Base1: AsyncSequence, Base2: FlowSequence>(
        _ s1: Base1, _ s2: Base2
    ) -> _Operator.Chain2<TracedAsyncSequence<Base1>, Base2> {
        chain(TracedAsyncSequence(s1), s2)
    }

    @_disfavoredOverload
    public func chain<Base1: FlowSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> _Operator.Chain3<Base1, Base2, TracedAsyncSequence<Base3>> {
        chain(s1, s2, TracedAsyncSequence(s3))
    }

    @_disfavoredOverload
    public func chain<Base1: FlowSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> _Operator.Chain3<Base1, TracedAsyncSequence<Base2>, Base3> {
        chain(s1, TracedAsyncSequence(s2), s3)
    }

    @_disfavoredOverload
    public func chain<Base1: FlowSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> _Operator.Chain3<Base1, TracedAsyncSequence<Base2>, TracedAsyncSequence<Base3>> {
        chain(s1, TracedAsyncSequence(s2), TracedAsyncSequence(s3))
    }

    @_disfavoredOverload
    public func chain<Base1: AsyncSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> _Operator.Chain3<TracedAsyncSequence<Base1>, Base2, Base3> {
        chain(TracedAsyncSequence(s1), s2, s3)
    }

    @_disfavoredOverload
    public func chain<Base1: AsyncSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> _Operator.Chain3<TracedAsyncSequence<Base1>, Base2, TracedAsyncSequence<Base3>> {
        chain(TracedAsyncSequence(s1), s2, TracedAsyncSequence(s3))
    }

    @_disfavoredOverload
    public func chain<Base1: AsyncSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> _Operator.Chain3<TracedAsyncSequence<Base1>, TracedAsyncSequence<Base2>, Base3> {
        chain(TracedAsyncSequence(s1), TracedAsyncSequence(s2), s3)
    }
#endif
