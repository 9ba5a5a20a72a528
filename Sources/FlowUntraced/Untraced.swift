/// The standard library's operators.
///
/// FlowAsync declares operators of the same names and types, which a program that imports FlowAsync calls in their place. This
/// module does not import it, so it still calls the standard library's.
public enum Untraced {
    @inlinable public static func map<Base: AsyncSequence, Transformed>(
        _ base: Base, _ transform: @escaping @Sendable (Base.Element) async -> Transformed
    ) -> AsyncMapSequence<Base, Transformed> { base.map(transform) }

    @inlinable public static func map<Base: AsyncSequence, Transformed>(
        _ base: Base, _ transform: @escaping @Sendable (Base.Element) async throws -> Transformed
    ) -> AsyncThrowingMapSequence<Base, Transformed> { base.map(transform) }

    @inlinable public static func filter<Base: AsyncSequence>(
        _ base: Base, _ isIncluded: @escaping @Sendable (Base.Element) async -> Bool
    ) -> AsyncFilterSequence<Base> { base.filter(isIncluded) }

    @inlinable public static func filter<Base: AsyncSequence>(
        _ base: Base, _ isIncluded: @escaping @Sendable (Base.Element) async throws -> Bool
    ) -> AsyncThrowingFilterSequence<Base> { base.filter(isIncluded) }

    @inlinable public static func compactMap<Base: AsyncSequence, ElementOfResult>(
        _ base: Base, _ transform: @escaping @Sendable (Base.Element) async -> ElementOfResult?
    ) -> AsyncCompactMapSequence<Base, ElementOfResult> { base.compactMap(transform) }

    @inlinable public static func compactMap<Base: AsyncSequence, ElementOfResult>(
        _ base: Base, _ transform: @escaping @Sendable (Base.Element) async throws -> ElementOfResult?
    ) -> AsyncThrowingCompactMapSequence<Base, ElementOfResult> { base.compactMap(transform) }

    @inlinable public static func prefix<Base: AsyncSequence>(
        _ base: Base, while predicate: @escaping @Sendable (Base.Element) async -> Bool
    ) rethrows -> AsyncPrefixWhileSequence<Base> { try base.prefix(while: predicate) }

    @inlinable public static func prefix<Base: AsyncSequence>(
        _ base: Base, while predicate: @escaping @Sendable (Base.Element) async throws -> Bool
    ) rethrows -> AsyncThrowingPrefixWhileSequence<Base> { try base.prefix(while: predicate) }

    @inlinable public static func prefix<Base: AsyncSequence>(_ base: Base, _ count: Int) -> AsyncPrefixSequence<Base> {
        base.prefix(count)
    }

    @inlinable public static func dropFirst<Base: AsyncSequence>(_ base: Base, _ count: Int) -> AsyncDropFirstSequence<Base> {
        base.dropFirst(count)
    }

    @inlinable public static func drop<Base: AsyncSequence>(
        _ base: Base, while predicate: @escaping @Sendable (Base.Element) async -> Bool
    ) -> AsyncDropWhileSequence<Base> { base.drop(while: predicate) }

    @inlinable public static func drop<Base: AsyncSequence>(
        _ base: Base, while predicate: @escaping @Sendable (Base.Element) async throws -> Bool
    ) -> AsyncThrowingDropWhileSequence<Base> { base.drop(while: predicate) }

    @inlinable public static func flatMap<Base: AsyncSequence, SegmentOfResult: AsyncSequence>(
        _ base: Base, _ transform: @escaping @Sendable (Base.Element) async -> SegmentOfResult
    ) -> AsyncFlatMapSequence<Base, SegmentOfResult> where Base.Failure == SegmentOfResult.Failure { base.flatMap(transform) }

    @inlinable public static func flatMap<Base: AsyncSequence, SegmentOfResult: AsyncSequence>(
        _ base: Base, _ transform: @escaping @Sendable (Base.Element) async -> SegmentOfResult
    ) -> AsyncFlatMapSequence<Base, SegmentOfResult> where SegmentOfResult.Failure == Never { base.flatMap(transform) }

    @inlinable public static func flatMap<Base: AsyncSequence, SegmentOfResult: AsyncSequence>(
        _ base: Base, _ transform: @escaping @Sendable (Base.Element) async -> SegmentOfResult
    ) -> AsyncFlatMapSequence<Base, SegmentOfResult> where Base.Failure == Never, SegmentOfResult.Failure == Never {
        base.flatMap(transform)
    }

    @inlinable public static func flatMap<Base: AsyncSequence, SegmentOfResult: AsyncSequence>(
        _ base: Base, _ transform: @escaping @Sendable (Base.Element) async throws -> SegmentOfResult
    ) -> AsyncThrowingFlatMapSequence<Base, SegmentOfResult> { base.flatMap(transform) }
}
