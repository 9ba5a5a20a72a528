import FlowTrace
@testable import FlowGraph

/// What passed an edge.
struct EdgeCounts: Hashable {
    /// The sum of all requests.
    var requested = Demand.none
    /// The sum of what `receive(_:)` returned.
    var returned = Demand.none
    /// Values delivered.
    var delivered = 0
    /// Completions delivered.
    var completions = 0
    /// Cancels.
    var cancels = 0

    mutating func add(_ entry: TraceEntry) {
        switch entry.kind {
        case .request: requested = requested + (entry.event.demand ?? .none)
        case .returned: returned = returned + (entry.event.demand ?? .none)
        case .value: delivered += 1
        case .finished, .failure: completions += 1
        case .cancel: cancels += 1
        default: break
        }
    }
}

extension Reconstruction {
    /// What the trace tells of some edges, taken together.
    func counts(of edges: [TracedEdge]) -> EdgeCounts {
        let ids = Set(edges.map(\.id))
        return log.entries.reduce(into: EdgeCounts()) { if ids.contains($1.edge) { $0.add($1) } }
    }
}
