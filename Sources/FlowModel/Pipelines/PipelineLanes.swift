import FlowTrace

/// Which lanes show a pipeline, from source to sink, and which edges stand on each.
///
/// An edge has a lane of its own. Where more than ``crowd`` edges lead to one sink over the same operators, as the inner publishers of a
/// `flatMap` do, one lane shows them all.
package struct PipelineLanes: Sendable {
    /// The lanes.
    package private(set) var specs: [LaneSpec] = []
    /// The lane of an edge.
    package private(set) var laneOfEdge: [EdgeID: String] = [:]

    /// How many edges of one kind get lanes of their own.
    static let crowd = 3

    private let pipelines: Pipelines
    private let log: TraceLog
    /// The way of each edge, by its place.
    private var ways: [Int: Int] = [:]
    private var numberOfWay: [Way: Int] = [:]
    private var seen: Set<Int> = []
    private var order: [Int] = []
    private var nodesWithStore: Set<NodeID> = []
    /// The nodes whose inputs are visited, which are the same for all edges that leave one.
    private var entered: Set<NodeID> = []
    /// The nodes whose stores have places.
    private var placed: Set<NodeID> = []

    /// The operators between an edge and its sink; equal for edges that differ in nothing but their number.
    private struct Way: Hashable {
        /// The operator above the edge.
        let name: String
        let role: EdgeFact.Role
        /// The number of the way from there on, `nil` where it ends.
        let next: Int?
        /// The node where it ends.
        let end: NodeID?
    }

    /// What is still to be done on the way up from an edge.
    private enum Step {
        case visit(Int)
        /// All that leads to it has a place.
        case place(Int)
    }

    /// The edges, from source to sink.
    package var edges: [EdgeID] {
        order.map { pipelines.edges[$0].fact.id }
    }

    package init(of places: [Int], in pipelines: Pipelines, log: TraceLog) {
        self.pipelines = pipelines
        self.log = log
        let places = places.sorted()
        for place in places where pipelines.edges[place].fact.role == .store {
            if let node = pipelines.edges[place].fact.upstream { nodesWithStore.insert(node) }
        }
        for place in places where pipelines.isExit(place) { visit(place) }
        for place in places { visit(place) }
        name()
    }

    /// Puts an edge behind all that leads to it.
    ///
    /// A program may chain more operators than a stack has room for.
    private mutating func visit(_ place: Int) {
        var steps = [Step.visit(place)]
        while let step = steps.popLast() {
            switch step {
            case .visit(let place):
                guard seen.insert(place).inserted else { continue }
                steps.append(.place(place))
                guard let node = pipelines.edges[place].fact.upstream, entered.insert(node).inserted else { continue }
                steps += (pipelines.inputs[node] ?? []).sorted(by: >).map(Step.visit)
            case .place(let place):
                placeStores(above: place)
                order.append(place)
            }
        }
    }

    private mutating func placeStores(above place: Int) {
        guard let node = pipelines.edges[place].fact.upstream, placed.insert(node).inserted else { return }
        let stores = (pipelines.outputs[node] ?? []).filter { pipelines.edges[$0].fact.role != .link }
        for store in stores.sorted() where seen.insert(store).inserted { order.append(store) }
    }

    private mutating func name() {
        let ways = order.map { way(of: $0) }
        let counts = ways.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        var laneOfWay: [Int: String] = [:]
        var taken: [String: Int] = [:]
        for (place, way) in zip(order, ways) {
            let fact = pipelines.edges[place].fact
            let isCrowd = counts[way, default: 0] > PipelineLanes.crowd
            if isCrowd, let lane = laneOfWay[way] {
                laneOfEdge[fact.id] = lane
                continue
            }
            let lane = unique(baseName(fact), &taken)
            laneOfWay[way] = lane
            laneOfEdge[fact.id] = lane
            specs.append(spec(lane, place, isShared: isCrowd))
        }
    }

    private func spec(_ name: String, _ place: Int, isShared: Bool) -> LaneSpec {
        switch pipelines.edges[place].fact.role {
        case .source: LaneSpec(name, .source)
        case .store: LaneSpec(name, .buffer)
        case .link:
            LaneSpec(
                name, .output, showsDemand: !isShared && (pipelines.isExit(place) || isBelowStore(pipelines.edges[place].fact)),
                isShared: isShared)
        }
    }

    private func isBelowStore(_ fact: EdgeFact) -> Bool {
        fact.upstream.map(nodesWithStore.contains) ?? false
    }

    /// The name that was given to it in the source, or the operator's.
    private func baseName(_ fact: EdgeFact) -> String {
        if fact.location != nil { return fact.label }
        let node = fact.upstream.flatMap { log.node($0) }?.name ?? fact.label
        return fact.role == .link && isBelowStore(fact) ? "\(node) out" : node
    }

    private func unique(_ name: String, _ taken: inout [String: Int]) -> String {
        taken[name, default: 0] += 1
        let count = taken[name] ?? 1
        return count == 1 ? name : "\(name) \(count)"
    }

    /// The number of an edge's way to its sink.
    private mutating func way(of place: Int) -> Int {
        var below: [Int] = []
        var next: Int? = place
        while let place = next, ways[place] == nil {
            // Where it leads in a circle, it ends.
            ways[place] = -1
            below.append(place)
            next = node(below: place).flatMap { pipelines.links(pipelines.outputs[$0]).min() }
        }
        var way = next.flatMap { ways[$0] }
        for place in below.reversed() {
            let fact = pipelines.edges[place].fact
            let name = fact.upstream.flatMap { log.node($0) }?.name ?? fact.label
            let whole = Way(name: name, role: fact.role, next: way, end: way == nil ? node(below: place) : nil)
            let number = numberOfWay[whole] ?? numberOfWay.count
            numberOfWay[whole] = number
            ways[place] = number
            way = number
        }
        return ways[place] ?? -1
    }

    /// Where the values of an edge go; what a node holds goes the way of its output.
    private func node(below place: Int) -> NodeID? {
        let fact = pipelines.edges[place].fact
        return fact.role == .link ? fact.downstream : fact.upstream
    }
}
