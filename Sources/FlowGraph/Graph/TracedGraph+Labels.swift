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

    mutating func setLocation(_ location: CodeLocation, of edge: Int) {
        guard edges[edge].location == nil else { return }
        edges[edge].location = location
        change(edge) { $0.location = location }
        describe(edge) { $0.location = location }
    }

    /// What the values of an edge are.
    mutating func setValueType(_ type: UInt32?, of edge: Int) {
        guard let type, let name = names[type] else { return }
        edges[edge].valueType = type
        change(edge) { $0.valueType = name.short }
    }

    /// Notes that records of all live edges are missing.
    ///
    /// - Complexity: O(edges that came since it was called last).
    mutating func doubtLive() {
        for edge in doubted..<edges.count where edges[edge].isLive { doubt(edge, .incomplete) }
        doubted = edges.count
    }

    /// Notes that something about an edge is not sure.
    mutating func doubt(_ edge: Int, _ doubts: EdgeDoubts) {
        guard !edges[edge].doubts.isSuperset(of: doubts) else { return }
        edges[edge].doubts.formUnion(doubts)
        change(edge) { $0.doubts.formUnion(doubts) }
    }

    /// Notes that an edge drove another one out of an index: more share an identifier than can be, and which of them is meant is a guess.
    mutating func doubt(_ edge: Int, and other: Int?) {
        guard let other else { return }
        doubt(other, .ambiguousSubscriber)
        doubt(edge, .ambiguousSubscriber)
    }
}
