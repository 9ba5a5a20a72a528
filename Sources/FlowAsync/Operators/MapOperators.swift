// The standard library's `AsyncMapSequence` and `AsyncThrowingMapSequence` again. Theirs are opaque to the optimizer, so that a
// traced sequence inside one would run as generic code; these are specialised with what is above and below them.

extension _Operator {
    /// Transforms each value.
    public struct Map<Base: AsyncSequence, Transformed>: AsyncSequence {
        public typealias Element = Transformed
        public typealias Failure = Base.Failure

        let base: Base
        let transform: @Sendable (Base.Element) async -> Transformed

        /// Iterates over the base.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline var base: Base.AsyncIterator
            @usableFromInline let transform: @Sendable (Base.Element) async -> Transformed

            /// The transformed next value of the base.
            @inlinable public mutating func next() async throws(Failure) -> Transformed? { try await next(isolation: nil) }

            /// The transformed next value of the base, requested on the executor of `actor`.
            @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Transformed? {
                guard let next = try await base.next(isolation: actor) else { return nil }
                nonisolated(unsafe) let value = next  // used by the closure alone, as by the standard library's
                return await transform(value)
            }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), transform: transform) }
    }

    /// Transforms each value with a closure that may throw, which ends the sequence.
    public struct ThrowingMap<Base: AsyncSequence, Transformed>: AsyncSequence {
        public typealias Element = Transformed
        public typealias Failure = any Error

        let base: Base
        let transform: @Sendable (Base.Element) async throws -> Transformed

        /// Iterates over the base.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline var base: Base.AsyncIterator
            @usableFromInline let transform: @Sendable (Base.Element) async throws -> Transformed
            @usableFromInline var isOver = false

            /// The transformed next value of the base.
            @inlinable public mutating func next() async throws -> Transformed? { try await next(isolation: nil) }

            /// The transformed next value of the base, requested on the executor of `actor`.
            @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Transformed? {
                guard !isOver, let next = try await base.next(isolation: actor) else { return nil }
                nonisolated(unsafe) let value = next  // used by the closure alone, as by the standard library's
                do {
                    return try await transform(value)
                } catch {
                    isOver = true
                    throw error
                }
            }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), transform: transform) }
    }
}

extension _Operator.Map: Sendable where Base: Sendable {}
extension _Operator.Map.Iterator: Sendable where Base.AsyncIterator: Sendable {}
extension _Operator.ThrowingMap: Sendable where Base: Sendable {}
extension _Operator.ThrowingMap.Iterator: Sendable where Base.AsyncIterator: Sendable {}
