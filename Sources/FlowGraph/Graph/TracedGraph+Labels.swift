import FlowOperators
import FlowTrace

extension TracedGraph {
    /// Labels an edge that has no label yet.
    mutating func setLabel(_ name: String?, of edge: TracedEdge.Index) {
        guard let name, edges[edge].label == nil else { return }
        edges[edge].label = name
        guard factOfEdge[edge] != nil, edges[edge].life == 0 else { return }
        let unique = label(name)
        change(edge) { ($0.label, $0.givenLabel) = (unique, name) }
    }

    mutating func setLocation(_ location: CodeLocation, of edge: TracedEdge.Index) {
        guard edges[edge].location == nil else { return }
        edges[edge].location = location
        change(edge) { $0.location = location }
        describe(edge) { $0.location = location }
    }

    mutating func setValueType(_ type: UInt32?, of edge: TracedEdge.Index) {
        guard let type, let name = names[type] else { return }
        edges[edge].valueType = type
        change(edge) { $0.valueType = name.short }
    }

    /// Marks all live edges as incomplete.
    ///
    /// - Complexity: O(edges made since the last call).
    mutating func doubtLive() {
        for edge in undoubted {
            edges[edge].isUndoubted = false
            if edges[edge].isLive { doubt(edge, .incomplete) }
        }
        undoubted = []
    }

    mutating func doubt(_ edge: TracedEdge.Index, _ doubts: EdgeUncertainty) {
        guard !edges[edge].doubts.isSuperset(of: doubts) else { return }
        edges[edge].doubts.formUnion(doubts)
        change(edge) { $0.doubts.formUnion(doubts) }
        if doubts.contains(.incomplete) { changeStores(of: edge) { $0.doubts.insert(.incomplete) } }
    }

    /// Marks both edges after one has evicted the other from an index: too many share an identifier, so each lookup is a guess.
    mutating func doubt(_ edge: TracedEdge.Index, and other: TracedEdge.Index?) {
        guard let other else { return }
        doubt(other, .ambiguousSubscriber)
        doubt(edge, .ambiguousSubscriber)
    }
}

/// The name of a type or a label, parsed once, since a trace may repeat it in every record.
struct TracedName: Sendable {
    /// The length at which names are cut, in bytes.
    private static let longest = 1_024

    let text: String
    /// The type's name, without generic arguments and enclosing types.
    let base: String
    /// The name as written in source.
    let short: String
    /// Whether the type belongs to OpenCombine or flowviz.
    let isOpenCombines: Bool

    init(_ name: String) {
        text = name.utf8.count > TracedName.longest ? String(decoding: name.utf8.prefix(TracedName.longest), as: UTF8.self) : name
        base = TypePath.base(of: text)
        short = ShortTypeName.short(text)
        isOpenCombines = TypePath.isOpenCombines(text)
    }
}

extension TracedGraph {
    func receiverCount(of edge: TracedEdge.Index) -> Int {
        if edges[edge].hadDownstream { return edges[edge].downstream.count }
        return edges[edge].subscribedIn == nil ? 0 : 1
    }

    /// The edge below one of the operators that receive the values of `edge`.
    func receiver(_ number: Int, of edge: TracedEdge.Index) -> TracedEdge.Index {
        edges[edge].hadDownstream ? edges[edge].downstream[number] : edges[edge].subscribedIn ?? edge
    }

    mutating func holdingRule(of edge: TracedEdge.Index) -> HoldingRule? {
        edges[edge].publisherTypes.last.flatMap { operation($0)?.holding }
    }

    /// Declares a store edge for the buffer of the operator above an edge.
    mutating func declareStore(of edge: TracedEdge.Index, input: Int?) -> EdgeID {
        let name = "\(factOfEdge[edge]?.label ?? "?") held"
        return declareStore(of: edges[edge].node, input.map { "\(name) \($0 + 1)" } ?? name, known: edge)
    }

    /// Declares a store edge for the buffer of a stream, or the producers of a channel.
    mutating func declareStore(ofStream node: NodeID, fedBy edge: TracedEdge.Index) -> EdgeID {
        let stream = operation(edges[edge].subscriberType)?.name ?? "?"
        let name = label(stream, isChannel(fedBy: edge) ? " waiting" : " held")
        return declareStore(of: node, name, at: edges[edge].location, known: edge)
    }

    /// - Parameter edge: The edge whose facts change with those of the store.
    private mutating func declareStore(
        of node: NodeID, _ label: String, at location: CodeLocation? = nil, known edge: TracedEdge.Index
    ) -> EdgeID {
        let fact = EdgeFact(
            id: nextEdge(), role: .store, label: label, upstream: node, downstream: node, location: location,
            doubts: edges[edge].doubts.intersection(.incomplete))
        factsOfStores[edge, default: []].append(fact)
        edgeFacts.append(fact)
        return fact.id
    }

    /// Changes the facts of the stores of the operator above an edge.
    mutating func changeStores(of edge: TracedEdge.Index, _ change: (inout EdgeFact) -> Void) {
        guard var facts = factsOfStores[edge] else { return }
        for index in facts.indices { change(&facts[index]) }
        edgeFacts += facts
        factsOfStores[edge] = facts
    }
}
