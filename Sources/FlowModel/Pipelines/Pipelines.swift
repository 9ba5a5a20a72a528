import FlowGraph
import FlowTrace

/// A program's streams: the connected parts of its graph, with the held, lost and passed values of each.
///
/// Follows a growing log. Totals are updated as events arrive, so a list of thousands of pipelines costs no more than its
/// visible rows.
///
/// - Complexity: O(1) for each event, and for each new or changed fact.
public struct Pipelines: Sendable {
    /// The number of events counted.
    public private(set) var sequence = 0
    /// The time of the last event counted.
    public private(set) var time = TraceTime.zero

    private(set) var edges: [PipelineEdge] = []
    /// Edges with events before their declaration, at most ``undeclaredLimit``, since a damaged file may name any edge.
    private(set) var undeclared: [EdgeID: (edge: PipelineEdge, totals: PipelineTotals)] = [:]
    /// The pipelines, as components of edges; the root is the oldest edge.
    private var components = Components()
    private var indexOfEdge = DenseTable<EdgeID, Int>()
    private(set) var inputs: [NodeID: [Int]] = [:]
    private(set) var outputs: [NodeID: [Int]] = [:]
    private var anyEdge: [NodeID: Int] = [:]
    private var members: [Int: [Int]] = [:]
    /// The totals by edge; those of a pipeline are at its oldest edge.
    private var totals: [PipelineTotals] = []
    /// The numbers of declarations read from the log: of all, and of edges.
    private var declarations = (all: 0, edges: 0)
    private var names: [Int: PipelineChain] = [:]
    /// The outcomes of replaced streams, by the edge that feeds them.
    private var pastLives: [Int: StreamLives] = [:]
    /// The number of names made, each by a walk through its pipeline's graph.
    package private(set) var chainsMade = 0
    /// The number of edge facts read.
    package private(set) var factsRead = 0

    /// Whether every event is counted. If not, only the first event of each edge and the beginnings and ends of lives are, which
    /// suffice for the members and the names of pipelines.
    private let countsAll: Bool

    private static let undeclaredLimit = 1_024

    public init() { self.init(countingAll: true) }

    /// - Parameter countsAll: `false` if no caller reads totals or rates.
    package init(countingAll countsAll: Bool) { self.countsAll = countsAll }

    // MARK: Updating

    /// Reads new facts from a log, and its events up to `sequence`.
    public mutating func update(from log: TraceLog, upTo sequence: Int) {
        if log.declarations != declarations.all {
            for index in log.edgeIndices(declaredAfter: declarations.edges) { declare(log.edges[index]) }
            declarations = (log.declarations, log.edgeDeclarations)
            names.removeAll(keepingCapacity: true)
        }
        guard sequence > self.sequence else { return }
        for entry in log.entries(after: self.sequence, upTo: sequence) { fold(entry, in: log) }
        self.sequence = min(sequence, log.count)
        time = log[sequence: self.sequence]?.time ?? time
    }

    private mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        guard let index = indexOfEdge[entry.edge] else { return foldUndeclared(entry, in: log) }
        guard countsAll || edges[index].events == 0 || entry.kind.changesLife else { return }
        if entry.event.beginsLife { beginLife(index, in: log) }
        let added = edges[index].add(entry, in: log)
        totals[root(of: index)] += added
    }

    // MARK: Lives

    /// Replaces an ended stream by a new one; the outputs of the old stream leave the pipeline.
    private mutating func beginLife(_ index: Int, in log: TraceLog) {
        guard let node = edges[index].fact.downstream, log.node(node)?.isStream == true else { return }
        pastLives[index, default: StreamLives()].add(outcome(ofStreamFedBy: index, isOver: true), dropped: dropped(in: node))
        names[root(of: index)] = nil
        var nodes = [node]
        while let node = nodes.popLast() {
            for output in outputs[node] ?? [] where edges[output].totals.end != nil || edges[output].fact.role == .store {
                edges[output].endLife()
                if edges[output].isPast, let below = edges[output].fact.downstream, below != node { nodes.append(below) }
            }
        }
    }

    private func outcome(ofStreamFedBy index: Int, isOver: Bool) -> StreamLives.Outcome {
        let readers = links(edges[index].fact.downstream.flatMap { outputs[$0] }).filter { edges[$0].events > 0 }
        return StreamLives.Outcome(isOver: isOver, readers: readers.map { edges[$0].totals.end })
    }

    private func dropped(in node: NodeID) -> Int { (outputs[node] ?? []).reduce(0) { $0 + edges[$1].droppedInLife } }

    /// The outcomes of a pipeline's streams, if one line of the program made several; `nil` otherwise.
    private func lives(of members: [Int]) -> StreamLives? {
        let feeders = members.filter { pastLives[$0] != nil }
        guard !feeders.isEmpty else { return nil }
        return feeders.reduce(StreamLives()) { sum, index in
            var present = StreamLives()
            present.add(
                outcome(ofStreamFedBy: index, isOver: edges[index].totals.end != nil),
                dropped: edges[index].fact.downstream.map(dropped) ?? 0)
            return sum + (pastLives[index] ?? StreamLives()) + present
        }
    }

    private mutating func foldUndeclared(_ entry: TraceEntry, in log: TraceLog) {
        guard undeclared[entry.edge] != nil || undeclared.count < Pipelines.undeclaredLimit else { return }
        let nothing = PipelineEdge(fact: EdgeFact(id: entry.edge, role: .link, label: ""))
        var known = undeclared.removeValue(forKey: entry.edge) ?? (nothing, PipelineTotals())
        known.totals += known.edge.add(entry, in: log)
        undeclared[entry.edge] = known
    }

    private mutating func declare(_ fact: EdgeFact) {
        factsRead += 1
        if let index = indexOfEdge[fact.id] {
            guard edges[index].fact != fact else { return }
            disconnect(index)
            edges[index].fact = fact
            connect(index)
            return
        }
        let index = edges.count
        indexOfEdge[fact.id] = index
        let known = undeclared.removeValue(forKey: fact.id)
        edges.append(known?.edge ?? PipelineEdge(fact: fact))
        edges[index].fact = fact
        components.add()
        totals.append(known?.totals ?? PipelineTotals())
        members[index] = [index]
        connect(index)
    }

    private mutating func disconnect(_ index: Int) {
        let fact = edges[index].fact
        if let node = fact.downstream { inputs[node]?.removeAll { $0 == index } }
        if let node = fact.upstream { outputs[node]?.removeAll { $0 == index } }
    }

    private mutating func connect(_ index: Int) {
        let fact = edges[index].fact
        if let node = fact.downstream, fact.role == .link { inputs[node, default: []].append(index) }
        if let node = fact.upstream { outputs[node, default: []].append(index) }
        for node in [fact.upstream, fact.downstream].compactMap(\.self) {
            if let other = anyEdge[node] { join(index, other) } else { anyEdge[node] = index }
        }
    }

    private mutating func join(_ first: Int, _ second: Int) {
        guard let (old, new) = components.join(first, second) else { return }
        var (larger, smaller) = (members.removeValue(forKey: old) ?? [], members.removeValue(forKey: new) ?? [])
        if larger.count < smaller.count { swap(&larger, &smaller) }
        larger.append(contentsOf: smaller)
        members[old] = larger
        totals[old] += totals[new]
        totals[new] = PipelineTotals()
    }

    private mutating func root(of index: Int) -> Int { components.root(of: index) }

    // MARK: Queries

    /// The number of pipelines with an event.
    public var count: Int { roots.count }

    /// The edges of a pipeline, oldest first, whether or not they have had an event.
    public mutating func edges(of id: PipelineID) -> [EdgeID] { members(of: id).map { edges[$0].fact.id }.sorted() }

    /// The edges of each pipeline that has had an event, the oldest pipeline first.
    package mutating func edges(in log: TraceLog) -> [[EdgeID]] { ids(by: .age, in: log).map { edges(of: $0) } }

    /// The number of values waiting in all pipelines.
    package var held: Int { totals.reduce(0) { $0 + $1.held } }

    /// The pipeline of an edge; `nil` for an unknown edge.
    public mutating func pipeline(of edge: EdgeID) -> PipelineID? { indexOfEdge[edge].map { id(ofRoot: root(of: $0)) } }

    /// The pipelines that have had an event and whose name contains `filter`, in order.
    ///
    /// - Complexity: O(*n* log *n*) for *n* pipelines; names are made only to sort or filter by them.
    public mutating func ids(by order: PipelineOrder, matching filter: String = "", in log: TraceLog) -> [PipelineID] {
        var roots = roots
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

    /// The sort keys of a pipeline: the largest come first. They are equal for all pipelines if the order uses no numbers.
    public mutating func sortKey(of id: PipelineID, by order: PipelineOrder) -> (Int, Int, Int) {
        indexOfEdge[id.edge].map { key(root(of: $0), order) } ?? (0, 0, 0)
    }

    /// The row of a pipeline.
    ///
    /// - Parameters:
    ///   - id: The pipeline.
    ///   - time: The time of the row, not before the last event counted.
    ///   - log: The events counted.
    public mutating func summary(of id: PipelineID, at time: TraceTime, in log: TraceLog) -> PipelineSummary? {
        guard let index = indexOfEdge[id.edge] else { return nil }
        let root = root(of: index)
        let chain = chain(ofRoot: root, in: log)
        let members = members(ofRoot: root)
        let sinks = members.filter { isExit($0) }
        let sources = members.filter { isEntry($0) }
        let takers = sinks.filter { !isStored($0) }
        let (totals, state) = (totals[root], state(of: sinks))
        let began = members.filter { !edges[$0].isPast }.compactMap { edges[$0].began }.min() ?? time
        // Rates do not include gaps.
        let gapEnd = log.gapEnd.flatMap { $0 <= state.end ?? time ? $0 : nil } ?? .zero
        let window = RateWindow(since: max(began, gapEnd), at: time, endedAt: state.end)
        return PipelineSummary(
            id: self.id(ofRoot: root), stages: chain.stages, shape: chain.shape, more: chain.more, began: began,
            doubts: members.reduce(into: []) { $0.formUnion(edges[$1].fact.doubts) }, state: state,
            outstanding: takers.filter { edges[$0].totals.end == nil }.reduce(.none) { $0 + edges[$1].totals.outstanding },
            held: HeldCount(totals.held, isLeast: totals.heldLeast > 0), dropped: totals.dropped,
            rateIn: rate(ofSources: sources, in: window), rateOut: rate(of: takers, in: window), lives: lives(of: members),
            place: chain.place, lastDrop: members.compactMap { edges[$0].lastDrop }.max(),
            lastEvent: members.map { edges[$0].time }.max(), tests: chain.tests)
    }

    /// The edge with an identifier; `nil` before its first event.
    func edge(_ id: EdgeID) -> PipelineEdge? { indexOfEdge[id].map { edges[$0] }.flatMap { $0.events > 0 ? $0 : nil } }

    /// The edges of a pipeline, as indices of ``edges``.
    package mutating func members(of id: PipelineID) -> [Int] { indexOfEdge[id.edge].map { members(ofRoot: root(of: $0)) } ?? [] }

    /// Whether an edge of the graph leads to no other.
    func isExit(_ index: Int) -> Bool {
        let fact = edges[index].fact
        guard fact.role == .link, !edges[index].isPast else { return false }
        return fact.downstream.map { links(outputs[$0]).isEmpty } ?? true
    }

    /// Whether an edge leads into a store, such as an unread stream's: its values have not reached a consumer.
    func isStored(_ index: Int) -> Bool {
        edges[index].fact.downstream.map { node in (outputs[node] ?? []).contains { edges[$0].fact.role == .store } } ?? false
    }

    /// Whether the downstream node of an edge has no outputs.
    func isEnd(_ fact: EdgeFact) -> Bool {
        fact.downstream.map { node in !(outputs[node] ?? []).contains { edges[$0].fact.role == .link } } ?? true
    }

    /// Whether no edge of the graph leads to this one.
    func isEntry(_ index: Int) -> Bool {
        let fact = edges[index].fact
        guard fact.role == .link, !edges[index].isPast else { return false }
        return fact.upstream.map { (inputs[$0] ?? []).isEmpty } ?? true
    }

    /// The subscriptions among some edges, except those of replaced streams.
    func links(_ indices: [Int]?) -> [Int] {
        (indices ?? []).filter { edges[$0].fact.role == .link && !edges[$0].isPast }
    }

    /// The oldest edges of the pipelines with an event.
    private var roots: [Int] { totals.indices.filter { totals[$0].events > 0 } }

    private func members(ofRoot root: Int) -> [Int] { members[root] ?? [] }

    private func id(ofRoot root: Int) -> PipelineID { PipelineID(edge: edges[root].fact.id) }

    private func key(_ root: Int, _ order: PipelineOrder) -> (Int, Int, Int) {
        let totals = totals[root]
        return switch order {
        case .pressure: (totals.held, totals.dropped, totals.values)
        case .dropped: (totals.dropped, totals.held, totals.values)
        case .busiest: (totals.values, 0, 0)
        case .age, .name: (0, 0, 0)
        }
    }

    /// The path that names a pipeline; `nil` for an unknown one.
    mutating func chain(of id: PipelineID, in log: TraceLog) -> PipelineChain? {
        indexOfEdge[id.edge].map { chain(ofRoot: root(of: $0), in: log) }
    }

    private mutating func chain(ofRoot root: Int, in log: TraceLog) -> PipelineChain {
        if let known = names[root] { return known }
        let chain = PipelineChain(of: members(ofRoot: root), in: self, log: log)
        names[root] = chain
        chainsMade += 1
        return chain
    }

    private func rate(of indices: [Int], in window: RateWindow) -> Double? {
        window.rate(of: indices.reduce(0) { $0 + edges[$1].count(in: window) })
    }

    /// The rate of some sources. A value sent to several subscribers counts once.
    private func rate(ofSources indices: [Int], in window: RateWindow) -> Double? {
        var counts: [NodeID?: Double] = [:]
        for index in indices {
            let (node, count) = (edges[index].fact.upstream, edges[index].count(in: window))
            counts[node] = max(counts[node] ?? 0, count)
        }
        return window.rate(of: counts.values.reduce(0, +))
    }

    /// The state of a pipeline: it is over when all its sinks are, with the end of the last one.
    private func state(of sinks: [Int]) -> LaneState {
        let begun = sinks.filter { edges[$0].totals != EdgeAccount() }
        guard !begun.isEmpty else { return .idle }
        let ends = begun.compactMap { edge in edges[edge].times.end.map { (end: $0, isLetGo: edges[edge].times.isLetGo) } }
        guard ends.count == begun.count, let last = ends.max(by: { $0.end.moment.time < $1.end.moment.time }) else {
            return .live
        }
        return LaneState(endedBy: last.end.kind, at: last.end.moment.time, isLetGo: last.isLetGo)
    }
}

/// Identifies a pipeline by its oldest edge; when two pipelines join, the older identifier stays.
public struct PipelineID: Hashable, Sendable {
    public let edge: EdgeID
    /// The number of its program, if several are shown together; otherwise 0.
    public var program = 0
}

/// The order of a list of pipelines.
public enum PipelineOrder: String, CaseIterable, Sendable {
    /// The most held values first, then the most lost, then the most values.
    case pressure
    /// The most lost values first.
    case dropped
    /// The most values first.
    case busiest
    /// The oldest first.
    case age
    case name

    /// The next order; after the last, the first.
    public var next: PipelineOrder {
        let all = PipelineOrder.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + 1) % all.count]
    }
}

extension SignalKind {
    /// Whether it begins or ends the life of a subscription.
    fileprivate var changesLife: Bool {
        switch self {
        case .subscribed, .finished, .failure, .cancel: true
        case .request, .value, .returned, .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: false
        }
    }
}
