public import FlowUntraced

// The standard library's operators again, with the same types. The compiler considers these the same declarations, and prefers
// the ones of any other module to the standard library's: so these replace the originals. Being disfavoured, they give way to a
// program's own operators. So do the operators of `FlowSequence`, which match a traced sequence better than these.

extension AsyncSequence {
    @_disfavoredOverload @preconcurrency @inlinable public __consuming func map<Transformed>(
        _ transform: @escaping @Sendable (Element) async -> Transformed
    ) -> AsyncMapSequence<Self, Transformed> { Untraced.map(self, transform) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func map<Transformed>(
        _ transform: @escaping @Sendable (Element) async throws -> Transformed
    ) -> AsyncThrowingMapSequence<Self, Transformed> { Untraced.map(self, transform) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func filter(
        _ isIncluded: @escaping @Sendable (Element) async -> Bool
    ) -> AsyncFilterSequence<Self> { Untraced.filter(self, isIncluded) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func filter(
        _ isIncluded: @escaping @Sendable (Element) async throws -> Bool
    ) -> AsyncThrowingFilterSequence<Self> { Untraced.filter(self, isIncluded) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func compactMap<ElementOfResult>(
        _ transform: @escaping @Sendable (Element) async -> ElementOfResult?
    ) -> AsyncCompactMapSequence<Self, ElementOfResult> { Untraced.compactMap(self, transform) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func compactMap<ElementOfResult>(
        _ transform: @escaping @Sendable (Element) async throws -> ElementOfResult?
    ) -> AsyncThrowingCompactMapSequence<Self, ElementOfResult> { Untraced.compactMap(self, transform) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func prefix(
        while predicate: @escaping @Sendable (Element) async -> Bool
    ) rethrows -> AsyncPrefixWhileSequence<Self> { try Untraced.prefix(self, while: predicate) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func prefix(
        while predicate: @escaping @Sendable (Element) async throws -> Bool
    ) rethrows -> AsyncThrowingPrefixWhileSequence<Self> { try Untraced.prefix(self, while: predicate) }

    @_disfavoredOverload @inlinable public __consuming func prefix(_ count: Int) -> AsyncPrefixSequence<Self> {
        Untraced.prefix(self, count)
    }

    @_disfavoredOverload @inlinable public __consuming func dropFirst(_ count: Int = 1) -> AsyncDropFirstSequence<Self> {
        Untraced.dropFirst(self, count)
    }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func drop(
        while predicate: @escaping @Sendable (Element) async -> Bool
    ) -> AsyncDropWhileSequence<Self> { Untraced.drop(self, while: predicate) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func drop(
        while predicate: @escaping @Sendable (Element) async throws -> Bool
    ) -> AsyncThrowingDropWhileSequence<Self> { Untraced.drop(self, while: predicate) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func flatMap<SegmentOfResult: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async -> SegmentOfResult
    ) -> AsyncFlatMapSequence<Self, SegmentOfResult> where Failure == SegmentOfResult.Failure {
        Untraced.flatMap(self, transform)
    }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func flatMap<SegmentOfResult: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async -> SegmentOfResult
    ) -> AsyncFlatMapSequence<Self, SegmentOfResult> where SegmentOfResult.Failure == Never { Untraced.flatMap(self, transform) }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func flatMap<SegmentOfResult: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async -> SegmentOfResult
    ) -> AsyncFlatMapSequence<Self, SegmentOfResult> where Failure == Never, SegmentOfResult.Failure == Never {
        Untraced.flatMap(self, transform)
    }

    @_disfavoredOverload @preconcurrency @inlinable public __consuming func flatMap<SegmentOfResult: AsyncSequence>(
        _ transform: @escaping @Sendable (Element) async throws -> SegmentOfResult
    ) -> AsyncThrowingFlatMapSequence<Self, SegmentOfResult> { Untraced.flatMap(self, transform) }
}
