import FlowGraph
import FlowOperators
import FlowTrace

/// Rule: a failure is reported as a failure.
///
/// An operator whose inputs have all failed must fail. If another input has finished, the operator may have ended with that
/// input.
struct LostFailure: ObservingRule {
    static let number: RuleNumber = "1.4"
    static let title = "failure became an ordinary end"
    static let explanation =
        "A publisher or a sequence that fails must report the failure to every subscriber, and an operator must pass a failure on unless "
        + "its purpose is to handle it. After an ordinary end, a consumer takes a part of the values for all of them."

    static func words(of violation: Violation) -> String {
        let failure = violation.failure.map { " \($0)" } ?? ""
        return "\(violation.publisher) lost the failure\(failure) and sent \(violation.subscriber) an ordinary end"
    }

    private struct Inputs: Sendable {
        /// The first failure.
        var failure: Int?
        /// Whether another input has finished, or was cancelled before the failure. After it, the operator cancels the others.
        var hasOtherEnd = false
    }

    private var inputs = DenseTable<NodeID, Inputs>()

    mutating func fold(_ entry: TraceEntry, on edge: RuleEdge, in log: TraceLog) -> ViolationDraft? {
        guard entry.kind != .note, let fact = log.edge(entry.edge), fact.role == .link else { return nil }
        if let below = fact.downstream { end(entry, at: below) }
        guard entry.kind == .finished, edge.isSure, let above = fact.upstream, log.node(above)?.operation.passesFailures == true,
            let ends = inputs[above], !ends.hasOtherEnd, let failure = ends.failure
        else { return nil }
        return ViolationDraft(LostFailure.self, by: entry, on: edge, failure: failure)
    }

    private mutating func end(_ entry: TraceEntry, at node: NodeID) {
        switch entry.kind {
        // The input may have been subscribed again.
        case .subscribed: inputs[node] = nil
        case .failure: if inputs[node]?.failure == nil { inputs[node, default: Inputs()].failure = entry.sequence }
        case .cancel where inputs[node]?.failure != nil: break
        default: inputs[node, default: Inputs()].hasOtherEnd = true
        }
    }
}
