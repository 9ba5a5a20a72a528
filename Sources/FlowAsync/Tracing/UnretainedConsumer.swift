/// The edge of an iterator, for its calls of `next`: counting references at every value would cost as much as a record.
///
/// The iterator retains the edge, and extends its life to the end of each call.
@usableFromInline struct UnretainedConsumer: Sendable {
    @usableFromInline let edge: Unmanaged<ConsumerEdge>

    init(_ edge: ConsumerEdge) { self.edge = .passUnretained(edge) }

    /// The edge itself, for calls that may wait.
    @inlinable var retained: ConsumerEdge { edge.takeUnretainedValue() }

    /// Returns whether the place of the consumer is unknown.
    @inlinable func request() -> Bool { edge._withUnsafeGuaranteedRef { $0.request() } }

    /// - Parameter mark: Its number in the upstream; 0 for none.
    @inlinable func receive<Value>(_ value: Value, mark: UInt32 = 0) {
        edge._withUnsafeGuaranteedRef { $0.receive(value, mark: mark) }
    }

    /// Records a value made of `count` others.
    @inlinable func receive<Value>(_ value: Value, madeOf count: Int) {
        edge._withUnsafeGuaranteedRef { $0.receive(value, madeOf: count) }
    }

    /// Whether a viewer holds or slows the stage.
    @inlinable var isGated: Bool { edge._withUnsafeGuaranteedRef { $0.isGated } }
}
