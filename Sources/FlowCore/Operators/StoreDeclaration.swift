import FlowOperators
import FlowTrace

/// Declares the node and the store edge of an operator that keeps values: once when the publisher is built, and again for
/// each subscription after the first, which has a store of its own.
final class StoreDeclaration: Sendable {
    /// The node of the first subscription, known before there is one.
    let firstNode: NodeID

    private let recorder: Recorder
    private let role: NodeFact.Role
    private let operation: OperatorID
    private let detail: String
    private let capacity: Int?
    private let label: String
    private let unused: Guarded<EdgeID?>

    /// Declares the first node and edge.
    ///
    /// - Parameter capacity: How many values the store may hold; `Int.max` is declared as no limit.
    init(_ role: NodeFact.Role, _ operation: OperatorID, detail: String, capacity: Int, label: String, recorder: Recorder) {
        self.recorder = recorder
        self.role = role
        self.operation = operation
        self.detail = detail
        self.capacity = capacity == .max ? nil : capacity
        self.label = label
        let node = recorder.declareNode(role, operation, detail: detail, capacity: self.capacity)
        firstNode = node
        unused = Guarded(recorder.declareEdge(.store, label: label, upstream: node, downstream: node))
    }

    /// The probe of the next subscription's store.
    func makeProbe() -> StoreProbe<TraceValue> {
        let first = unused.withLock { $0.take() }
        return StoreProbe(recorder: recorder, edge: first ?? declare())
    }

    /// How a capacity reads in a node's detail.
    static func text(ofCapacity capacity: Int) -> String {
        capacity == .max ? "unlimited" : String(capacity)
    }

    private func declare() -> EdgeID {
        let node = recorder.declareNode(role, operation, detail: detail, capacity: capacity)
        return recorder.declareEdge(.store, label: label, upstream: node, downstream: node)
    }
}
