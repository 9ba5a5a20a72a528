import FlowOperators
import FlowTrace

extension TracedGraph {
    /// A label counts for the edge that is being made, and, where a publisher subscribes its subscriber further, for that one.
    mutating func setLabel(_ name: String?, of edge: Int) {
        guard let name, edges[edge].label == nil else { return }
        edges[edge].label = name
        guard factOfEdge[edge] != nil else { return }
        let unique = label(name)
        change(edge) { $0.label = unique }
    }

    mutating func setLocation(_ location: CodeLocation, of edge: Int) {
        guard edges[edge].location == nil else { return }
        edges[edge].location = location
        change(edge) { $0.location = location }
        describe(edge) { $0.location = location }
    }

    /// What the values of an edge are.
    mutating func setValueType(_ type: UInt32?, of edge: Int) {
        guard let type, let name = names[type] else { return }
        edges[edge].valueType = type
        change(edge) { $0.valueType = name.short }
    }

    /// Notes that records of all live edges are missing.
    ///
    /// - Complexity: O(edges that came since it was called last).
    mutating func doubtLive() {
        for edge in doubted..<edges.count where edges[edge].isLive { doubt(edge, .incomplete) }
        doubted = edges.count
    }

    /// Notes that something about an edge is not sure.
    mutating func doubt(_ edge: Int, _ doubts: EdgeDoubts) {
        guard !edges[edge].doubts.isSuperset(of: doubts) else { return }
        edges[edge].doubts.formUnion(doubts)
        change(edge) { $0.doubts.formUnion(doubts) }
    }

    /// Notes that an edge drove another one out of an index: more share an identifier than can be, and which of them is meant is a guess.
    mutating func doubt(_ edge: Int, and other: Int?) {
        guard let other else { return }
        doubt(other, .ambiguousSubscriber)
        doubt(edge, .ambiguousSubscriber)
    }
}

/// The name of a type or of a label in a trace, with what is told by it.
///
/// Told once, for a trace may name the same for each of its records.
struct TracedName: Sendable {
    /// The longest name, in bytes; a file's facts have no longer ones.
    private static let longest = 1_024

    /// The name.
    let text: String
    /// The type's own name, without what it is generic over and what it stands in.
    let base: String
    /// The name as one would write it in source.
    let short: String

    init(_ name: String) {
        text = name.utf8.count > TracedName.longest ? String(decoding: name.utf8.prefix(TracedName.longest), as: UTF8.self) : name
        base = TypePath.base(of: text)
        short = TypeName.short(text)
    }
}

extension TracedGraph {
    /// How many operators get the values of an edge.
    func receiverCount(of edge: Int) -> Int {
        let known = edges[edge].downstream.count
        return known == 0 && edges[edge].subscribedIn != nil ? 1 : known
    }

    /// The edge of one of the operators that get the values of an edge.
    func receiver(_ number: Int, of edge: Int) -> Int {
        edges[edge].downstream.isEmpty ? edges[edge].subscribedIn ?? edge : edges[edge].downstream[number]
    }

    /// How the operator above an edge keeps values.
    mutating func holdingRule(of edge: Int) -> HoldingRule? {
        edges[edge].publisherTypes.last.flatMap { operation($0)?.holding }
    }

    /// A place for what the operator above an edge holds.
    mutating func declareStore(of edge: Int, input: Int?) -> EdgeID {
        let id = nextEdge()
        let name = "\(factOfEdge[edge]?.label ?? "?") held"
        let node = edges[edge].node
        edgeFacts.append(
            EdgeFact(id: id, role: .store, label: input.map { "\(name) \($0 + 1)" } ?? name, upstream: node, downstream: node))
        return id
    }
}
