#if AsyncAlgorithms
    import FlowAsync
    import FlowTrace
    internal import Synchronization

    extension _Operator {
        /// A value in flight through an operator that may drop it.
        public struct TrackedElement<Value> {
            let value: Value
            /// Reports a drop; `nil` if nothing is traced, or nothing can be dropped.
            let token: Token?
        }
    }

    extension _Operator.TrackedElement: Sendable where Value: Sendable {}

    /// Accompanies one value through an operator. If the token's last copy is released before the value comes out, the operator
    /// has dropped it.
    final class Token: Sendable {
        private let stage: DownstreamContext
        /// The number of values received up to this one.
        let number: UInt32
        /// Whether the value has only one consumer. With several, each release is recorded as a drop, for the consumers that have
        /// not received the value.
        private let isForOne: Bool
        private let isDelivered = Atomic<Bool>(false)

        init(_ stage: DownstreamContext, number: UInt32, isForOne: Bool) {
            self.stage = stage
            self.number = number
            self.isForOne = isForOne
        }

        deinit {
            guard !isForOne || !isDelivered.load(ordering: .relaxed) else { return }
            stage.target.recorder.record(.dropped, of: stage.id, element: number)
        }

        func deliver() { isDelivered.store(true, ordering: .relaxed) }
    }

    extension _Operator {
        /// The input of an operator that may drop values: each value enters with a token.
        public struct TrackingInput<Base: AsyncSequence>: AsyncSequence {
            public typealias Element = _Operator.TrackedElement<Base.Element>
            public typealias Failure = Base.Failure

            private let base: _Operator.Input<Base>
            private let stage: DownstreamContext?
            private let isForOne: Bool

            /// - Parameter isLossy: Whether values can be dropped before the end.
            init(_ base: Base, _ stage: DownstreamContext?, isLossy: Bool = true) {
                self.base = _Operator.Input(base, stage)
                self.stage = isLossy ? stage : nil
                isForOne = true
            }

            /// The input of an operator that makes the iterator of its base immediately, and sends each value to several
            /// consumers.
            init(sharing base: Base, _ stage: DownstreamContext?, isLossy: Bool) {
                self.base = _Operator.Input(base, nil)
                self.stage = isLossy ? stage : nil
                isForOne = false
            }

            public struct Iterator: AsyncIteratorProtocol {
                fileprivate var base: Base.AsyncIterator
                fileprivate let stage: DownstreamContext?
                fileprivate let isForOne: Bool
                fileprivate var number: UInt32 = 0

                public mutating func next() async throws(Failure) -> Element? { try await next(isolation: nil) }

                public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
                    guard let value = try await base.next(isolation: actor) else { return nil }
                    number &+= 1
                    let (number, isForOne) = (number, isForOne)
                    return _Operator.TrackedElement(
                        value: value, token: stage.map { Token($0, number: number, isForOne: isForOne) })
                }
            }

            public func makeAsyncIterator() -> Iterator {
                Iterator(base: base.makeAsyncIterator(), stage: stage, isForOne: isForOne)
            }
        }
    }

    extension _Operator.TrackingInput: Sendable where Base: Sendable {}

    extension _Operator {
        /// The output of an operator, without tokens.
        public struct UntrackedOutput<Value, Base: AsyncSequence>: AsyncSequence
        where Base.Element == _Operator.TrackedElement<Value> {
            public typealias Element = Value
            public typealias Failure = Base.Failure

            fileprivate let base: Base
            private let skipped: UInt32

            /// - Parameter skipped: The number of buffered values that one consumer may lose because the operator skips them.
            init(_ base: Base, skipping skipped: Int = 0) {
                self.base = base
                self.skipped = UInt32(clamping: skipped)
            }

            public struct Iterator: AsyncIteratorProtocol {
                fileprivate var base: Base.AsyncIterator
                /// The token of the last value, released with the next call, after the value's output is recorded.
                fileprivate var token: Token?
                /// The stage of these values; `nil` if none can be skipped.
                fileprivate let stage: DownstreamContext?
                fileprivate let skipped: UInt32
                /// The number of the last value.
                fileprivate var last: UInt32 = 0

                public mutating func next() async throws(Failure) -> Value? { try await next(isolation: nil) }

                public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
                    token = nil
                    guard let carried = try await base.next(isolation: actor) else { return nil }
                    token = carried.token
                    token?.deliver()
                    if let number = token?.number { skip(to: number) }
                    return carried.value
                }

                private mutating func skip(to number: UInt32) {
                    defer { last = number }
                    guard let stage, last > 0 else { return }
                    let first = Swift.max(last + 1, number - Swift.min(skipped, number))
                    for lost in first..<Swift.max(first, number) {
                        stage.target.recorder.record(.dropped, of: stage.id, element: lost)
                    }
                }
            }

            public func makeAsyncIterator() -> Iterator {
                Iterator(base: base.makeAsyncIterator(), stage: skipped > 0 ? DownstreamContext.current : nil, skipped: skipped)
            }
        }
    }

    extension _Operator.UntrackedOutput: Sendable where Base: Sendable {}
#endif
