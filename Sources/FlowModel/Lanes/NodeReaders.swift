import FlowTrace

/// The number of subscriptions out of each node. A later declaration of an edge replaces its node.
struct NodeReaders: Sendable {
    private var nodes: [Int: NodeID] = [:]
    private var counts: [NodeID: Int] = [:]

    /// Reads an edge of the log.
    ///
    /// - Parameter index: Its index in the log.
    mutating func declare(_ edge: EdgeFact, at index: Int) {
        let node = edge.role == .link ? edge.upstream : nil
        guard nodes[index] != node else { return }
        if let old = nodes[index] { counts[old, default: 0] -= 1 }
        if let node { counts[node, default: 0] += 1 }
        nodes[index] = node
    }

    /// - Complexity: O(1).
    func hasReader(_ node: NodeID) -> Bool { counts[node, default: 0] > 0 }
}
