import FlowGraph
import FlowModel
import FlowOperators
import FlowTrace
import FlowVerdict

/// Counts the events of a run by stage.
///
/// A stage is an operator, or an edge with a label if its operator is not known. Stages have the same names as in a diagnosis: the second
/// of the same name is `map 2`. The name alone means all of them, and `map 1` the first.
///
/// - Complexity: O(1) for each event and fact.
public struct RunTally: Sendable {
    private(set) var tallies = DenseTable<EdgeID, EdgeTally>()
    private(set) var facts = DenseTable<EdgeID, EdgeFact>()
    private var namesOfEdge = DenseTable<EdgeID, [String]>()
    private(set) var stages: [RunStage] = []
    private var stageOfEdge = DenseTable<EdgeID, Int>()
    private var stageOfNode = DenseTable<NodeID, Int>()
    private var stageOfLabel: [String: Int] = [:]
    private var late = LateValues()
    /// The titles of the sinks.
    private var sinks = DenseTable<NodeID, String>()
    /// The numbers of declarations read so far.
    private var known = (edges: 0, nodes: 0)
    /// The moment of the last event.
    public private(set) var end = Moment.start

    public init() {}

    /// Adds the next event; returns how long the value that it removed from a store had waited, in nanoseconds.
    @discardableResult
    public mutating func fold(_ entry: TraceEntry, in log: TraceLog) -> UInt64? {
        readFacts(log)
        end = Moment(time: entry.time, sequence: entry.sequence)
        if let stage = stageOfEdge[entry.edge], stages[stage].awaitsNumber { name(stage, in: log) }
        let role = facts[entry.edge]?.role ?? .link
        if tallies[entry.edge] == nil, let node = facts[entry.edge]?.downstream, log.node(node)?.role == .sink {
            sinks[node] = log.stageName(node)
        }
        _ = late.fold(entry, in: log)
        return tallies[entry.edge, default: EdgeTally()].fold(entry, role: role, in: log)
    }

    // MARK: Stages

    private mutating func readFacts(_ log: TraceLog) {
        if known.nodes != log.nodeDeclarations {
            for index in log.nodeIndices(declaredAfter: known.nodes) { rename(log.nodes[index], in: log) }
            known.nodes = log.nodeDeclarations
        }
        guard known.edges != log.edgeDeclarations else { return }
        for index in log.edgeIndices(declaredAfter: known.edges) {
            let fact = log.edges[index]
            facts[fact.id] = fact
            let stage = stage(of: fact, in: log)
            move(fact.id, to: stage)
            name(stage, in: log)
            nameEdge(fact.id)
        }
        known.edges = log.edgeDeclarations
    }

    /// The stage above an edge, made if there is none yet.
    private mutating func stage(of fact: EdgeFact, in log: TraceLog) -> Int {
        if let node = fact.upstream, let name = log.node(node)?.name {
            let stage = stageOfNode[node] ?? makeStage(name, node)
            stageOfNode[node] = stage
            let operation = log.node(node)?.operation
            stages[stage].mayHold = operation?.mayHold ?? true
            stages[stage].sendsUnasked = operation?.sendsUnasked == true && log.node(node)?.tellsSends == false
            stages[stage].keepsNewest = operation?.holding?.keeping == .newest
            stages[stage].replays = operation?.role == .replay
            stages[stage].isOfTasks = operation?.isOfTasks == true
            stages[stage].stream = log.node(node)?.isStream == true ? node : nil
            stages[stage].discarding = operation == .flatMapLatest ? node : nil
            stages[stage].join = JoinKind(operation).map { (node, $0) }
            return stage
        }
        let label = fact.plainLabel
        let stage = stageOfLabel[label] ?? makeStage(label)
        stageOfLabel[label] = stage
        return stage
    }

    private mutating func makeStage(_ name: String, _ node: NodeID? = nil) -> Int {
        stages.append(RunStage(node: node, name: name, title: name))
        return stages.count - 1
    }

    /// Names a stage and its edges after the log.
    private mutating func name(_ stage: Int, in log: TraceLog) {
        guard let node = stages[stage].node else { return }
        let (title, number) = (log.stageName(node) ?? stages[stage].name, log.stageNumber(node))
        guard stages[stage].title != title || stages[stage].number != number else { return }
        (stages[stage].title, stages[stage].number) = (title, number)
        for edge in stages[stage].edges { nameEdge(edge) }
    }

    private mutating func move(_ edge: EdgeID, to stage: Int) {
        let old = stageOfEdge[edge]
        guard old != stage else { return }
        if let old { stages[old].edges.removeAll { $0 == edge } }
        stageOfEdge[edge] = stage
        stages[stage].edges.append(edge)
    }

    private mutating func rename(_ node: NodeFact, in log: TraceLog) {
        guard let stage = stageOfNode[node.id], stages[stage].name != node.name else { return }
        stages[stage].name = node.name
        name(stage, in: log)
        for edge in stages[stage].edges { nameEdge(edge) }
    }

    /// Names an edge after its label and after the stage above.
    private mutating func nameEdge(_ edge: EdgeID) {
        guard let fact = facts[edge], let stage = stageOfEdge[edge].map({ stages[$0] }) else { return }
        let called = [stage.name] + OperatorID(stage.name).spellings
        // If a stage is named by its label, the number counts equal labels.
        let numbered = stage.isLabelled ? [] : stage.number.map { number in called.map { "\($0) \(number)" } } ?? []
        namesOfEdge[edge] = (fact.separateLabel(below: stage.name).map { [$0] } ?? []) + [stage.title] + numbered + called
    }

    // MARK: Asking

    /// The names of stages, in order.
    public var names: [String] {
        var known: Set<String> = []
        return stages.filter { !$0.edges.isEmpty }.flatMap { stage in
            stage.edges.compactMap { facts[$0] }.compactMap { $0.separateLabel(below: stage.name) } + [stage.title]
        }.filter { known.insert($0).inserted }
    }

    /// The closest match for a name that no stage has; `nil` if a stage has it.
    public func missingStage(_ name: String) -> MissingStage? {
        guard stage(name) == nil else { return nil }
        let names = names
        return MissingStage(name: name, isThere: false, nearest: Suggestion.nearest(to: name, among: names), names: names)
    }

    /// The reason why an expectation cannot be judged, `nil` if there is none: no stage has its name, or it limits waiting values
    /// at a stage that buffers none.
    public func missingStage(of expectation: Expectation) -> MissingStage? {
        if let missing = expectation.exceptedStages.compactMap(missingStage).first { return missing }
        guard let name = expectation.stage else { return nil }
        switch expectation {
        case .maxHeld, .maxWait:
            let named = Set(namesOfEdge.keys.filter { isOf(name, $0) }.compactMap { stageOfEdge[$0] })
            guard !named.isEmpty, !named.contains(where: { mayHold($0) }) else { return missingStage(name) }
            let others = stages.indices.filter { !stages[$0].edges.isEmpty && mayHold($0) }.map { stages[$0].title }
            return MissingStage(name: name, isThere: true, nearest: nil, names: others)
        case .noDrops, .completes, .noViolations: return missingStage(name)
        }
    }

    private func mayHold(_ stage: Int) -> Bool {
        stages[stage].mayHold || stages[stage].edges.contains { facts[$0]?.role == .store }
    }

    /// The counts of all stages with a name, `nil` if there are none.
    public func stage(_ name: String) -> StageTally? {
        let edges = namesOfEdge.keys.filter { namesOfEdge[$0]?.contains(name) == true }
        return edges.isEmpty ? nil : tally(of: edges)
    }

    private func tally(of edges: [EdgeID]) -> StageTally {
        let parts = edges.compactMap { edge in facts[edge].map { ($0.role, tallies[edge] ?? EdgeTally()) } }
        return StageTally(parts, lost: edges.reduce(0) { $0 + late.lost(on: $1) }, end: end.time)
    }

    /// The titles of the stages, in order.
    var titles: [(title: String, stage: Int)] {
        stages.indices.filter { !stages[$0].edges.isEmpty }.map { (stages[$0].title, $0) }
    }

    /// The stage of an edge, `nil` before its fact is known.
    func stageNumber(of edge: EdgeID) -> Int? { stageOfEdge[edge] }

    func tally(ofStage stage: Int) -> StageTally { tally(of: stages[stage].edges) }

    /// Whether an edge belongs to a stage with this name; `nil` stands for any stage.
    func isOf(_ name: String?, _ edge: EdgeID) -> Bool {
        name.map { namesOfEdge[edge]?.contains($0) == true } ?? true
    }

    /// The outstanding demand on an edge.
    func outstanding(on edge: EdgeID) -> Demand { tallies[edge]?.account.outstanding ?? .none }

    /// The number of values that wait on an edge.
    func held(on edge: EdgeID) -> HeldCount {
        HeldCount(tallies[edge]?.held.items.count ?? 0, isLeast: tallies[edge]?.account.heldIsLowerBound ?? false)
    }

    func fact(of edge: EdgeID) -> EdgeFact? { facts[edge] }

    /// The titles of the subscribers below the outputs of stages with several.
    ///
    /// - Complexity: O(edges).
    var subscribers: [EdgeID: String] {
        return stages.reduce(into: [:]) { names, stage in
            let outputs = stage.edges.filter { facts[$0]?.role == .link && tallies[$0] != nil }
            guard outputs.count > 1 else { return }
            for edge in outputs {
                guard let node = facts[edge]?.downstream else { continue }
                names[edge] = stageOfNode[node].map { stages[$0].title } ?? sinks[node]
            }
        }
    }

    /// The title of an edge's stage.
    func name(of edge: EdgeID) -> String { stageOfEdge[edge].map { stages[$0].title } ?? "\(edge)" }

    /// The value that has waited longest in the stages with this name, and its edge.
    func oldestHeld(in name: String?) -> (edge: EdgeID, item: HeldQueue.Item)? {
        tallies.keys.filter { isOf(name, $0) }
            .compactMap { edge in tallies[edge]?.held.items.first.map { (edge, $0) } }
            .min { $0.1.entered < $1.1.entered }
    }

    /// The links that have to finish for a run to complete: the outputs of the stages with this name, or else all links without a
    /// further stage below.
    func exits(of name: String?) -> [(edge: EdgeID, end: SignalKind?)] {
        let links = facts.keys.compactMap { facts[$0] }.filter { $0.role == .link && tallies[$0.id] != nil }
        let sources = Set(links.compactMap(\.upstream))
        let exits = links.filter { link in
            name == nil ? link.downstream.map { !sources.contains($0) } ?? true : isOf(name, link.id)
        }
        return exits.map { ($0.id, tallies[$0.id]?.account.end) }
    }
}

/// The counts of the stages with one name.
public struct StageTally: Hashable, Sendable {
    /// Values delivered.
    public let values: Int
    public let dropped: Int
    /// Values that are waiting.
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
        func sum(_ count: (EdgeTally) -> Int) -> Int { edges.reduce(0) { $0 + count($1.tally) } }
        func demand(_ count: (EdgeAccount) -> Demand) -> Demand { edges.reduce(.none) { $0 + count($1.tally.account) } }
        values = sum { $0.account.values + $0.account.late } - lost
        dropped = sum(\.account.dropped) + lost
        held = sum { $0.held.items.count }
        maxHeld = edges.map(\.tally.held.peak.held).max() ?? 0
        maxWait = edges.map { $0.tally.longestWait(at: end) }.max() ?? 0
        requested = demand { $0.requested + $0.returned }
        outstanding = edges.filter { $0.role == .link && $0.tally.account.end == nil }.reduce(.none) {
            $0 + $1.tally.account.outstanding
        }
        finished = sum { $0.account.end == .finished ? 1 : 0 }
        failed = sum { $0.account.end == .failure ? 1 : 0 }
        cancelled = sum { $0.account.end == .cancel ? 1 : 0 }
    }
}

struct EdgeTally: Sendable {
    private var book = EdgeBook()
    /// The longest wait of a value that has left, in nanoseconds.
    private(set) var longestWait: UInt64 = 0
    /// The moment of its end, `nil` while it is live.
    private(set) var ended: Moment?
    /// The moments of its last subscription, and of the start of its present life in the place of another.
    private(set) var subscribed = Moment.start
    private(set) var began = Moment.start
    /// Whether there was a request in its present life.
    private(set) var hasAsked = false

    var account: EdgeAccount { book.account }
    var held: HeldQueue { book.held }

    /// Adds an event; returns how long the value that it removed had waited, in nanoseconds.
    mutating func fold(_ entry: TraceEntry, role: EdgeFact.Role, in log: TraceLog) -> UInt64? {
        let now = Moment(time: entry.time, sequence: entry.sequence)
        defer { ended = account.end == nil ? nil : ended ?? now }
        if entry.kind == .subscribed { subscribed = now }
        if entry.event.beginsLife { (began, hasAsked) = (now, false) }
        switch entry.kind {
        case .value: hasAsked = true
        case .request, .returned: if entry.event.demand != Demand.none { hasAsked = true }
        case .subscribed, .offered, .dropped, .buffered, .unbuffered, .finished, .failure, .cancel, .state, .note, .causeLink:
            break
        }
        guard role == .store else {
            book.fold(entry, entry.kind)
            return nil
        }
        guard let left = book.fold(entry, in: log) else { return nil }
        let wait = entry.time - left.time
        longestWait = max(longestWait, wait)
        return wait
    }

    /// The longest wait at a time, including waits that are still open.
    func longestWait(at time: TraceTime) -> UInt64 {
        held.items.first.map { max(longestWait, time - $0.time) } ?? longestWait
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

/// An operator, or the edges with one label if their operator is not known.
struct RunStage: Sendable {
    /// Its node, `nil` if that is not known.
    let node: NodeID?
    /// The name of its operator, or its label.
    var name: String
    /// Its name in the trace.
    var title: String
    /// Its number among the stages of its name, from 1; `nil` before its first event, and without a node.
    var number: Int?
    /// Its edges, in order of declaration.
    var edges: [EdgeID] = []
    /// Whether values can wait in it, as far as is known.
    var mayHold = true
    /// Whether it ignores demand and its input is not recorded.
    var sendsUnasked = false
    /// Whether it keeps the newest value without demand, so that a newer one replaces it.
    var keepsNewest = false
    /// Whether it holds values for later subscribers.
    var replays = false
    /// Whether it is one of Swift concurrency.
    var isOfTasks = false
    /// Its node if it is a stream of tasks, which holds values before its first reader.
    var stream: NodeID?
    /// Its node if it discards values of the sequences that newer ones replace, without a record.
    var discarding: NodeID?
    /// Its node and the kind of join, if it joins several streams.
    var join: (node: NodeID, kind: JoinKind)?

    /// Whether it will get a number at its first event.
    var awaitsNumber: Bool { number == nil && node != nil }
    /// Whether it is named after the label of its output.
    var isLabelled: Bool { title != NameNumbers.title(name, number ?? 1) }
}
