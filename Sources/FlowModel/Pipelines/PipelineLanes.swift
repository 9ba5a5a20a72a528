import FlowTrace

/// Which lanes show a pipeline, from source to sink, and which edges stand on each.
///
/// An edge has a lane of its own. Where more than ``crowd`` edges lead to one sink over the same operators, as the inner publishers of a
/// `flatMap` do, one lane shows them all.
struct PipelineLanes: Sendable {
    /// The lanes.
    private(set) var specs: [LaneSpec] = []
    /// The lane of an edge.
    private(set) var laneOfEdge: [EdgeID: String] = [:]

    /// So many edges of one kind have lanes of their own.
    static let crowd = 3

    private let pipelines: Pipelines
    private let log: TraceLog
    private var ways: [Int: String] = [:]
    private var seen: Set<Int> = []
    private var order: [Int] = []

    /// The edges, from source to sink.
    var edges: [EdgeID] {
        order.map { pipelines.edges[$0].fact.id }
    }

    init(of places: [Int], in pipelines: Pipelines, log: TraceLog) {
        self.pipelines = pipelines
        self.log = log
        let places = places.sorted()
        for place in places where pipelines.isExit(place) { visit(place) }
        for place in places { visit(place) }
        name()
    }

    /// Puts an edge behind all that leads to it.
    private mutating func visit(_ place: Int) {
        guard seen.insert(place).inserted else { return }
        let fact = pipelines.edges[place].fact
        if let node = fact.upstream {
            for input in (pipelines.inputs[node] ?? []).sorted() { visit(input) }
            let stores = (pipelines.outputs[node] ?? []).filter { pipelines.edges[$0].fact.role != .link }
            for store in stores.sorted() where seen.insert(store).inserted { order.append(store) }
        }
        order.append(place)
    }

    private mutating func name() {
        let ways = order.map { way(of: $0) }
        let counts = ways.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        var laneOfWay: [String: String] = [:]
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
        guard let node = fact.upstream else { return false }
        return pipelines.outputs[node]?.contains { pipelines.edges[$0].fact.role == .store } ?? false
    }

    /// The name that was given to it in the source, or the operator's.
    private func baseName(_ fact: EdgeFact) -> String {
        if fact.place != nil { return fact.label }
        let node = fact.upstream.flatMap { log.node($0) }?.name ?? fact.label
        return fact.role == .link && isBelowStore(fact) ? "\(node) out" : node
    }

    private func unique(_ name: String, _ taken: inout [String: Int]) -> String {
        taken[name, default: 0] += 1
        let count = taken[name] ?? 1
        return count == 1 ? name : "\(name) \(count)"
    }

    /// The operators between an edge and its sink, as one text; equal for edges that differ in nothing but their number.
    private mutating func way(of place: Int) -> String {
        if let known = ways[place] { return known }
        ways[place] = ""
        let fact = pipelines.edges[place].fact
        let name = fact.upstream.flatMap { log.node($0) }?.name ?? fact.label
        // What a node holds goes the way of its output.
        let node = fact.role == .link ? fact.downstream : fact.upstream
        let next = node.flatMap { pipelines.links(pipelines.outputs[$0]).min() }
        let rest = next.map { way(of: $0) } ?? "\(node?.rawValue ?? 0)"
        let whole = "\(name) \(fact.role.rawValue)>\(rest)"
        ways[place] = whole
        return whole
    }
}
