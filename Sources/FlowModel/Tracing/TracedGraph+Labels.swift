import FlowTrace

extension TracedGraph {
    /// A label counts for the edge that is being made, and, where a publisher subscribes its subscriber further, for that one.
    mutating func setLabel(_ name: String?, of edge: Int) {
        guard let name, edges[edge].label == nil else { return }
        edges[edge].label = name
        guard factOfEdge[edge] != nil else { return }
        let unique = label(name)
        change(edge) { $0.label = unique }
    }

    mutating func setPlace(_ place: SourcePlace, of edge: Int) {
        guard edges[edge].place == nil else { return }
        edges[edge].place = place
        change(edge) { $0.place = place }
        describe(edge) { $0.place = place }
    }

    /// What the values of an edge are.
    mutating func setValueType(_ type: UInt32?, of edge: Int) {
        guard let type, let name = names[type] else { return }
        edges[edge].valueType = type
        change(edge) { $0.valueType = TypeName.short(name) }
    }

    /// Notes that records of all live edges are missing.
    mutating func doubtLive() {
        for edge in edges.indices where edges[edge].isLive { doubt(edge, .incomplete) }
    }

    /// Notes that something about an edge is not sure.
    mutating func doubt(_ edge: Int, _ doubts: EdgeDoubts) {
        guard factOfEdge[edge]?.doubts.isSuperset(of: doubts) != true else { return }
        change(edge) { $0.doubts.formUnion(doubts) }
    }
}
