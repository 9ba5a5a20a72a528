import FlowGraph
import FlowModel
import FlowOperators
import FlowTrace
import FlowVerdict

/// Counts the events of a run by edge, and sums them up by stage on request.
///
/// Stages have the same names as in a diagnosis: the second of the same name is `map 2`. `map` means all of them, and `map 1` the
/// first.
///
/// - Complexity: O(1) an event; O(graph) for the first event after a log has grown, and for the log's next declaration, so a log
///   should grow by many events at a time.
public struct RunTally: Sendable {
    private(set) var tallies = DenseTable<EdgeID, EdgeTally>()
    private var late = LateValues()
    /// The facts and names of the run's graph, without events.
    private(set) var graph = TraceLog()
    /// The moment of the last event.
    public private(set) var end = Moment.start

    public init() {}

    /// Adds the next event; returns the wait of the value that it removed from a store, in nanoseconds.
    @discardableResult
    public mutating func fold(_ entry: TraceEntry, in log: TraceLog) -> UInt64? {
        if graph.count < entry.sequence {
            graph = log
            graph.forget(upTo: .max)
        }
        end = entry.moment
        let late = late.fold(entry, in: log)
        if let found = late?.retracted { tallies.change(found.edge) { $0.regain(found.reason) } }
        return tallies[entry.edge, default: EdgeTally()].fold(entry, lost: late?.lost?.reason, in: log)
    }

    // MARK: Stages

    /// The edges, in order.
    var facts: [EdgeFact] { graph.edges.sorted { $0.id < $1.id } }

    /// The stages, in the order in which their first edges were declared.
    ///
    /// - Complexity: O(edges).
    var stages: [RunStage] {
        var (stages, indices): ([RunStage], [RunStage.ID: Int]) = ([], [:])
        for fact in graph.edges {
            let stage = RunStage(above: fact, in: graph)
            let index = indices[stage.id] ?? stages.count
            if index == stages.count {
                indices[stage.id] = index
                stages.append(stage)
            }
            stages[index].edges.append(fact)
        }
        return stages
    }

    /// The stage of an edge, without its other edges; `nil` before the edge's fact is known.
    func stage(above edge: EdgeID) -> RunStage? { graph.edge(edge).map { RunStage(above: $0, in: graph) } }

    /// The names of stages, in order.
    public var names: [String] {
        var known: Set<String> = []
        return stages.flatMap { stage in
            stage.edges.compactMap { $0.separateLabel(below: stage.name) } + [stage.title]
        }.filter { known.insert($0).inserted }
    }

    /// The closest match for a name that no stage has; `nil` if a stage has it.
    public func missingStage(_ name: String) -> MissingStage? {
        guard stage(name) == nil else { return nil }
        let names = names
        return MissingStage(name: name, isThere: false, nearest: Suggestion.nearest(to: name, among: names), names: names)
    }

    /// The reason that an expectation cannot be judged; `nil` if it can. Either no stage has the name, or the expectation limits
    /// waiting values at a stage that buffers none.
    public func missingStage(of expectation: Expectation) -> MissingStage? {
        if let missing = expectation.exceptedStages.compactMap(missingStage).first { return missing }
        guard let name = expectation.stage else { return nil }
        switch expectation {
        case .maxHeld, .maxWait:
            let named = stages.filter { stage in stage.edges.contains { stage.isCalled(name, by: $0) } }
            guard !named.isEmpty, !named.contains(where: \.mayHold) else { return missingStage(name) }
            return MissingStage(name: name, isThere: true, nearest: nil, names: stages.filter(\.mayHold).map(\.title))
        case .noDrops, .completes, .noViolations: return missingStage(name)
        case .maxExecutorDelay: return nil
        }
    }

    /// The counts of all stages with a name; `nil` if there are none.
    public func stage(_ name: String) -> StageTally? {
        let edges = graph.edges.filter { isOf(name, $0.id) }
        return edges.isEmpty ? nil : tally(of: edges)
    }

    /// The counts of some edges together.
    func tally(of edges: [EdgeFact]) -> StageTally {
        StageTally(
            edges.map { ($0.role, tallies[$0.id] ?? EdgeTally()) }, lost: edges.reduce(0) { $0 + late.lost(on: $1.id) },
            end: end.time)
    }

    /// Whether an edge belongs to a stage with this name; `nil` stands for any stage.
    func isOf(_ name: String?, _ edge: EdgeID) -> Bool {
        guard let name else { return true }
        return graph.edge(edge).map { RunStage(above: $0, in: graph).isCalled(name, by: $0) } ?? false
    }

    /// Whether an edge belongs to the stage that an expectation is about, and to none of the excepted ones.
    func isCovered(_ edge: EdgeID, by expectation: Expectation) -> Bool {
        isOf(expectation.stage, edge) && !expectation.exceptedStages.contains { isOf($0, edge) }
    }

    /// The observed edges of a stage with a role.
    func edges(of stage: RunStage, _ role: EdgeFact.Role) -> [EdgeID] {
        stage.edges.filter { $0.role == role && tallies[$0.id] != nil }.map(\.id)
    }

    /// The number of values waiting on an edge.
    func held(on edge: EdgeID) -> HeldCount { tallies[edge]?.heldCount ?? 0 }

    /// The titles of the subscribers below the outputs of stages with several.
    ///
    /// - Complexity: O(edges).
    var subscribers: [EdgeID: String] {
        stages.map { edges(of: $0, .link) }.filter { $0.count > 1 }.joined().reduce(into: [:]) { names, edge in
            names[edge] = graph.edge(edge)?.downstream.flatMap(graph.stageName)
        }
    }

    /// The title of an edge's stage.
    func name(of edge: EdgeID) -> String { stage(above: edge)?.title ?? "\(edge)" }

    /// The oldest value of each edge that has waited too long in the stages with this name and still waits, and the number of
    /// such values.
    ///
    /// - Complexity: O(edges + long waits).
    func openWaits(
        over limit: UInt64, in name: String?, until end: TraceTime
    ) -> [(edge: EdgeID, oldest: HeldQueue.Item, count: Int)] {
        tallies.keys.compactMap { edge in
            guard let items = tallies[edge]?.book.held.items, let oldest = items.first, end - oldest.time > limit,
                isOf(name, edge)
            else { return nil }
            return (edge, oldest, items.prefix { end - $0.time > limit }.count)
        }.sorted { $0.oldest.entered < $1.oldest.entered }
    }

    /// The stages by their names in the trace, each with its name without a number and its place.
    var places: [String: StagePlace] {
        let all = stages.map { stage in
            let place = stage.node?.site ?? stage.edges.lazy.compactMap(\.site).first
            let alone = stage.node.flatMap { graph.stageNameAlone($0.id) } ?? stage.name
            return (stage.title, StagePlace(name: alone, place: place))
        }
        return Dictionary(all, uniquingKeysWith: { one, _ in one })
    }

    /// The name in the trace of the stage below an edge; the edge's label if the stage is unknown.
    func consumer(below edge: EdgeID) -> String? {
        graph.edge(edge).map { fact in fact.downstream.flatMap(graph.stageName) ?? fact.plainLabel }
    }

    /// The links that must finish for a run to complete: the outputs of the stages with this name; without a name, all links
    /// without a further stage below.
    func exits(of name: String?) -> [(edge: EdgeID, end: SignalKind?)] {
        let links = facts.filter { $0.role == .link && tallies[$0.id] != nil }
        let sources = Set(links.compactMap(\.upstream))
        let exits = links.filter { link in
            name == nil ? link.downstream.map { !sources.contains($0) } ?? true : isOf(name, link.id)
        }
        return exits.map { ($0.id, tallies[$0.id]?.book.account.end) }
    }
}

/// The counts of the stages with one name.
public struct StageTally: Hashable, Sendable {
    /// Values delivered.
    public let values: Int
    public let dropped: Int
    /// Waiting values.
    public let held: Int
    /// The most values that waited at once.
    public let maxHeld: Int
    /// The longest wait of a value, in nanoseconds, including waits that are still open.
    public let maxWait: UInt64
    /// Demand requested and returned.
    public let requested: Demand
    public let outstanding: Demand
    /// The numbers of its subscriptions by their ends.
    public let finished: Int
    public let failed: Int
    public let cancelled: Int

    /// - Parameter lost: The number of values lost after the end of one of the edges.
    init(_ edges: [(role: EdgeFact.Role, tally: EdgeTally)], lost: Int, end: TraceTime) {
        let accounts = edges.map(\.tally.book.account)
        func demand(_ count: (EdgeAccount) -> Demand) -> Demand { accounts.reduce(.none) { $0 + count($1) } }
        func ends(_ kind: SignalKind) -> Int { accounts.count { $0.end == kind } }
        values = accounts.reduce(0) { $0 + $1.values + $1.late } - lost
        dropped = accounts.reduce(0) { $0 + $1.dropped } + lost
        held = edges.reduce(0) { $0 + $1.tally.heldCount.count }
        maxHeld = edges.map(\.tally.book.held.peak.held).max() ?? 0
        maxWait = edges.map { $0.tally.longestWait(at: end) }.max() ?? 0
        requested = demand { $0.requested + $0.returned }
        outstanding = zip(edges, accounts).filter { $0.role == .link && $1.end == nil }.reduce(.none) { $0 + $1.1.outstanding }
        (finished, failed, cancelled) = (ends(.finished), ends(.failure), ends(.cancel))
    }
}

/// A name without a stage in a run, or without a stage that can hold values.
public struct MissingStage: Hashable, Sendable {
    public let name: String
    /// Whether there is such a stage, but it cannot hold values.
    public let isThere: Bool
    /// The stage that was probably meant.
    public let nearest: String?
    /// The names of all candidates, in order.
    public let names: [String]
}

/// An operator, or the edges with one label if their operator is unknown.
struct RunStage: Sendable {
    enum ID: Hashable {
        case node(NodeID)
        case label(String)
    }

    /// Its node; `nil` if unknown.
    let node: NodeFact?
    /// The name of its operator, or its label.
    let name: String
    /// Its name in the trace.
    let title: String
    /// The part of the title that tells it from other stages of its name; `nil` without a node.
    private let suffix: String?
    /// Its edges, in order of declaration.
    var edges: [EdgeFact] = []

    init(above edge: EdgeFact, in graph: TraceLog) {
        let node = edge.upstream.flatMap(graph.node)
        let name = node?.name ?? edge.plainLabel
        (self.node, self.name) = (node, name)
        title = node.flatMap { graph.stageName($0.id) } ?? name
        suffix = node.flatMap { graph.stageSuffix($0.id) }
    }

    var id: ID { node.map { .node($0.id) } ?? .label(name) }

    /// Whether one of its edges answers to a name: the label of the edge, or a name of the stage.
    func isCalled(_ wanted: String, by edge: EdgeFact) -> Bool {
        if wanted == title || wanted == edge.separateLabel(below: name) { return true }
        // If a stage is named by its label, the suffix tells equal labels apart.
        let isLabelled = title != name + (suffix ?? "")
        let suffix = suffix.map { $0.isEmpty ? " 1" : $0 }
        return ([name] + OperatorID(name).spellings).contains { spelling in
            wanted == spelling || !isLabelled && suffix.map { wanted == spelling + $0 } == true
        }
    }

    /// Whether values may wait in it.
    var mayHold: Bool { node?.operation.mayHold ?? true || edges.contains { $0.role == .store } }
    /// Whether it ignores demand and its input is not recorded.
    var sendsUnasked: Bool { node.map { $0.operation.sendsUnasked && !$0.recordsSends } ?? false }
    /// Whether it keeps the newest value without demand, so that a newer one replaces it.
    var keepsNewest: Bool { node?.operation.holding?.keeping == .newest }
    /// Whether it holds values for later subscribers.
    var replays: Bool { node?.operation.role == .replay }
    /// Whether it belongs to Swift concurrency.
    var isOfTasks: Bool { node?.operation.isOfTasks == true }
    /// Whether it is a stream of tasks, which holds values before its first reader.
    var isStream: Bool { node?.isStream == true }
    /// Whether it discards values of the sequences that newer ones replace, without a record.
    var discards: Bool { node?.operation == .flatMapLatest }
    /// The kind of join, if it joins several streams.
    var join: JoinKind? { JoinKind(node?.operation) }
}
