import FlowGraph
import FlowOperators
import FlowTrace

/// What the ends on the inputs of each operator ask of its outputs.
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

    /// Adds a subscription or an end; returns the failure that it keeps from a subscriber.
    mutating func fold(_ entry: TraceEntry, in log: TraceLog) -> Int? {
        guard entry.kind.isTerminal || entry.kind == .subscribed, let fact = log.edge(entry.edge), fact.role == .link else {
            return nil
        }
        if let below = fact.downstream { end(entry, at: below) }
        guard entry.kind == .finished, let above = fact.upstream, let ends = inputs[above], !ends.hasOtherEnd,
            log.node(above)?.operation.passesFailures == true
        else { return nil }
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
