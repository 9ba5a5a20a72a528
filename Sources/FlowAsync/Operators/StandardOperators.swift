internal import FlowUntraced

// The operators of the standard library's AsyncSequence, with the same signatures: the result for a traced sequence is traced
// too. Inside is the standard library's operator, or one of `MapOperators.swift` and its kin.

extension FlowSequence {
    // MARK: One value for each

    @_disfavoredOverload
    public func map<Transformed>(
        _ transform: @escaping @Sendable (Element) async -> Transformed, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<_Operator.Map<Self, Transformed>> {
        let mapped = _Operator.Map(base: self, transform: transform)
        return TracedAsyncSequence(mapped, as: AsyncMapSequence<Self, Transformed>.self, fileID, line)
    }

    @_disfavoredOverload
    public func map<Transformed>(
        _ transform: @escaping @Sendable (Element) async throws -> Transformed, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<_Operator.ThrowingMap<Self, Transformed>> {
        let mapped = _Operator.ThrowingMap(base: self, transform: transform)
        return TracedAsyncSequence(mapped, as: AsyncThrowingMapSequence<Self, Transformed>.self, fileID, line)
    }

    // MARK: Some of the values

    @_disfavoredOverload
    public func filter(
        _ isIncluded: @escaping @Sendable (Element) async -> Bool, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<_Operator.Filter<Self>> {
        let filtered = _Operator.Filter(base: self, isIncluded: isIncluded)
        return TracedAsyncSequence(filtered, as: AsyncFilterSequence<Self>.self, fileID, line)
    }

    @_disfavoredOverload
    public func filter(
        _ isIncluded: @escaping @Sendable (Element) async throws -> Bool, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<_Operator.ThrowingFilter<Self>> {
        let filtered = _Operator.ThrowingFilter(base: self, isIncluded: isIncluded)
        return TracedAsyncSequence(filtered, as: AsyncThrowingFilterSequence<Self>.self, fileID, line)
    }

    @_disfavoredOverload
    public func compactMap<ElementOfResult>(
        _ transform: @escaping @Sendable (Element) async -> ElementOfResult?, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<_Operator.CompactMap<Self, ElementOfResult>> {
        let mapped = _Operator.CompactMap(base: self, transform: transform)
        return TracedAsyncSequence(mapped, as: AsyncCompactMapSequence<Self, ElementOfResult>.self, fileID, line)
    }

    @_disfavoredOverload
    public func compactMap<ElementOfResult>(
        _ transform: @escaping @Sendable (Element) async throws -> ElementOfResult?, fileID: String = #fileID,
        line: Int = #line
    ) -> TracedAsyncSequence<_Operator.ThrowingCompactMap<Self, ElementOfResult>> {
        let mapped = _Operator.ThrowingCompactMap(base: self, transform: transform)
        return TracedAsyncSequence(mapped, as: AsyncThrowingCompactMapSequence<Self, ElementOfResult>.self, fileID, line)
    }

    @_disfavoredOverload
    public func prefix(
        _ count: Int, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<AsyncPrefixSequence<Self>> { TracedAsyncSequence(Untraced.prefix(self, count), fileID, line) }

    // The standard library declares that `prefix(while:)` throws if the sequence does, although the operator itself never throws.

    @_disfavoredOverload
    public func prefix(
        while predicate: @escaping @Sendable (Element) async -> Bool, fileID: String = #fileID, line: Int = #line
    ) throws(Failure) -> TracedAsyncSequence<AsyncPrefixWhileSequence<Self>> {
        TracedAsyncSequence(taking(while: predicate), fileID, line)
    }

    @_disfavoredOverload
    public func prefix(
        while predicate: @escaping @Sendable (Element) async throws -> Bool, fileID: String = #fileID, line: Int = #line
    ) throws(Failure) -> TracedAsyncSequence<AsyncThrowingPrefixWhileSequence<Self>> {
        TracedAsyncSequence(taking(while: predicate), fileID, line)
    }

    private func taking(while predicate: @escaping @Sendable (Element) async -> Bool) -> AsyncPrefixWhileSequence<Self> {
        do { return try theirs(while: predicate) } catch { preconditionFailure("prefix(while:) threw \(error)") }
    }

    private func taking(
        while predicate: @escaping @Sendable (Element) async throws -> Bool
    ) -> AsyncThrowingPrefixWhileSequence<Self> {
        do { return try theirs(while: predicate) } catch { preconditionFailure("prefix(while:) threw \(error)") }
    }

    @_disfavoredOverload
    public func dropFirst(
        _ count: Int = 1, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<AsyncDropFirstSequence<Self>> { TracedAsyncSequence(Untraced.dropFirst(self, count), fileID, line) }

    @_disfavoredOverload
    public func drop(
        while predicate: @escaping @Sendable (Element) async -> Bool, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<AsyncDropWhileSequence<Self>> {
        TracedAsyncSequence(Untraced.drop(self, while: predicate), fileID, line)
    }

    @_disfavoredOverload
    public func drop(
        while predicate: @escaping @Sendable (Element) async throws -> Bool, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<AsyncThrowingDropWhileSequence<Self>> {
        TracedAsyncSequence(Untraced.drop(self, while: predicate), fileID, line)
    }

    // MARK: A sequence for each value

    @_disfavoredOverload
    public func flatMap<Segment: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async -> Segment, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<_Operator.Staged<Self, AsyncFlatMapSequence<Self, _Operator.Inner<Segment>>>>
    where Failure == Segment.Failure, Self: SendableMetatype, Segment: SendableMetatype {
        let flattened = _Operator.Staged(self) { base, stage -> AsyncFlatMapSequence<Self, _Operator.Inner<Segment>> in
            base.flatMap { _Operator.Inner(await transform($0), stage) }
        }
        return TracedAsyncSequence(flattened, as: AsyncFlatMapSequence<Self, Segment>.self, fileID, line)
    }

    @_disfavoredOverload
    public func flatMap<Segment: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async -> Segment, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<_Operator.Staged<Self, AsyncFlatMapSequence<Self, _Operator.Inner<Segment>>>>
    where Segment.Failure == Never, Self: SendableMetatype, Segment: SendableMetatype {
        let flattened = _Operator.Staged(self) { base, stage -> AsyncFlatMapSequence<Self, _Operator.Inner<Segment>> in
            base.flatMap { _Operator.Inner(await transform($0), stage) }
        }
        return TracedAsyncSequence(flattened, as: AsyncFlatMapSequence<Self, Segment>.self, fileID, line)
    }

    @_disfavoredOverload
    public func flatMap<Segment: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async -> Segment, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<_Operator.Staged<Self, AsyncFlatMapSequence<Self, _Operator.Inner<Segment>>>>
    where Failure == Never, Segment.Failure == Never, Self: SendableMetatype, Segment: SendableMetatype {
        let flattened = _Operator.Staged(self) { base, stage -> AsyncFlatMapSequence<Self, _Operator.Inner<Segment>> in
            base.flatMap { _Operator.Inner(await transform($0), stage) }
        }
        return TracedAsyncSequence(flattened, as: AsyncFlatMapSequence<Self, Segment>.self, fileID, line)
    }

    @_disfavoredOverload
    public func flatMap<Segment: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async throws -> Segment, fileID: String = #fileID, line: Int = #line
    ) -> TracedAsyncSequence<_Operator.Staged<Self, AsyncThrowingFlatMapSequence<Self, _Operator.Inner<Segment>>>>
    where Self: SendableMetatype, Segment: SendableMetatype {
        let flattened = _Operator.Staged(self) { base, stage -> AsyncThrowingFlatMapSequence<Self, _Operator.Inner<Segment>> in
            base.flatMap { _Operator.Inner(try await transform($0), stage) }
        }
        return TracedAsyncSequence(flattened, as: AsyncThrowingFlatMapSequence<Self, Segment>.self, fileID, line)
    }
}

// The compiler of Swift 6.3 crashes if an extension of a refined protocol catches errors of a `rethrows` operator.
extension AsyncSequence {
    fileprivate func theirs(
        while predicate: @escaping @Sendable (Element) async -> Bool
    ) throws -> AsyncPrefixWhileSequence<Self> { try prefix(while: predicate) }

    fileprivate func theirs(
        while predicate: @escaping @Sendable (Element) async throws -> Bool
    ) throws -> AsyncThrowingPrefixWhileSequence<Self> { try prefix(while: predicate) }
}
