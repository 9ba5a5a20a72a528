// The standard library's `AsyncCompactMapSequence` and `AsyncThrowingCompactMapSequence` again, for the reason in
// `MapOperators.swift`.

extension _Operator {
    /// Transforms each value, and drops the results that are `nil`.
    public struct CompactMap<Base: AsyncSequence, Transformed>: AsyncSequence {
        public typealias Element = Transformed
        public typealias Failure = Base.Failure

        let base: Base
        let transform: @Sendable (Base.Element) async -> Transformed?

        /// Iterates over the base.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline var base: Base.AsyncIterator
            @usableFromInline let transform: @Sendable (Base.Element) async -> Transformed?

            /// The next result.
            @inlinable public mutating func next() async throws(Failure) -> Transformed? { try await next(isolation: nil) }

            /// The next result, requested on the executor of `actor`.
            @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Transformed? {
                while let next = try await base.next(isolation: actor) {
                    nonisolated(unsafe) let value = next  // used by the closure alone, as by the standard library's
                    if let transformed = await transform(value) { return transformed }
                }
                return nil
            }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), transform: transform) }
    }

    /// Transforms each value with a closure that may throw, which ends the sequence; drops the results that are `nil`.
    public struct ThrowingCompactMap<Base: AsyncSequence, Transformed>: AsyncSequence {
        public typealias Element = Transformed
        public typealias Failure = any Error

        let base: Base
        let transform: @Sendable (Base.Element) async throws -> Transformed?

        /// Iterates over the base.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline var base: Base.AsyncIterator
            @usableFromInline let transform: @Sendable (Base.Element) async throws -> Transformed?
            @usableFromInline var isOver = false

            /// The next result.
            @inlinable public mutating func next() async throws -> Transformed? { try await next(isolation: nil) }

            /// The next result, requested on the executor of `actor`.
            @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Transformed? {
                while !isOver {
                    guard let next = try await base.next(isolation: actor) else {
                        isOver = true
                        return nil
                    }
                    nonisolated(unsafe) let value = next  // used by the closure alone, as by the standard library's
                    do {
                        if let transformed = try await transform(value) { return transformed }
                    } catch {
                        isOver = true
                        throw error
                    }
                }
                return nil
            }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), transform: transform) }
    }
}

extension _Operator.CompactMap: Sendable where Base: Sendable {}
extension _Operator.CompactMap.Iterator: Sendable where Base.AsyncIterator: Sendable {}
extension _Operator.ThrowingCompactMap: Sendable where Base: Sendable {}
extension _Operator.ThrowingCompactMap.Iterator: Sendable where Base.AsyncIterator: Sendable {}
