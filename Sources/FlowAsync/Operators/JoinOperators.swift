#if AsyncAlgorithms
    import AsyncAlgorithms

    // The functions of AsyncAlgorithms that make one sequence of several, which they iterate in tasks of their own. The compiler takes these for
    // the better match only if they have theirs' parameters exactly, so that the line which calls them is not known.

    public typealias Merged2<Base1: AsyncSequence, Base2: AsyncSequence> =
        Flow<Staged<(Base1, Base2), AsyncMerge2Sequence<Input<Base1>, Input<Base2>>>>
    where Base1.Element == Base2.Element, Base1: Sendable, Base2: Sendable, Base1.Element: Sendable

    public typealias Merged3<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence> =
        Flow<Staged<(Base1, Base2, Base3), AsyncMerge3Sequence<Input<Base1>, Input<Base2>, Input<Base3>>>>
    where
        Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
        Base1.Element: Sendable

    public typealias Zipped2<Base1: AsyncSequence, Base2: AsyncSequence> =
        Flow<Staged<(Base1, Base2), AsyncZip2Sequence<Input<Base1>, Input<Base2>>>>
    where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable

    public typealias Zipped3<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence> =
        Flow<Staged<(Base1, Base2, Base3), AsyncZip3Sequence<Input<Base1>, Input<Base2>, Input<Base3>>>>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable

    public typealias CombinedLatest2<Base1: AsyncSequence, Base2: AsyncSequence> =
        Flow<Staged<(Base1, Base2), AsyncCombineLatest2Sequence<Input<Base1>, Input<Base2>>>>
    where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable

    public typealias CombinedLatest3<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence> =
        Flow<Staged<(Base1, Base2, Base3), AsyncCombineLatest3Sequence<Input<Base1>, Input<Base2>, Input<Base3>>>>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable

    /// Values of both, as they come.
    public func merge<Base1: FlowSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> Merged2<Base1, Base2>
    where Base1.Element == Base2.Element, Base1: Sendable, Base2: Sendable, Base1.Element: Sendable {
        let merged = Staged((base1, base2)) { AsyncAlgorithms.merge(Input($0.0, $1), Input($0.1, $1)) }
        return Flow(merged, as: AsyncMerge2Sequence<Base1, Base2>.self)
    }

    /// Values of all three, as they come.
    public func merge<Base1: FlowSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Merged3<Base1, Base2, Base3>
    where
        Base1.Element == Base2.Element, Base1.Element == Base3.Element, Base1: Sendable, Base2: Sendable, Base3: Sendable,
        Base1.Element: Sendable
    {
        let merged = Staged((base1, base2, base3)) {
            AsyncAlgorithms.merge(Input($0.0, $1), Input($0.1, $1), Input($0.2, $1))
        }
        return Flow(merged, as: AsyncMerge3Sequence<Base1, Base2, Base3>.self)
    }

    /// A value of each, together.
    public func zip<Base1: FlowSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> Zipped2<Base1, Base2>
    where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable {
        let zipped = Staged((base1, base2)) { AsyncAlgorithms.zip(Input($0.0, $1), Input($0.1, $1)) }
        return Flow(zipped, as: AsyncZip2Sequence<Base1, Base2>.self)
    }

    /// A value of each, together.
    public func zip<Base1: FlowSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> Zipped3<Base1, Base2, Base3>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    {
        let zipped = Staged((base1, base2, base3)) {
            AsyncAlgorithms.zip(Input($0.0, $1), Input($0.1, $1), Input($0.2, $1))
        }
        return Flow(zipped, as: AsyncZip3Sequence<Base1, Base2, Base3>.self)
    }

    /// The newest value of each, whenever one of them has a new one.
    public func combineLatest<Base1: FlowSequence, Base2: FlowSequence>(
        _ base1: Base1, _ base2: Base2
    ) -> CombinedLatest2<Base1, Base2>
    where Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable {
        let combined = Staged((base1, base2)) { AsyncAlgorithms.combineLatest(Input($0.0, $1), Input($0.1, $1)) }
        return Flow(combined, as: AsyncCombineLatest2Sequence<Base1, Base2>.self)
    }

    /// The newest value of each, whenever one of them has a new one.
    public func combineLatest<Base1: FlowSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ base1: Base1, _ base2: Base2, _ base3: Base3
    ) -> CombinedLatest3<Base1, Base2, Base3>
    where
        Base1: Sendable, Base1.Element: Sendable, Base2: Sendable, Base2.Element: Sendable, Base3: Sendable,
        Base3.Element: Sendable
    {
        let combined = Staged((base1, base2, base3)) {
            AsyncAlgorithms.combineLatest(Input($0.0, $1), Input($0.1, $1), Input($0.2, $1))
        }
        return Flow(combined, as: AsyncCombineLatest3Sequence<Base1, Base2, Base3>.self)
    }
#endif
