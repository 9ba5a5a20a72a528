import FlowTrace

/// Counts a run by its stages, as its events come.
///
/// A stage goes by the name of its node and by the labels of its edges, as the screen shows them; several of one name count together.
///
/// - Complexity: O(1) an event; O(edges) where facts of the graph are new.
public struct RunTally: Sendable {
    private var edges = Numbered<EdgeTally>()
    private var facts = Numbered<EdgeFact>()
    private var namesOfEdge = Numbered<[String]>()
    private var declarations = -1
    /// The moment of the last event.
    public private(set) var end = Moment.start

    /// Creates a tally of nothing.
    public init() {}

    /// Takes the next event; returns how long the value waited that it took out, in nanoseconds.
    @discardableResult
    public mutating func take(_ entry: TraceEntry, in log: TraceLog) -> UInt64? {
        learn(log)
        end = Moment(time: entry.time, sequence: entry.sequence)
        let role = facts[entry.edge.rawValue]?.role ?? .link
        return edges[entry.edge.rawValue, default: EdgeTally()].take(entry, role: role, in: log)
    }

    private mutating func learn(_ log: TraceLog) {
        guard log.declarations != declarations else { return }
        declarations = log.declarations
        for fact in log.edges {
            facts[fact.id.rawValue] = fact
            // What a node holds goes by its own name; so does what comes out of it.
            let node = fact.upstream.flatMap { log.node($0) }?.name
            let label = fact.label.hasSuffix(" held") ? String(fact.label.dropLast(5)) : fact.label
            namesOfEdge[fact.id.rawValue] = node == label ? [label] : [label, node].compactMap(\.self)
        }
    }

    // MARK: Asking

    /// The names of all stages, in order.
    public var names: [String] {
        var seen: Set<String> = []
        return namesOfEdge.numbers.flatMap { namesOfEdge[$0] ?? [] }.filter { seen.insert($0).inserted }
    }

    /// What the stages of a name have come to, `nil` where there is none.
    public func stage(_ name: String) -> StageTally? {
        let numbers = namesOfEdge.numbers.filter { namesOfEdge[$0]?.contains(name) == true }
        guard !numbers.isEmpty else { return nil }
        return StageTally(
            numbers.compactMap { number in facts[number].map { ($0.role, edges[number] ?? EdgeTally()) } }, end: end.time)
    }

    /// Whether an event is on an edge of a stage with this name; on any where it is `nil`.
    func isOf(_ name: String?, _ edge: EdgeID) -> Bool {
        name.map { namesOfEdge[edge.rawValue]?.contains($0) == true } ?? true
    }

    /// How many values wait on an edge.
    func held(on edge: EdgeID) -> Int {
        edges[edge.rawValue]?.held.items.count ?? 0
    }

    /// The name that the screen shows for an edge.
    func name(of edge: EdgeID) -> String {
        namesOfEdge[edge.rawValue]?.last ?? "\(edge)"
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
        return exits.map { ($0.id, edges[$0.id.rawValue]?.end) }
    }
}
