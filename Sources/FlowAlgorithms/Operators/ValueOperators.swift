#if AsyncAlgorithms
    import AsyncAlgorithms
    import FlowAsync
    internal import FlowUntracedAlgorithms

    // The operators of AsyncAlgorithms that do their work within a consumer's call of `next`, with the same signatures. Each
    // wraps the original operator.

    extension FlowSequence {
        // MARK: One value for each

        @_disfavoredOverload
        public func reductions<Result>(
            _ initial: Result, _ transform: @Sendable @escaping (Result, Element) async -> Result, fileID: String = #fileID,
            line: Int = #line
        ) -> TracedAsyncSequence<AsyncExclusiveReductionsSequence<Self, Result>> {
            TracedAsyncSequence(UntracedAlgorithms.reductions(self, initial, transform), fileID, line)
        }

        @_disfavoredOverload
        public func reductions<Result>(
            into initial: Result, _ transform: @Sendable @escaping (inout Result, Element) async -> Void,
            fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncExclusiveReductionsSequence<Self, Result>> {
            TracedAsyncSequence(UntracedAlgorithms.reductions(self, into: initial, transform), fileID, line)
        }

        @_disfavoredOverload
        public func reductions(
            _ transform: @Sendable @escaping (Element, Element) async -> Element, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncInclusiveReductionsSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.reductions(self, transform), fileID, line)
        }

        @_disfavoredOverload
        public func reductions<Result>(
            _ initial: Result, _ transform: @Sendable @escaping (Result, Element) async throws -> Result,
            fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncThrowingExclusiveReductionsSequence<Self, Result>> {
            TracedAsyncSequence(UntracedAlgorithms.reductions(self, initial, transform), fileID, line)
        }

        @_disfavoredOverload
        public func reductions<Result>(
            into initial: Result, _ transform: @Sendable @escaping (inout Result, Element) async throws -> Void,
            fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncThrowingExclusiveReductionsSequence<Self, Result>> {
            TracedAsyncSequence(UntracedAlgorithms.reductions(self, into: initial, transform), fileID, line)
        }

        @_disfavoredOverload
        public func reductions(
            _ transform: @Sendable @escaping (Element, Element) async throws -> Element, fileID: String = #fileID,
            line: Int = #line
        ) -> TracedAsyncSequence<AsyncThrowingInclusiveReductionsSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.reductions(self, transform), fileID, line)
        }

        @_disfavoredOverload
        public func interspersed(
            every: Int = 1, with separator: Element, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncInterspersedSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.interspersed(self, every: every, with: separator), fileID, line)
        }

        @_disfavoredOverload
        public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () -> Element, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncInterspersedSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.interspersed(self, every: every, with: separator), fileID, line)
        }

        @_disfavoredOverload
        public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () async -> Element, fileID: String = #fileID,
            line: Int = #line
        ) -> TracedAsyncSequence<AsyncInterspersedSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.interspersed(self, every: every, with: separator), fileID, line)
        }

        @_disfavoredOverload
        public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () throws -> Element, fileID: String = #fileID,
            line: Int = #line
        ) -> TracedAsyncSequence<AsyncThrowingInterspersedSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.interspersed(self, every: every, with: separator), fileID, line)
        }

        @_disfavoredOverload
        public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () async throws -> Element, fileID: String = #fileID,
            line: Int = #line
        ) -> TracedAsyncSequence<AsyncThrowingInterspersedSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.interspersed(self, every: every, with: separator), fileID, line)
        }

        // MARK: Some of the values

        @_disfavoredOverload
        public func removeDuplicates(
            fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncRemoveDuplicatesSequence<Self>> where Element: Equatable {
            TracedAsyncSequence(UntracedAlgorithms.removeDuplicates(self), fileID, line)
        }

        @_disfavoredOverload
        public func removeDuplicates(
            by predicate: @escaping @Sendable (Element, Element) async -> Bool, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncRemoveDuplicatesSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.removeDuplicates(self, by: predicate), fileID, line)
        }

        @_disfavoredOverload
        public func removeDuplicates(
            by predicate: @escaping @Sendable (Element, Element) async throws -> Bool, fileID: String = #fileID,
            line: Int = #line
        ) -> TracedAsyncSequence<AsyncThrowingRemoveDuplicatesSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.removeDuplicates(self, by: predicate), fileID, line)
        }

        @_disfavoredOverload
        public func compacted<Unwrapped>(
            fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncCompactedSequence<Self, Unwrapped>> where Element == Unwrapped? {
            TracedAsyncSequence(UntracedAlgorithms.compacted(self), fileID, line)
        }

        @_disfavoredOverload
        public func adjacentPairs(
            fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<AsyncAdjacentPairsSequence<Self>> {
            TracedAsyncSequence(UntracedAlgorithms.adjacentPairs(self), fileID, line)
        }

        // MARK: A sequence for each value

        @_disfavoredOverload
        public func joined(
            fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<_Operator.Staged<Self, AsyncJoinedSequence<AsyncMapSequence<Self, _Operator.Inner<Element>>>>>
        where Element: AsyncSequence & SendableMetatype, Self: SendableMetatype {
            let joined = _Operator.Staged(self) {
                base, stage -> AsyncJoinedSequence<AsyncMapSequence<Self, _Operator.Inner<Element>>> in
                let inner: AsyncMapSequence<Self, _Operator.Inner<Element>> = base.map { _Operator.Inner($0, stage) }
                return inner.joined()
            }
            return TracedAsyncSequence(joined, as: AsyncJoinedSequence<Self>.self, fileID, line)
        }

        @_disfavoredOverload
        public func joined<Separator: AsyncSequence & Sendable>(
            separator: Separator, fileID: String = #fileID, line: Int = #line
        ) -> TracedAsyncSequence<
            _Operator.Staged<Self, AsyncJoinedBySeparatorSequence<AsyncMapSequence<Self, _Operator.Inner<Element>>, Separator>>
        >
        where Element: AsyncSequence & SendableMetatype, Separator.Element == Element.Element, Self: SendableMetatype {
            let joined = _Operator.Staged(self) { base, stage in
                let inner: AsyncMapSequence<Self, _Operator.Inner<Element>> = base.map { _Operator.Inner($0, stage) }
                return inner.joined(separator: separator)
            }
            return TracedAsyncSequence(joined, as: AsyncJoinedBySeparatorSequence<Self, Separator>.self, fileID, line)
        }
    }

    // MARK: One after the other

    extension _Operator {
        public typealias Chain2<Base1: AsyncSequence, Base2: AsyncSequence> = TracedAsyncSequence<
            AsyncChain2Sequence<Base1, Base2>
        >
        where Base1.Element == Base2.Element

        public typealias Chain3<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence> =
            TracedAsyncSequence<AsyncChain3Sequence<Base1, Base2, Base3>>
        where Base1.Element == Base2.Element, Base1.Element == Base3.Element
    }

    /// Chains the values of both.
    @_disfavoredOverload
    public func chain<Base1: FlowSequence, Base2: FlowSequence>(
        _ s1: Base1, _ s2: Base2
    ) -> _Operator.Chain2<Base1, Base2> where Base1.Element == Base2.Element {
        TracedAsyncSequence(AsyncAlgorithms.chain(s1, s2))
    }

    /// Chains the values of all three.
    @_disfavoredOverload
    public func chain<Base1: FlowSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> _Operator.Chain3<Base1, Base2, Base3>
    where Base1.Element == Base2.Element, Base1.Element == Base3.Element {
        TracedAsyncSequence(AsyncAlgorithms.chain(s1, s2, s3))
    }
#endif
