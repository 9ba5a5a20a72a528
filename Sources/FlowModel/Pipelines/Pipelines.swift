import FlowTrace

/// A program's streams: the connected parts of its graph, with what each holds, has lost and passes.
///
/// Follows a log as it grows. Totals are kept while events come, so that a list of thousands costs what is visible of it.
///
/// - Complexity: O(1) an event; O(edges) where facts of the graph are new.
public struct Pipelines: Sendable {
    /// How many events are counted.
    public private(set) var sequence = 0

    private(set) var edges: [PipelineEdge] = []
    private var placeOfEdge: [EdgeID: Int] = [:]
    private(set) var inputs: [NodeID: [Int]] = [:]
    private(set) var outputs: [NodeID: [Int]] = [:]
    private var anyEdge: [NodeID: Int] = [:]
    private var members: [Int: [Int]] = [:]
    private var totals: [Int: PipelineTotals] = [:]
    private var declarations = 0
    private var names: [Int: PipelineChain] = [:]
    /// How many names were put together, each by a walk through the graph of its pipeline.
    package private(set) var chainsMade = 0

    /// Creates an empty graph.
    public init() {}

    // MARK: Following

    /// Takes what is new in a log: its facts, and its events up to `sequence`.
    public mutating func update(from log: TraceLog, upTo sequence: Int) {
        if log.declarations != declarations {
            declarations = log.declarations
            for fact in log.edges { take(fact) }
            names.removeAll(keepingCapacity: true)
        }
        guard sequence > self.sequence else { return }
        for entry in log.entries[self.sequence..<min(sequence, log.entries.count)] { take(entry) }
        self.sequence = min(sequence, log.entries.count)
    }

    private mutating func take(_ entry: TraceEntry) {
        guard let place = placeOfEdge[entry.edge] else { return }
        totals[root(of: place), default: PipelineTotals()] += edges[place].add(entry)
    }

    private mutating func take(_ fact: EdgeFact) {
        if let place = placeOfEdge[fact.id] {
            guard edges[place].fact != fact else { return }
            unplace(place)
            edges[place].fact = fact
            connect(place)
            return
        }
        let place = edges.count
        placeOfEdge[fact.id] = place
        edges.append(PipelineEdge(fact: fact, parent: place))
        members[place] = [place]
        connect(place)
    }

    private mutating func unplace(_ place: Int) {
        let fact = edges[place].fact
        if let node = fact.downstream { inputs[node]?.removeAll { $0 == place } }
        if let node = fact.upstream { outputs[node]?.removeAll { $0 == place } }
    }

    private mutating func connect(_ place: Int) {
        let fact = edges[place].fact
        if let node = fact.downstream, fact.role == .link { inputs[node, default: []].append(place) }
        if let node = fact.upstream { outputs[node, default: []].append(place) }
        for node in [fact.upstream, fact.downstream].compactMap(\.self) {
            if let other = anyEdge[node] { join(place, other) } else { anyEdge[node] = place }
        }
    }

    private mutating func join(_ first: Int, _ second: Int) {
        let (old, new) = (min(root(of: first), root(of: second)), max(root(of: first), root(of: second)))
        guard old != new else { return }
        edges[new].parent = old
        var (larger, smaller) = (members.removeValue(forKey: old) ?? [], members.removeValue(forKey: new) ?? [])
        if larger.count < smaller.count { swap(&larger, &smaller) }
        larger.append(contentsOf: smaller)
        members[old] = larger
        if let moved = totals.removeValue(forKey: new) { totals[old, default: PipelineTotals()] += moved }
    }

    private mutating func root(of place: Int) -> Int {
        var root = place
        while edges[root].parent != root { root = edges[root].parent }
        var next = place
        while edges[next].parent != root {
            let parent = edges[next].parent
            edges[next].parent = root
            next = parent
        }
        return root
    }

    // MARK: Asking

    /// How many pipelines have had an event.
    public var count: Int {
        totals.count
    }

    /// The pipeline of an edge, `nil` where the edge is not known.
    public mutating func pipeline(of edge: EdgeID) -> PipelineID? {
        placeOfEdge[edge].map { id(ofRoot: root(of: $0)) }
    }

    /// The pipelines that have had an event and whose name contains `filter`, in order.
    ///
    /// - Complexity: O(*n* log *n*) for *n* pipelines; names are put together only where they are sorted or filtered by.
    public mutating func ids(by order: PipelineOrder, matching filter: String = "", in log: TraceLog) -> [PipelineID] {
        var roots = Array(totals.keys)
        if !filter.isEmpty {
            let wanted = filter.lowercased()
            roots = roots.filter { chain(ofRoot: $0, in: log).text.lowercased().contains(wanted) }
        }
        if order == .name {
            let named = roots.map { (chain(ofRoot: $0, in: log).text, $0) }
            return named.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { id(ofRoot: $0.1) }
        }
        let keyed = roots.map { (key($0, order), $0) }
        return keyed.sorted { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1 < $1.1 }.map { id(ofRoot: $0.1) }
    }

    /// The row of a pipeline at a time not before the last event counted.
    public mutating func summary(of id: PipelineID, at time: TraceTime, in log: TraceLog) -> PipelineSummary? {
        guard let place = placeOfEdge[id.edge] else { return nil }
        let root = root(of: place)
        let chain = chain(ofRoot: root, in: log)
        let sinks = members(ofRoot: root).filter { isExit($0) }
        let sources = members(ofRoot: root).filter { isEntry($0) }
        let totals = totals[root] ?? PipelineTotals()
        return PipelineSummary(
            id: self.id(ofRoot: root), stages: chain.stages, more: chain.more, state: state(of: sinks),
            outstanding: sinks.filter { edges[$0].end == nil }.reduce(.none) { $0 + edges[$1].totals.outstanding },
            held: totals.held, dropped: totals.dropped, rateIn: rate(of: sources, at: time), rateOut: rate(of: sinks, at: time))
    }

    /// The edges of a pipeline, by their places here.
    mutating func members(of id: PipelineID) -> [Int] {
        placeOfEdge[id.edge].map { members(ofRoot: root(of: $0)) } ?? []
    }

    /// Whether an edge of the graph leads to no other.
    func isExit(_ place: Int) -> Bool {
        let fact = edges[place].fact
        guard fact.role == .link else { return false }
        return fact.downstream.map { links(outputs[$0]).isEmpty } ?? true
    }

    /// Whether nothing of the graph leads to an edge.
    func isEntry(_ place: Int) -> Bool {
        let fact = edges[place].fact
        guard fact.role == .link else { return false }
        return fact.upstream.map { (inputs[$0] ?? []).isEmpty } ?? true
    }

    func links(_ places: [Int]?) -> [Int] {
        (places ?? []).filter { edges[$0].fact.role == .link }
    }

    private func members(ofRoot root: Int) -> [Int] {
        members[root] ?? []
    }

    private func id(ofRoot root: Int) -> PipelineID {
        PipelineID(edge: edges[root].fact.id)
    }

    private func key(_ root: Int, _ order: PipelineOrder) -> (Int, Int, Int) {
        let totals = totals[root] ?? PipelineTotals()
        return switch order {
        case .pressure: (totals.held, totals.dropped, totals.values)
        case .dropped: (totals.dropped, totals.held, totals.values)
        case .busiest: (totals.values, 0, 0)
        case .age, .name: (0, 0, 0)
        }
    }

    private mutating func chain(ofRoot root: Int, in log: TraceLog) -> PipelineChain {
        if let known = names[root] { return known }
        let chain = PipelineChain(of: members(ofRoot: root), in: self, log: log)
        names[root] = chain
        chainsMade += 1
        return chain
    }

    private func rate(of places: [Int], at time: TraceTime) -> Double {
        places.reduce(0) { $0 + edges[$1].rate.rate(at: time) }
    }

    /// Over where all its sinks are; then as the last of them ended.
    private func state(of sinks: [Int]) -> LaneState {
        let begun = sinks.filter { edges[$0].totals != LaneTotals() }
        guard !begun.isEmpty else { return .idle }
        let ends = begun.compactMap { edges[$0].end }
        guard ends.count == begun.count, let last = ends.max(by: { $0.time < $1.time }) else { return .live }
        switch last.kind {
        case .failure: return .failed(at: last.time)
        case .cancel: return .cancelled(at: last.time)
        default: return .finished(at: last.time)
        }
    }
}
