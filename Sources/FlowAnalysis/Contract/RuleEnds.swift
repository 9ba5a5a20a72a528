import FlowGraph
import FlowOperators
import FlowTrace

/// What the ends on the inputs of each operator ask of its outputs, and those on one output of the others.
///
/// An operator whose inputs have only failed must fail. Where another input has finished, it may have ended with that.
///
/// - Complexity: O(1) an event; memory of O(operators).
struct RuleEnds: Sendable {
    private struct Inputs: Sendable {
        /// The first failure, and whether an input has finished or was cancelled before it.
        var failure: Int?
        var hasOtherEnd = false
    }

    private var inputs = DenseTable<NodeID, Inputs>()
    /// Of publishers that end for all their subscribers, the last ordinary end that one of these was told of.
    private(set) var told = DenseTable<NodeID, TraceEntry>()

    /// Adds a subscription or an end; returns the failure that it keeps from a subscriber.
    mutating func fold(_ entry: TraceEntry, in log: TraceLog) -> Int? {
        guard entry.kind.isTerminal || entry.kind == .subscribed, let fact = log.edge(entry.edge), fact.role == .link else {
            return nil
        }
        if let below = fact.downstream { end(entry, at: below) }
        guard entry.kind == .finished, let above = fact.upstream, let operation = log.node(above)?.operation else { return nil }
        if operation.endsForAll { told[above] = entry }
        guard operation.passesFailures, let ends = inputs[above], !ends.hasOtherEnd else { return nil }
        return ends.failure
    }

    private mutating func end(_ entry: TraceEntry, at node: NodeID) {
        switch entry.kind {
        // It may have been subscribed anew.
        case .subscribed: inputs[node] = nil
        case .failure: if inputs[node]?.failure == nil { inputs[node, default: Inputs()].failure = entry.sequence }
        default: inputs[node, default: Inputs()].hasOtherEnd = true
        }
    }
}
