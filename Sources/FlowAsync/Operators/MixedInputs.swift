#if AsyncAlgorithms
    import AsyncAlgorithms

    // The same functions where only some of the sequences are traced: the others become stages of their own, named by their types, as `.probe`
    // makes them. The compiler finds the best match only if there is one for each choice of inputs.

    // MARK: merge

    public func merge<Base1: FlowSequence, Base2: AsyncSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> Merged2<Base1, Flow<Base2>>
    where Base1.Element == Base2.Element, Base1: Sendable, Base2: Sendable, Base1.Element: Sendable { merge(base1, Flow(base2)) }

    public func merge<Base1: AsyncSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> Merged2<Flow<Base1>, Base2>
    where Base1.Element == Base2.Element, Base1: Sendable, Base2: Sendable, Base1.Element: Sendable { merge(Flow(base1), base2) }

    public func merge<Base1: FlowSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Merged3<Base1, Base2, Flow<Base3>>
    where
        Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
        Base1.Element: Sendable
    { merge(base1, base2, Flow(base3)) }

    public func merge<Base1: FlowSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Merged3<Base1, Flow<Base2>, Base3>
    where
        Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
        Base1.Element: Sendable
    { merge(base1, Flow(base2), base3) }

    public func merge<Base1: FlowSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Merged3<Base1, Flow<Base2>, Flow<Base3>>
    where
        Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
        Base1.Element: Sendable
    { merge(base1, Flow(base2), Flow(base3)) }

    public func merge<Base1: AsyncSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Merged3<Flow<Base1>, Base2, Base3>
    where
        Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
        Base1.Element: Sendable
    { merge(Flow(base1), base2, base3) }

    public func merge<Base1: AsyncSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Merged3<Flow<Base1>, Base2, Flow<Base3>>
    where
        Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
        Base1.Element: Sendable
    { merge(Flow(base1), base2, Flow(base3)) }

    public func merge<Base1: AsyncSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Merged3<Flow<Base1>, Flow<Base2>, Base3>
    where
        Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
        Base1.Element: Sendable
    { merge(Flow(base1), Flow(base2), base3) }

    // MARK: zip

    public func zip<Base1: FlowSequence, Base2: AsyncSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> Zipped2<Base1, Flow<Base2>>
    where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable { zip(base1, Flow(base2)) }

    public func zip<Base1: AsyncSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> Zipped2<Flow<Base1>, Base2>
    where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable { zip(Flow(base1), base2) }

    public func zip<Base1: FlowSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Zipped3<Base1, Base2, Flow<Base3>>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { zip(base1, base2, Flow(base3)) }

    public func zip<Base1: FlowSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Zipped3<Base1, Flow<Base2>, Base3>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { zip(base1, Flow(base2), base3) }

    public func zip<Base1: FlowSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Zipped3<Base1, Flow<Base2>, Flow<Base3>>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { zip(base1, Flow(base2), Flow(base3)) }

    public func zip<Base1: AsyncSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Zipped3<Flow<Base1>, Base2, Base3>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { zip(Flow(base1), base2, base3) }

    public func zip<Base1: AsyncSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Zipped3<Flow<Base1>, Base2, Flow<Base3>>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { zip(Flow(base1), base2, Flow(base3)) }

    public func zip<Base1: AsyncSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Zipped3<Flow<Base1>, Flow<Base2>, Base3>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { zip(Flow(base1), Flow(base2), base3) }

    // MARK: combineLatest

    public func combineLatest<Base1: FlowSequence, Base2: AsyncSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> CombinedLatest2<Base1, Flow<Base2>>
    where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable { combineLatest(base1, Flow(base2)) }

    public func combineLatest<Base1: AsyncSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> CombinedLatest2<Flow<Base1>, Base2>
    where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable { combineLatest(Flow(base1), base2) }

    public func combineLatest<Base1: FlowSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> CombinedLatest3<Base1, Base2, Flow<Base3>>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { combineLatest(base1, base2, Flow(base3)) }

    public func combineLatest<Base1: FlowSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> CombinedLatest3<Base1, Flow<Base2>, Base3>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { combineLatest(base1, Flow(base2), base3) }

    public func combineLatest<Base1: FlowSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> CombinedLatest3<Base1, Flow<Base2>, Flow<Base3>>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { combineLatest(base1, Flow(base2), Flow(base3)) }

    public func combineLatest<Base1: AsyncSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> CombinedLatest3<Flow<Base1>, Base2, Base3>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { combineLatest(Flow(base1), base2, base3) }

    public func combineLatest<Base1: AsyncSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> CombinedLatest3<Flow<Base1>, Base2, Flow<Base3>>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { combineLatest(Flow(base1), base2, Flow(base3)) }

    public func combineLatest<Base1: AsyncSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> CombinedLatest3<Flow<Base1>, Flow<Base2>, Base3>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    { combineLatest(Flow(base1), Flow(base2), base3) }

    // MARK: chain

    public func chain<Base1: FlowSequence, Base2: AsyncSequence>(
        _ s1: Base1, _ s2: Base2
    ) -> Chained2<Base1, Flow<Base2>> where Base1.Element == Base2.Element { chain(s1, Flow(s2)) }

    public func chain<Base1: AsyncSequence, Base2: FlowSequence>(
        _ s1: Base1, _ s2: Base2
    ) -> Chained2<Flow<Base1>, Base2> where Base1.Element == Base2.Element { chain(Flow(s1), s2) }

    public func chain<Base1: FlowSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> Chained3<Base1, Base2, Flow<Base3>> where Base1.Element == Base2.Element, Base1.Element == Base3.Element {
        chain(s1, s2, Flow(s3))
    }

    public func chain<Base1: FlowSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> Chained3<Base1, Flow<Base2>, Base3> where Base1.Element == Base2.Element, Base1.Element == Base3.Element {
        chain(s1, Flow(s2), s3)
    }

    public func chain<Base1: FlowSequence, Base2: AsyncSequence, Base3: AsyncSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> Chained3<Base1, Flow<Base2>, Flow<Base3>> where Base1.Element == Base2.Element, Base1.Element == Base3.Element {
        chain(s1, Flow(s2), Flow(s3))
    }

    public func chain<Base1: AsyncSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> Chained3<Flow<Base1>, Base2, Base3> where Base1.Element == Base2.Element, Base1.Element == Base3.Element {
        chain(Flow(s1), s2, s3)
    }

    public func chain<Base1: AsyncSequence, Base2: FlowSequence, Base3: AsyncSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> Chained3<Flow<Base1>, Base2, Flow<Base3>> where Base1.Element == Base2.Element, Base1.Element == Base3.Element {
        chain(Flow(s1), s2, Flow(s3))
    }

    public func chain<Base1: AsyncSequence, Base2: AsyncSequence, Base3: FlowSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> Chained3<Flow<Base1>, Flow<Base2>, Base3> where Base1.Element == Base2.Element, Base1.Element == Base3.Element {
        chain(Flow(s1), Flow(s2), s3)
    }
#endif
