#if AsyncAlgorithms
    import FlowTrace
    import Synchronization

    /// A value on its way through an operator that may let go of it.
    public struct Carried<Value> {
        let value: Value
        /// Says when it is let go of; `nil` where nothing is traced, or nothing can be lost.
        let token: Token?
    }

    extension Carried: Sendable where Value: Sendable {}

    /// Accompanies one value into an operator: when the last copy goes and the value has not come out, the operator has dropped it.
    final class Token: Sendable {
        private let stage: Stage
        /// How many values had come with it.
        private let number: UInt32
        private let isDelivered = Atomic<Bool>(false)

        init(_ stage: Stage, number: UInt32) {
            self.stage = stage
            self.number = number
        }

        deinit {
            guard !isDelivered.load(ordering: .relaxed) else { return }
            stage.target.recorder.record(.dropped, of: stage.id, mark: number)
        }

        func deliver() { isDelivered.store(true, ordering: .relaxed) }
    }

    /// The input of an operator that may let go of values: each goes in with a token.
    public struct Carrying<Base: AsyncSequence>: AsyncSequence {
        public typealias Element = Carried<Base.Element>
        public typealias Failure = Base.Failure

        private let base: Input<Base>
        private let stage: Stage?

        /// - Parameter isLossy: Whether values can be lost before the end.
        init(_ base: Base, _ stage: Stage?, isLossy: Bool = true) {
            self.base = Input(base, stage)
            self.stage = isLossy ? stage : nil
        }

        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: Base.AsyncIterator
            fileprivate let stage: Stage?
            fileprivate var number: UInt32 = 0

            public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }

            public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
                guard let value = try await base.next(isolation: actor) else { return nil }
                number &+= 1
                let number = number
                return Carried(value: value, token: stage.map { Token($0, number: number) })
            }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), stage: stage) }
    }

    extension Carrying: Sendable where Base: Sendable {}

    /// The values that come out of an operator, without their tokens.
    public struct Delivered<Value, Base: AsyncSequence>: AsyncSequence where Base.Element == Carried<Value> {
        public typealias Element = Value
        public typealias Failure = Base.Failure

        fileprivate let base: Base

        init(_ base: Base) { self.base = base }

        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: Base.AsyncIterator

            public mutating func next() async throws(Failure) -> Value? { try await next(isolation: nil) }

            public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
                guard let carried = try await base.next(isolation: actor) else { return nil }
                carried.token?.deliver()
                return carried.value
            }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }
    }

    extension Delivered: Sendable where Base: Sendable {}
#endif
