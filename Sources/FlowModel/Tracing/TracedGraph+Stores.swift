import FlowTrace

extension TracedGraph {
    /// The edges of the operators that get the values of an edge.
    func receivers(of edge: Int) -> [Int] {
        guard edges[edge].downstream.isEmpty else { return edges[edge].downstream }
        return edges[edge].subscribedIn.map { [$0] } ?? []
    }

    /// How the operator above an edge keeps values.
    func holdingRule(of edge: Int) -> HoldingRule? {
        edges[edge].publisherTypes.last.flatMap { HoldingRule.rule(of: base($0)) }
    }

    /// A place for what the operator above an edge holds.
    mutating func declareStore(of edge: Int, input: Int?) -> EdgeID {
        let id = nextEdge()
        let name = "\(factOfEdge[edge]?.label ?? "?") held"
        let node = edges[edge].node
        edgeFacts.append(
            EdgeFact(id: id, role: .store, label: input.map { "\(name) \($0 + 1)" } ?? name, upstream: node, downstream: node))
        return id
    }
}
