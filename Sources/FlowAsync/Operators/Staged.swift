import FlowTrace

/// The component types of traced operators. Programs do not name them.
public enum _Operator {
    /// An operator that makes the iterators of its inputs later: in a separate task, or one after the other. It is built for each
    /// iteration, from inputs that know their downstream stage.
    public struct Staged<Base, Operator: AsyncSequence>: AsyncSequence {
        public typealias Element = Operator.Element
        public typealias Failure = Operator.Failure

        private let base: Base
        private let make: @Sendable (Base, DownstreamContext?) -> Operator

        package init(_ base: Base, _ make: @escaping @Sendable (Base, DownstreamContext?) -> Operator) {
            self.base = base
            self.make = make
        }

        public func makeAsyncIterator() -> Operator.AsyncIterator { make(base, DownstreamContext.current).makeAsyncIterator() }
    }

    /// A sequence that an operator iterates in a separate task.
    public struct Input<Base: AsyncSequence>: AsyncSequence {
        public typealias Element = Base.Element
        public typealias Failure = Base.Failure

        private let base: Base
        private let stage: DownstreamContext?

        /// - Parameter isSignal: Whether it only triggers the values of another input.
        package init(_ base: Base, _ stage: DownstreamContext?, isSignal: Bool = false) {
            self.base = base
            self.stage = stage?.findable(by: isSignal ? .parentSubscription : .owner)
        }

        public func makeAsyncIterator() -> Base.AsyncIterator {
            stage?.within { base.makeAsyncIterator() } ?? base.makeAsyncIterator()
        }
    }

    /// A sequence that an operator such as `flatMap` makes from a value.
    public struct Inner<Base: AsyncSequence>: AsyncSequence {
        public typealias Element = Base.Element
        public typealias Failure = Base.Failure

        private let base: Base
        private let stage: DownstreamContext?

        package init(_ base: Base, _ stage: DownstreamContext?) {
            self.base = base
            self.stage = stage?.findable(by: .parentSubscription)
        }

        public func makeAsyncIterator() -> TracedAsyncSequence<Base>.Iterator {
            let traced = TracedAsyncSequence(base)
            guard let stage else { return traced.makeBareIterator() }
            return stage.within { base is any FlowSequence ? traced.makeBareIterator() : traced.makeAsyncIterator() }
        }
    }
}

extension _Operator.Staged: Sendable where Base: Sendable {}
extension _Operator.Input: Sendable where Base: Sendable {}
extension _Operator.Inner: Sendable where Base: Sendable {}
