import FlowGraph
import FlowModel
import FlowOperators
import FlowTrace

/// Counts a run by its stages, as its events come.
///
/// A stage is an operator; what leads to an operator that is not known goes by its label. Of several with one name the later ones have a
/// number, as in a diagnosis: `map`, `map 2`. Asked for by its name alone, all of that name are meant; `map 1` is the first.
///
/// - Complexity: O(1) an event and a fact of the graph.
public struct RunTally: Sendable {
    private var edges = Numbered<EdgeTally>()
    private var facts = Numbered<EdgeFact>()
    private var namesOfEdge = Numbered<[String]>()
    private var stages: [RunStage] = []
    private var stageOfEdge = Numbered<Int>()
    private var stageOfNode = Numbered<Int>()
    private var stageOfLabel: [String: Int] = [:]
    /// How many stages that had an event go by a name.
    private var counts: [String: Int] = [:]
    /// How many declarations are known.
    private var known = (edges: 0, nodes: 0)
    /// The moment of the last event.
    public private(set) var end = Moment.start

    /// Creates a tally of nothing.
    public init() {}

    /// Takes the next event; returns how long the value waited that it took out, in nanoseconds.
    @discardableResult
    public mutating func take(_ entry: TraceEntry, in log: TraceLog) -> UInt64? {
        learn(log)
        end = Moment(time: entry.time, sequence: entry.sequence)
        // In a chain, what is above has its first event first.
        if let stage = stageOfEdge[entry.edge.rawValue], stages[stage].number == 0 { count(stage) }
        let role = facts[entry.edge.rawValue]?.role ?? .link
        return edges[entry.edge.rawValue, default: EdgeTally()].take(entry, role: role, in: log)
    }

    // MARK: Stages

    private mutating func learn(_ log: TraceLog) {
        if known.nodes != log.nodeDeclarations {
            for place in log.nodeIndices(declaredAfter: known.nodes) { rename(log.nodes[place]) }
            known.nodes = log.nodeDeclarations
        }
        guard known.edges != log.edgeDeclarations else { return }
        for place in log.edgeIndices(declaredAfter: known.edges) {
            let fact = log.edges[place]
            facts[fact.id.rawValue] = fact
            let stage = stage(of: fact, in: log)
            move(fact.id.rawValue, to: stage)
            nameEdge(fact.id.rawValue)
        }
        known.edges = log.edgeDeclarations
    }

    /// The stage out of which an edge comes, made where there is none yet.
    private mutating func stage(of fact: EdgeFact, in log: TraceLog) -> Int {
        if let node = fact.upstream, let name = log.node(node)?.name {
            let stage = stageOfNode[node.rawValue] ?? makeStage(name)
            stageOfNode[node.rawValue] = stage
            return stage
        }
        let label = RunTally.label(of: fact)
        let stage = stageOfLabel[label] ?? makeStage(label)
        stageOfLabel[label] = stage
        return stage
    }

    private mutating func makeStage(_ name: String) -> Int {
        stages.append(RunStage(name: name))
        return stages.count - 1
    }

    private mutating func count(_ stage: Int) {
        counts[stages[stage].name, default: 0] += 1
        stages[stage].number = counts[stages[stage].name, default: 1]
        for edge in stages[stage].edges { nameEdge(edge) }
    }

    private mutating func move(_ edge: UInt32, to stage: Int) {
        let old = stageOfEdge[edge]
        guard old != stage else { return }
        if let old { stages[old].edges.removeAll { $0 == edge } }
        stageOfEdge[edge] = stage
        stages[stage].edges.append(edge)
    }

    private mutating func rename(_ node: NodeFact) {
        guard let stage = stageOfNode[node.id.rawValue], stages[stage].name != node.name else { return }
        stages[stage].name = node.name
        if stages[stage].number > 0 { count(stage) } else { stages[stage].edges.forEach { nameEdge($0) } }
    }

    /// What a node holds goes by its own name; so does what comes out of it.
    private mutating func nameEdge(_ edge: UInt32) {
        guard let fact = facts[edge], let stage = stageOfEdge[edge].map({ stages[$0] }) else { return }
        let called = [stage.name] + OperatorID(stage.name).spellings
        let names = stage.number > 0 ? called.map { "\($0) \(stage.number)" } + called : called
        namesOfEdge[edge] = (label(of: fact, at: stage).map { [$0] } ?? []) + names
    }

    private static func label(of fact: EdgeFact) -> String {
        fact.label.hasSuffix(" held") ? String(fact.label.dropLast(5)) : fact.label
    }

    /// The label of an edge that says more than its stage's name: the tracer calls edges by that, with numbers of its own.
    private func label(of fact: EdgeFact, at stage: RunStage) -> String? {
        let label = RunTally.label(of: fact)
        guard label.hasPrefix(stage.name) else { return label }
        let rest = label.dropFirst(stage.name.count)
        return rest.isEmpty || rest.first == " " && rest.count > 1 && rest.dropFirst().allSatisfy(\.isNumber) ? nil : label
    }

    // MARK: Asking

    /// What the stages can be asked for by, in order; later ones of one name with their number.
    public var names: [String] {
        var known: Set<String> = []
        return stages.filter { !$0.edges.isEmpty }.flatMap { stage in
            stage.edges.compactMap { facts[$0] }.compactMap { label(of: $0, at: stage) } + [stage.title]
        }.filter { known.insert($0).inserted }
    }

    /// Why there is no stage with this name, with one that may have been meant; `nil` where there is one.
    public func problem(withStage name: String) -> String? {
        guard stage(name) == nil else { return nil }
        let names = names
        if let near = Suggestion.nearest(to: name, among: names) { return "no stage '\(name)'; did you mean '\(near)'?" }
        guard !names.isEmpty else { return "no stage '\(name)'; nothing was subscribed" }
        let list = names.prefix(RunTally.listed).joined(separator: ", ")
        return "no stage '\(name)'; stages are \(list)" + (names.count > RunTally.listed ? " …" : "")
    }

    private static let listed = 16

    /// What the stages of a name have come to, `nil` where there is none.
    public func stage(_ name: String) -> StageTally? {
        let numbers = namesOfEdge.numbers.filter { namesOfEdge[$0]?.contains(name) == true }
        return numbers.isEmpty ? nil : tally(of: numbers)
    }

    private func tally(of numbers: [UInt32]) -> StageTally {
        StageTally(numbers.compactMap { number in facts[number].map { ($0.role, edges[number] ?? EdgeTally()) } }, end: end.time)
    }

    /// The stages with their titles, in order.
    var titles: [(title: String, stage: Int)] {
        stages.indices.filter { !stages[$0].edges.isEmpty }.map { (stages[$0].title, $0) }
    }

    /// The stage of an edge, `nil` before its fact is known.
    func stageNumber(of edge: EdgeID) -> Int? {
        stageOfEdge[edge.rawValue]
    }

    /// What a stage has come to.
    func tally(ofStage stage: Int) -> StageTally {
        tally(of: stages[stage].edges)
    }

    /// Whether an event is on an edge of a stage with this name; on any where it is `nil`.
    func isOf(_ name: String?, _ edge: EdgeID) -> Bool {
        name.map { namesOfEdge[edge.rawValue]?.contains($0) == true } ?? true
    }

    /// How many values wait on an edge.
    func held(on edge: EdgeID) -> Int {
        edges[edge.rawValue]?.held.items.count ?? 0
    }

    /// The title of an edge's stage.
    func name(of edge: EdgeID) -> String {
        stageOfEdge[edge.rawValue].map { stages[$0].title } ?? "\(edge)"
    }

    /// The value that has waited longest of all that wait on a stage with this name, and on which edge.
    func oldestHeld(in name: String?) -> (edge: EdgeID, item: HeldQueue.Item)? {
        edges.numbers.map { EdgeID(rawValue: $0) }.filter { isOf(name, $0) }
            .compactMap { edge in edges[edge.rawValue]?.held.items.first.map { (edge, $0) } }
            .min { $0.1.entered < $1.1.entered }
    }

    /// The links whose ends decide whether a run completes: those that come out of a stage with this name, else those that lead to no other.
    func exits(of name: String?) -> [(edge: EdgeID, end: SignalKind?)] {
        let links = facts.numbers.compactMap { facts[$0] }.filter { $0.role == .link && edges[$0.id.rawValue] != nil }
        let sources = Set(links.compactMap(\.upstream))
        let exits = links.filter { link in
            name == nil ? link.downstream.map { !sources.contains($0) } ?? true : isOf(name, link.id)
        }
        return exits.map { ($0.id, edges[$0.id.rawValue]?.account.end) }
    }
}

/// What the stages of one name have come to.
public struct StageTally: Hashable, Sendable {
    /// Values that came out.
    public let values: Int
    /// Values lost.
    public let dropped: Int
    /// Values that wait.
    public let held: Int
    /// The most values that waited at once.
    public let maxHeld: Int
    /// The longest that a value has waited, in nanoseconds; one that waits still counts.
    public let maxWait: UInt64
    /// What was asked for, by requests and by what was returned.
    public let requested: Demand
    /// What was asked for and has not come.
    public let outstanding: Demand
    /// How many of its subscriptions have finished, failed and been cancelled.
    public let finished: Int
    public let failed: Int
    public let cancelled: Int

    init(_ edges: [(role: EdgeFact.Role, tally: EdgeTally)], end: TraceTime) {
        func sum(_ count: (EdgeTally) -> Int) -> Int { edges.reduce(0) { $0 + count($1.tally) } }
        func demand(_ count: (EdgeAccount) -> Demand) -> Demand { edges.reduce(.none) { $0 + count($1.tally.account) } }
        values = sum(\.account.values)
        dropped = sum(\.account.dropped)
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

/// What has passed an edge, counted for a check.
struct EdgeTally: Sendable {
    private var book = EdgeBook()
    /// The longest that a value has waited, of those that have left, in nanoseconds.
    private(set) var longestWait: UInt64 = 0

    var account: EdgeAccount { book.account }
    var held: HeldQueue { book.held }

    /// Takes an event; returns how long the value waited that it took out, in nanoseconds.
    mutating func take(_ entry: TraceEntry, role: EdgeFact.Role, in log: TraceLog) -> UInt64? {
        guard let left = book.fold(entry, isStore: role == .store, in: log) else { return nil }
        let wait = entry.time - left.time
        longestWait = max(longestWait, wait)
        return wait
    }

    /// The longest wait at a time, that of values that wait still included.
    func longestWait(at time: TraceTime) -> UInt64 {
        held.items.first.map { max(longestWait, time - $0.time) } ?? longestWait
    }
}

/// A stage of a run that is counted: an operator, or what goes by a label where its operator is not known.
struct RunStage: Sendable {
    /// What it is called.
    var name: String
    /// Its place among the stages of that name, from 1, by their first events; 0 before it has had one.
    var number = 0
    /// Its edges, in the order in which they were declared.
    var edges: [UInt32] = []

    /// The name, with a number where others have had it before: `map`, `map 2`.
    var title: String {
        number < 2 ? name : "\(name) \(number)"
    }
}
