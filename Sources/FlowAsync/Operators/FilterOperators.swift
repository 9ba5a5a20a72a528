// The standard library's `AsyncFilterSequence` and `AsyncThrowingFilterSequence` again, for the reason in `MapOperators.swift`.

extension _Operator {
    /// Passes on the values that a closure includes.
    public struct Filter<Base: AsyncSequence>: AsyncSequence {
        public typealias Element = Base.Element
        public typealias Failure = Base.Failure

        let base: Base
        let isIncluded: @Sendable (Element) async -> Bool

        /// Iterates over the base.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline var base: Base.AsyncIterator
            @usableFromInline let isIncluded: @Sendable (Element) async -> Bool

            /// The base's next included value.
            @inlinable public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }

            /// The base's next included value, requested on the executor of `actor`.
            @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
                while let next = try await base.next(isolation: actor) {
                    nonisolated(unsafe) let value = next  // its uses take turns, as in the standard library
                    if await isIncluded(value) { return value }
                }
                return nil
            }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), isIncluded: isIncluded) }
    }

    /// Passes on the values that a closure includes; the closure may throw, which ends the sequence.
    public struct ThrowingFilter<Base: AsyncSequence>: AsyncSequence {
        public typealias Element = Base.Element
        public typealias Failure = any Error

        let base: Base
        let isIncluded: @Sendable (Element) async throws -> Bool

        /// Iterates over the base.
        public struct Iterator: AsyncIteratorProtocol {
            @usableFromInline var base: Base.AsyncIterator
            @usableFromInline let isIncluded: @Sendable (Element) async throws -> Bool
            @usableFromInline var isOver = false

            /// The base's next included value.
            @inlinable public mutating func next() async throws -> Element? { try await next(isolation: nil) }

            /// The base's next included value, requested on the executor of `actor`.
            @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
                while !isOver, let next = try await base.next(isolation: actor) {
                    nonisolated(unsafe) let value = next  // its uses take turns, as in the standard library
                    do {
                        if try await isIncluded(value) { return value }
                    } catch {
                        isOver = true
                        throw error
                    }
                }
                return nil
            }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), isIncluded: isIncluded) }
    }
}

extension _Operator.Filter: Sendable where Base: Sendable {}
extension _Operator.Filter.Iterator: Sendable where Base.AsyncIterator: Sendable {}
extension _Operator.ThrowingFilter: Sendable where Base: Sendable {}
extension _Operator.ThrowingFilter.Iterator: Sendable where Base.AsyncIterator: Sendable {}
