import FlowTrace

/// The path between a lane and the next ones above it.
struct LanePath {
    /// The operators, from the lane upwards.
    let nodes: [NodeFact]
    /// The lanes that lead into the last of the operators.
    let inputs: [Int]
}

extension StreamModel {
    /// The maximum number of edges in a graph whose paths are searched.
    private static let mostEdges = 128

    /// The path from an output up to the next lanes; `nil` if unknown.
    ///
    /// The path includes stores, and continues above them. To follow values, stop at a store: it has a separate lane.
    ///
    /// - Complexity: O(edges · length of the path).
    func path(to outlet: Int) -> LanePath? {
        guard log.edges.count <= StreamModel.mostEdges, lanes[outlet].spec.role == .output, !lanes[outlet].spec.isShared,
            let edge = edge(ofLane: outlet)
        else { return nil }
        var nodes: [NodeFact] = []
        var next = node(edge.upstream)
        while let node = next, nodes.count < StreamModel.mostEdges {
            nodes.append(node)
            let above = log.edges.filter { $0.role == .link && $0.downstream == node.id }
            let inputs = above.compactMap(lane(of:))
            if inputs.count == above.count, !inputs.isEmpty { return LanePath(nodes: nodes, inputs: inputs) }
            next = above.count == 1 ? self.node(above[0].upstream) : nil
        }
        return hasDeclaredLanes ? written(nodes) : nil
    }

    /// The path between declared lanes, whose stages may lack edges: from the only source, through the only store.
    private func written(_ nodes: [NodeFact]) -> LanePath? {
        guard let source = onlyLane(.source) else { return nil }
        let store = onlyLane(.buffer).flatMap { node(ofLane: $0) }
        return LanePath(nodes: nodes + [store].compactMap(\.self).filter { !nodes.contains($0) }, inputs: [source])
    }

    /// The lane of a subscription, or that of the source above it.
    private func lane(of link: EdgeFact) -> Int? {
        laneIndex(ofEdge: link.id)
            ?? lanes.indices.first { lanes[$0].spec.role == .source && edge(ofLane: $0)?.upstream == link.upstream }
    }

    /// The lane of an operator's store.
    func store(of node: NodeFact) -> Int? {
        lanes.indices.first { lanes[$0].spec.role == .buffer && self.node(ofLane: $0)?.id == node.id }
    }

    func onlyLane(_ role: LaneSpec.Role) -> Int? {
        let found = lanes.indices.filter { lanes[$0].spec.role == role }
        return found.count == 1 ? found[0] : nil
    }
}
