#if AsyncAlgorithms
    import AsyncAlgorithms

    // Operators of AsyncAlgorithms that work within the call that asks them, with their signatures. What stands behind `Flow(` is
    // AsyncAlgorithms', as its type says.

    extension FlowSequence {
        // MARK: One value for each

        public func reductions<Result>(
            _ initial: Result, _ transform: @Sendable @escaping (Result, Element) async -> Result, fileID: String = #fileID,
            line: Int = #line
        ) -> Flow<AsyncExclusiveReductionsSequence<Self, Result>> { Flow(reductions(initial, transform), fileID, line) }

        public func reductions<Result>(
            into initial: Result, _ transform: @Sendable @escaping (inout Result, Element) async -> Void,
            fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncExclusiveReductionsSequence<Self, Result>> { Flow(reductions(into: initial, transform), fileID, line) }

        public func reductions(
            _ transform: @Sendable @escaping (Element, Element) async -> Element, fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncInclusiveReductionsSequence<Self>> { Flow(reductions(transform), fileID, line) }

        public func reductions<Result>(
            _ initial: Result, _ transform: @Sendable @escaping (Result, Element) async throws -> Result,
            fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncThrowingExclusiveReductionsSequence<Self, Result>> {
            Flow(reductions(initial, transform), fileID, line)
        }

        public func reductions<Result>(
            into initial: Result, _ transform: @Sendable @escaping (inout Result, Element) async throws -> Void,
            fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncThrowingExclusiveReductionsSequence<Self, Result>> {
            Flow(reductions(into: initial, transform), fileID, line)
        }

        public func reductions(
            _ transform: @Sendable @escaping (Element, Element) async throws -> Element, fileID: String = #fileID,
            line: Int = #line
        ) -> Flow<AsyncThrowingInclusiveReductionsSequence<Self>> { Flow(reductions(transform), fileID, line) }

        public func interspersed(
            every: Int = 1, with separator: Element, fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncInterspersedSequence<Self>> { Flow(interspersed(every: every, with: separator), fileID, line) }

        public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () -> Element, fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncInterspersedSequence<Self>> { Flow(interspersed(every: every, with: separator), fileID, line) }

        public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () async -> Element, fileID: String = #fileID,
            line: Int = #line
        ) -> Flow<AsyncInterspersedSequence<Self>> { Flow(interspersed(every: every, with: separator), fileID, line) }

        public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () throws -> Element, fileID: String = #fileID,
            line: Int = #line
        ) -> Flow<AsyncThrowingInterspersedSequence<Self>> { Flow(interspersed(every: every, with: separator), fileID, line) }

        public func interspersed(
            every: Int = 1, with separator: @Sendable @escaping () async throws -> Element, fileID: String = #fileID,
            line: Int = #line
        ) -> Flow<AsyncThrowingInterspersedSequence<Self>> { Flow(interspersed(every: every, with: separator), fileID, line) }

        // MARK: Some of the values

        public func removeDuplicates(
            fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncRemoveDuplicatesSequence<Self>> where Element: Equatable { Flow(removeDuplicates(), fileID, line) }

        public func removeDuplicates(
            by predicate: @escaping @Sendable (Element, Element) async -> Bool, fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncRemoveDuplicatesSequence<Self>> { Flow(removeDuplicates(by: predicate), fileID, line) }

        public func removeDuplicates(
            by predicate: @escaping @Sendable (Element, Element) async throws -> Bool, fileID: String = #fileID,
            line: Int = #line
        ) -> Flow<AsyncThrowingRemoveDuplicatesSequence<Self>> { Flow(removeDuplicates(by: predicate), fileID, line) }

        public func compacted<Unwrapped>(
            fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncCompactedSequence<Self, Unwrapped>> where Element == Unwrapped? { Flow(compacted(), fileID, line) }

        public func adjacentPairs(
            fileID: String = #fileID, line: Int = #line
        ) -> Flow<AsyncAdjacentPairsSequence<Self>> { Flow(adjacentPairs(), fileID, line) }

        // MARK: A sequence for each value

        public func joined(
            fileID: String = #fileID, line: Int = #line
        ) -> Flow<Staged<Self, AsyncJoinedSequence<AsyncMapSequence<Self, Inner<Element>>>>>
        where Element: AsyncSequence & SendableMetatype, Self: SendableMetatype {
            let joined = Staged(self) { base, stage -> AsyncJoinedSequence<AsyncMapSequence<Self, Inner<Element>>> in
                let inner: AsyncMapSequence<Self, Inner<Element>> = base.map { Inner($0, stage) }
                return inner.joined()
            }
            return Flow(joined, as: AsyncJoinedSequence<Self>.self, fileID, line)
        }

        public func joined<Separator: AsyncSequence & Sendable>(
            separator: Separator, fileID: String = #fileID, line: Int = #line
        ) -> Flow<Staged<Self, AsyncJoinedBySeparatorSequence<AsyncMapSequence<Self, Inner<Element>>, Separator>>>
        where Element: AsyncSequence & SendableMetatype, Separator.Element == Element.Element, Self: SendableMetatype {
            let joined = Staged(self) { base, stage in
                let inner: AsyncMapSequence<Self, Inner<Element>> = base.map { Inner($0, stage) }
                return inner.joined(separator: separator)
            }
            return Flow(joined, as: AsyncJoinedBySeparatorSequence<Self, Separator>.self, fileID, line)
        }
    }

    // MARK: One after the other

    public typealias Chained2<Base1: AsyncSequence, Base2: AsyncSequence> = Flow<AsyncChain2Sequence<Base1, Base2>>
    where Base1.Element == Base2.Element

    public typealias Chained3<Base1: AsyncSequence, Base2: AsyncSequence, Base3: AsyncSequence> =
        Flow<AsyncChain3Sequence<Base1, Base2, Base3>>
    where Base1.Element == Base2.Element, Base1.Element == Base3.Element

    /// The values of one, and then those of the other.
    public func chain<Base1: FlowSequence, Base2: FlowSequence>(
        _ s1: Base1, _ s2: Base2
    ) -> Chained2<Base1, Base2> where Base1.Element == Base2.Element {
        Flow(AsyncAlgorithms.chain(s1, s2))
    }

    /// The values of one, then those of the next, and then those of the last.
    public func chain<Base1: FlowSequence, Base2: FlowSequence, Base3: FlowSequence>(
        _ s1: Base1, _ s2: Base2, _ s3: Base3
    ) -> Chained3<Base1, Base2, Base3>
    where Base1.Element == Base2.Element, Base1.Element == Base3.Element {
        Flow(AsyncAlgorithms.chain(s1, s2, s3))
    }
#endif
