import FlowOperators
import FlowTrace

/// Records the contents of a store: a value enters with ``buffered(_:)`` and leaves with ``unbuffered(_:)`` or
/// ``dropped(_:reason:)``; a refused value is only dropped.
///
/// Operators that hold values use it. Record `unbuffered` before passing the value on, and pass it on inside
/// `recorder.causing(mark)`, so that its consequences name that record as their cause.
public struct StoreProbe<Value> {
    public let recorder: Recorder
    public let edge: EdgeID

    /// Creates the probe of a store.
    ///
    /// - Parameters:
    ///   - recorder: Receives the records.
    ///   - edge: A store edge declared to `recorder`.
    public init(recorder: Recorder, edge: EdgeID) {
        self.recorder = recorder
        self.edge = edge
    }

    @discardableResult
    public func buffered(_ value: Value) -> CauseMark { recorder.record(.buffered, on: edge, value: .describing(value)) }

    /// Records that a value left the store for the downstream, or for a newer value in a replay.
    @discardableResult
    public func unbuffered(_ value: Value) -> CauseMark { recorder.record(.unbuffered, on: edge, value: .describing(value)) }

    @discardableResult
    public func dropped(_ value: Value, reason: DropReason) -> CauseMark {
        recorder.record(.dropped, on: edge, value: .describing(value), reason: reason)
    }
}

extension StoreProbe: Sendable where Value: Sendable {}

/// The node and the store edge of an operator that holds values; each of its subscriptions has a separate store.
struct StoreDeclaration: Sendable {
    let node: NodeID
    let probe: StoreProbe<TraceValue>

    /// - Parameter capacity: The capacity of a store; `Int.max` is declared as no limit.
    static func all(
        _ role: NodeFact.Role, _ operation: OperatorID, capacity: Int, overflow: OverflowPolicy? = nil,
        prefetch: Prefetch? = nil, label: String, recorder: Recorder
    ) -> Declarations<StoreDeclaration> {
        Declarations {
            let node = recorder.declareNode(
                role, operation, capacity: capacity == .max ? nil : capacity, overflow: overflow, prefetch: prefetch)
            let edge = recorder.declareEdge(.store, label: label, upstream: node, downstream: node)
            return StoreDeclaration(node: node, probe: StoreProbe(recorder: recorder, edge: edge))
        }
    }
}

/// A value in a store, with its description, made once outside any lock.
struct Held<Value> {
    let value: Value
    /// Its value in the trace; `nil` without a recorder.
    let trace: TraceValue?
}
