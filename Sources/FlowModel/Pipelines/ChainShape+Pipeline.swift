import FlowTrace

extension ChainShape {
    /// The maximum number of operators in a row.
    private static let mostStages = 16

    /// Creates the shape of a pipeline's operators and their links; `nil` without operators, or with more than a row shows.
    ///
    /// - Parameter indices: The pipeline's edges.
    package init?(of indices: [Int], in pipelines: Pipelines, log: TraceLog) {
        let links = pipelines.links(indices).sorted().map { pipelines.edges[$0].fact }
        let nodes = Set(links.flatMap { [$0.upstream, $0.downstream].compactMap(\.self) })
        guard !nodes.isEmpty, nodes.count <= ChainShape.mostStages else { return nil }
        let order = ChainShape.order(nodes.sorted(), links)
        let index = Dictionary(uniqueKeysWithValues: zip(order, 0...))
        let stages = order.map { node in
            let name = log.stageName(node) ?? "?"
            return ChainShape.stage(links.first { $0.upstream == node }.map { PipelineChain.text($0, in: log) } ?? name)
        }
        self.init(
            stages,
            inputs: order.map { node in links.filter { $0.downstream == node }.compactMap { $0.upstream.flatMap { index[$0] } } })
    }

    /// The nodes in order from upstream to downstream; nodes of a cycle keep their order.
    private static func order(_ nodes: [NodeID], _ links: [EdgeFact]) -> [NodeID] {
        var (order, rest) = ([NodeID](), nodes)
        while !rest.isEmpty {
            let index = rest.firstIndex { node in
                !links.contains { $0.downstream == node && $0.upstream.map(rest.contains) == true }
            }
            order.append(rest.remove(at: index ?? 0))
        }
        return order
    }
}
