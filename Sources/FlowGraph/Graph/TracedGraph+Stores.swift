import FlowOperators
import FlowTrace

extension TracedGraph {
    /// How many operators get the values of an edge.
    func receiverCount(of edge: Int) -> Int {
        let known = edges[edge].downstream.count
        return known == 0 && edges[edge].subscribedIn != nil ? 1 : known
    }

    /// The edge of one of the operators that get the values of an edge.
    func receiver(_ number: Int, of edge: Int) -> Int {
        edges[edge].downstream.isEmpty ? edges[edge].subscribedIn ?? edge : edges[edge].downstream[number]
    }

    /// How the operator above an edge keeps values.
    mutating func holdingRule(of edge: Int) -> HoldingRule? {
        edges[edge].publisherTypes.last.flatMap { operation($0)?.holding }
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
