import FlowTrace

/// Records what a store holds: every value enters with ``buffered(_:)`` and leaves with ``unbuffered(_:)`` or
/// ``dropped(_:reason:)``; a value that is refused is dropped without having entered.
///
/// For operators that keep values. Record `unbuffered` before the value is passed on, and pass it on inside
/// `recorder.causing(mark)`, so that what follows names it as its cause.
public struct StoreProbe<Value> {
    /// What the records go to.
    public let recorder: Recorder
    /// The store edge they are recorded on.
    public let edge: EdgeID

    /// Creates a probe for a store edge that `recorder` has declared.
    public init(recorder: Recorder, edge: EdgeID) {
        self.recorder = recorder
        self.edge = edge
    }

    /// Records that a value entered the store.
    @discardableResult
    public func buffered(_ value: Value) -> CauseMark {
        recorder.record(.buffered, on: edge, value: .describing(value))
    }

    /// Records that a value left the store for the downstream, or for a newer value in a replay.
    @discardableResult
    public func unbuffered(_ value: Value) -> CauseMark {
        recorder.record(.unbuffered, on: edge, value: .describing(value))
    }

    /// Records that a value was lost.
    @discardableResult
    public func dropped(_ value: Value, reason: DropReason) -> CauseMark {
        recorder.record(.dropped, on: edge, value: .describing(value), reason: reason)
    }
}

extension StoreProbe: Sendable where Value: Sendable {}
