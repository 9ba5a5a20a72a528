import FlowOperators
import FlowTrace

/// A first reading of a trace: which stages feed its stores, and which drop values without demand.
///
/// - Complexity: O(1) an event.
package struct StoreSurvey: Sendable {
    /// The stages above links whose facts name none, as those of a probe may, told by the causes of the values.
    private(set) var above: [EdgeID: NodeID] = [:]
    /// The stages that lost a value because it had no demand.
    private(set) var droppers: Set<NodeID> = []
    /// The stage that takes the values of each stage.
    private var below: [NodeID: NodeID] = [:]
    private var buffers: Set<NodeID> = []
    /// The buffers that request values while they have room.
    private var pulling: Set<NodeID> = []
    /// The stages that hold no value, so that the demand from below is theirs.
    private var passing: Set<NodeID> = []
    /// The passing stages that send one value for each.
    private var oneToOne: Set<NodeID> = []

    package init() {}

    /// Adds the next event; the log must contain its cause.
    package mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        guard let fact = log.edge(entry.edge) else { return }
        switch entry.kind {
        case .dropped:
            if entry.event.dropReason == .noDemand, let node = fact.upstream { droppers.insert(node) }
        case .value:
            if fact.upstream == nil, above[entry.edge] == nil, let origin = origin(of: entry, in: log), origin.role != .link {
                above[entry.edge] = origin.upstream
            }
            feed(fact.downstream, from: fact, in: log)
            guard cause(of: entry, in: log)?.kind == .value else { break }
            origin(of: entry, in: log).map { feed(fact.upstream, from: $0, in: log) }
        case .buffered: origin(of: entry, in: log).map { feed(fact.upstream, from: $0, in: log) }
        case .subscribed, .request, .returned, .finished, .failure, .cancel, .offered, .unbuffered, .state, .note, .causeLink:
            break
        }
    }

    private mutating func feed(_ node: NodeID?, from edge: EdgeFact, in log: TraceLog) {
        guard let node, let source = edge.upstream ?? above[edge.id], source != node, below[source] != node,
            let fact = log.node(node)
        else { return }
        below[source] = node
        if fact.role == .buffer { buffers.insert(node) }
        if fact.queueSource == .pulled, fact.overflow != .stopProducer { pulling.insert(node) }
        guard !fact.operation.mayHold else { return }
        passing.insert(node)
        if fact.operation.isOneToOne { oneToOne.insert(node) }
    }

    private func cause(of entry: TraceEntry, in log: TraceLog) -> TraceEntry? { entry.cause.flatMap { log[sequence: $0] } }

    private func origin(of entry: TraceEntry, in log: TraceLog) -> EdgeFact? {
        cause(of: entry, in: log).flatMap { log.edge($0.edge) }
    }

    /// The first stage below a stage and below some others that pass on what they get.
    private func stage(below node: NodeID, through passing: Set<NodeID>) -> NodeID? {
        var next = below[node]
        // Stages may form a circle.
        for _ in below {
            guard let stage = next, passing.contains(stage) else { break }
            next = below[stage]
        }
        return next
    }

    /// The store that a stage feeds, itself or through stages that send one value for each.
    func store(below node: NodeID) -> NodeID? {
        stage(below: node, through: oneToOne).flatMap { buffers.contains($0) ? $0 : nil }
    }

    /// The store below a stage whose demand is that of the stage, since it requests values while it has room; `nil` if there is none.
    func puller(below node: NodeID) -> NodeID? {
        stage(below: node, through: passing).flatMap { pulling.contains($0) ? $0 : nil }
    }

    /// The store whose room decides which values of a stage are dropped; `nil` if the stage drops none, or feeds no such store.
    func puller(of node: NodeID) -> NodeID? {
        guard droppers.contains(node), let store = store(below: node), pulling.contains(store) else { return nil }
        return store
    }

    /// The stage whose values are dropped for lack of room in a store, before they reach it.
    func dropper(above store: NodeID) -> NodeID? { droppers.sorted().first { puller(of: $0) == store } }
}
