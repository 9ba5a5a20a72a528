import FlowTrace

/// An operator that makes the iterators of its inputs in a task of its own, or one by one: it is built for each iteration, from inputs
/// that know the stage they feed.
public struct Staged<Base, Operator: AsyncSequence>: AsyncSequence {
    public typealias Element = Operator.Element
    public typealias Failure = Operator.Failure

    private let base: Base
    private let make: @Sendable (Base, Stage?) -> Operator

    init(_ base: Base, _ make: @escaping @Sendable (Base, Stage?) -> Operator) {
        self.base = base
        self.make = make
    }

    public func makeAsyncIterator() -> Operator.AsyncIterator { make(base, Stage.current).makeAsyncIterator() }
}

extension Staged: Sendable where Base: Sendable {}

/// A sequence that an operator iterates in a task of its own.
public struct Input<Base: AsyncSequence>: AsyncSequence {
    public typealias Element = Base.Element
    public typealias Failure = Base.Failure

    private let base: Base
    private let stage: Stage?

    /// - Parameter isSignal: Whether it only says when the operator sends what came from another.
    init(_ base: Base, _ stage: Stage?, isSignal: Bool = false) {
        self.base = base
        self.stage = stage?.found(by: isSignal ? .parentSubscription : .owner)
    }

    public func makeAsyncIterator() -> Base.AsyncIterator {
        stage?.within { base.makeAsyncIterator() } ?? base.makeAsyncIterator()
    }
}

extension Input: Sendable where Base: Sendable {}

/// A sequence that an operator such as `flatMap` has been given for a value.
public struct Inner<Base: AsyncSequence>: AsyncSequence {
    public typealias Element = Base.Element
    public typealias Failure = Base.Failure

    private let base: Base
    private let stage: Stage?

    init(_ base: Base, _ stage: Stage?) {
        self.base = base
        self.stage = stage?.found(by: .parentSubscription)
    }

    public func makeAsyncIterator() -> Flow<Base>.Iterator {
        let flow = Flow(base)
        guard let stage else { return flow.makeBareIterator() }
        return stage.within { base is any FlowSequence ? flow.makeBareIterator() : flow.makeAsyncIterator() }
    }
}

extension Inner: Sendable where Base: Sendable {}
