import FlowGraph
import FlowOperators
import FlowTrace

/// Rule: the end of a shared publisher reaches all of its subscribers.
///
/// A violation shows at the end of the run, some time after the publisher sent its end to other subscribers.
struct LostEnd: ObservingRule {
    static let number: RuleNumber = "1.5"
    static let title = "end reached only some subscribers"
    static let explanation =
        "A publisher that finishes must tell all its subscribers. A subscriber that is not told waits for values that cannot come."

    static func words(of violation: Violation) -> String {
        "\(violation.publisher) told another subscriber of its end, and never told \(violation.subscriber)"
    }

    /// The time that a publisher may take to send its end to all subscribers, in nanoseconds. A program that exits within this
    /// time breaks no rule.
    private static let gracePeriod: UInt64 = 1_000_000_000

    /// For each publisher that ends for all its subscribers, the last ordinary end that it sent.
    private var sentEnds = DenseTable<NodeID, TraceEntry>()

    mutating func fold(_ entry: TraceEntry, on edge: RuleEdge, in log: TraceLog) -> ViolationDraft? {
        guard entry.kind == .finished, let fact = log.edge(entry.edge), fact.role == .link, let above = fact.upstream else {
            return nil
        }
        if log.node(above)?.operation.endsForAll == true { sentEnds[above] = entry }
        return nil
    }

    func violations(at end: TraceTime, _ edges: DenseTable<EdgeID, RuleEdge>) -> [Violation] {
        edges.keys.compactMap { id in
            guard let edge = edges[id], let shared = edge.shared, let sentEnd = sentEnds[shared.publisher],
                edge.awaitsEnd(since: sentEnd.sequence), end - min(end, sentEnd.time) >= LostEnd.gracePeriod
            else { return nil }
            return Violation(lostEnd: sentEnd, on: id, of: shared.names, demand: edge.outstanding)
        }
    }
}
