import FlowTrace

/// The lanes of a pipeline, from source to sink, and the edges that each shows.
///
/// Every edge has its own lane, with one exception: if more than ``crowdThreshold`` edges lead through the same operators to sinks of one
/// name, as from the inner publishers of a `flatMap`, they share a lane.
package struct PipelineLanes: Sendable {
    package private(set) var specs: [LaneSpec] = []
    package private(set) var laneOfEdge: [EdgeID: String] = [:]

    /// The maximum number of edges on one path that get separate lanes.
    static let crowdThreshold = 3

    private let pipelines: Pipelines
    private let log: TraceLog
    /// The number of each edge's path, by the edge's index.
    private var paths: [Int: Int] = [:]
    private var numberOfPath: [Path: Int] = [:]
    private var seen: Set<Int> = []
    private var order: [Int] = []
    private var nodesWithStore: Set<NodeID> = []
    /// The nodes whose inputs have been visited, once for all edges out of the node.
    private var entered: Set<NodeID> = []
    /// The nodes whose stores have been appended.
    private var appended: Set<NodeID> = []

    /// The operators between an edge and its sink.
    private struct Path: Hashable {
        /// The operator above the edge.
        let name: String
        let role: EdgeFact.Role
        /// The number of the rest of the path; `nil` at its end.
        let next: Int?
        /// The operator at the end of the path, by name, so that short-lived subscriptions of a subject share a path.
        let end: String?
    }

    /// A pending step of the walk up from an edge.
    private enum Step {
        case visit(Int)
        /// Everything upstream of it has been appended.
        case append(Int)
    }

    /// All edges, from source to sink.
    package var edges: [EdgeID] { order.map { pipelines.edges[$0].fact.id } }

    package init(of indices: [Int], in pipelines: Pipelines, log: TraceLog) {
        self.pipelines = pipelines
        self.log = log
        let indices = indices.sorted()
        for index in indices where pipelines.edges[index].fact.role == .store {
            if let node = pipelines.edges[index].fact.upstream { nodesWithStore.insert(node) }
        }
        for index in indices where pipelines.isExit(index) { visit(index) }
        for index in indices { visit(index) }
        name()
    }

    /// Appends an edge after everything upstream of it. Not recursive, since a chain may be longer than the stack allows.
    private mutating func visit(_ index: Int) {
        var steps = [Step.visit(index)]
        while let step = steps.popLast() {
            switch step {
            case .visit(let index):
                guard seen.insert(index).inserted else { continue }
                steps.append(.append(index))
                guard let node = pipelines.edges[index].fact.upstream, entered.insert(node).inserted else { continue }
                steps += (pipelines.inputs[node] ?? []).sorted(by: >).map(Step.visit)
            case .append(let index):
                appendStores(above: index)
                order.append(index)
            }
        }
    }

    private mutating func appendStores(above index: Int) {
        guard let node = pipelines.edges[index].fact.upstream, appended.insert(node).inserted else { return }
        let stores = (pipelines.outputs[node] ?? []).filter { pipelines.edges[$0].fact.role != .link }
        for store in stores.sorted() where seen.insert(store).inserted { order.append(store) }
    }

    private mutating func name() {
        let paths = order.map { path(of: $0) }
        let counts = paths.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        var folded: [Int: FoldedName] = [:]
        for (index, path) in zip(order, paths) where counts[path, default: 0] > PipelineLanes.crowdThreshold {
            folded[path, default: FoldedName()].append(crowdName(pipelines.edges[index].fact))
        }
        var laneOfPath: [Int: String] = [:]
        var names = LaneNames()
        for (index, path) in zip(order, paths) {
            let fact = pipelines.edges[index].fact
            let isCrowd = counts[path, default: 0] > PipelineLanes.crowdThreshold
            if isCrowd, let lane = laneOfPath[path] {
                laneOfEdge[fact.id] = lane
                continue
            }
            let lane = names.unique(folded[path]?.text ?? baseName(fact))
            laneOfPath[path] = lane
            laneOfEdge[fact.id] = lane
            specs.append(spec(lane, index, isShared: isCrowd))
        }
    }

    private func spec(_ name: String, _ index: Int, isShared: Bool) -> LaneSpec {
        switch pipelines.edges[index].fact.role {
        case .source: LaneSpec(name, .source)
        case .store: LaneSpec(name, .buffer)
        case .link:
            LaneSpec(
                name, .output, showsDemand: !isShared && showsDemand(index), isShared: isShared)
        }
    }

    /// Whether the demand of a link is that of a consumer. A stream takes all that is yielded, even without a reader.
    private func showsDemand(_ index: Int) -> Bool {
        let fact = pipelines.edges[index].fact
        let entersStream = fact.downstream.flatMap { log.node($0) }?.isStream == true
        return isBelowStore(fact) || pipelines.isExit(index) && !entersStream
    }

    private func isBelowStore(_ fact: EdgeFact) -> Bool { fact.upstream.map(nodesWithStore.contains) ?? false }

    /// The name of an edge in the trace. Below a store, whose lane has that name already, an edge is named after its consumer.
    private func baseName(_ fact: EdgeFact) -> String {
        guard let node = fact.upstream.flatMap(log.stageName) else { return fact.label }
        guard fact.role == .link else { return storeName(fact) ?? node }
        if let label = ownLabel(fact) {
            return label == fact.upstream.flatMap(log.stageNameAlone) ? log.stageNames(of: fact) : label
        }
        guard isBelowStore(fact) else { return log.stageNames(of: fact) }
        guard pipelines.isEnd(fact), let below = fact.downstream.flatMap(log.stageName) else { return "\(node) out" }
        return below
    }

    /// The name of a labelled store's operator, since the label names the lane of its output; `nil` without a label.
    private func storeName(_ fact: EdgeFact) -> String? {
        guard let id = fact.upstream, let operation = log.node(id)?.name else { return nil }
        return log.stageNameAlone(id) == operation ? nil : operation
    }

    /// The name of an edge in a crowd: the program's label, or else the operator above it, without numbers.
    private func crowdName(_ fact: EdgeFact) -> String {
        guard fact.role == .link else { return fact.upstream.flatMap(log.stageNameAlone) ?? fact.label }
        if let label = ownLabel(fact) { return label }
        let node = fact.upstream.flatMap(log.stageNameAlone) ?? fact.label
        guard isBelowStore(fact) else { return node }
        guard pipelines.isEnd(fact), let below = fact.downstream.flatMap(log.stageNameAlone) else { return "\(node) out" }
        return below
    }

    private func ownLabel(_ fact: EdgeFact) -> String? {
        fact.givenLabel ?? fact.ownLabel(below: fact.upstream.flatMap { log.node($0) }?.name)
    }

    /// The number of an edge's path.
    private mutating func path(of index: Int) -> Int {
        var below: [Int] = []
        var next: Int? = index
        while let index = next, paths[index] == nil {
            // Ends a cyclic path at this edge.
            paths[index] = -1
            below.append(index)
            next = node(below: index).flatMap { pipelines.links(pipelines.outputs[$0]).min() }
        }
        var path = next.flatMap { paths[$0] }
        for index in below.reversed() {
            let fact = pipelines.edges[index].fact
            let name = fact.upstream.flatMap { log.node($0) }?.name ?? fact.label
            let end = path == nil ? node(below: index).flatMap { log.node($0) }?.name ?? "" : nil
            let whole = Path(name: name, role: fact.role, next: path, end: end)
            let number = numberOfPath[whole] ?? numberOfPath.count
            numberOfPath[whole] = number
            paths[index] = number
            path = number
        }
        return paths[index] ?? -1
    }

    /// The node below an edge; a store's values leave by the output of its node.
    private func node(below index: Int) -> NodeID? {
        let fact = pipelines.edges[index].fact
        return fact.role == .link ? fact.downstream : fact.upstream
    }
}
