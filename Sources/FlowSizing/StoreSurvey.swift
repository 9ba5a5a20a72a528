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
    /// The stores that sources feed, by source.
    private var stores: [NodeID: NodeID] = [:]
    /// The stores among them that request values while they have room.
    private var pulling: Set<NodeID> = []

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
        case .buffered: origin(of: entry, in: log).map { feed(fact.upstream, from: $0, in: log) }
        case .subscribed, .request, .returned, .finished, .failure, .cancel, .offered, .unbuffered, .state, .note, .causeLink:
            break
        }
    }

    private mutating func feed(_ node: NodeID?, from edge: EdgeFact, in log: TraceLog) {
        guard let node, let source = edge.upstream ?? above[edge.id], source != node, stores[source] != node,
            let fact = log.node(node),
            fact.role == .buffer
        else { return }
        stores[source] = node
        if fact.queueSource == .pulled { pulling.insert(node) }
    }

    private func origin(of entry: TraceEntry, in log: TraceLog) -> EdgeFact? {
        entry.cause.flatMap { log[sequence: $0] }.flatMap { log.edge($0.edge) }
    }

    /// The store that a stage feeds.
    func store(below node: NodeID) -> NodeID? { stores[node] }

    /// The store whose room decides which values of a stage are dropped; `nil` if the stage drops none, or feeds no such store.
    func puller(of node: NodeID) -> NodeID? {
        guard droppers.contains(node), let store = stores[node], pulling.contains(store) else { return nil }
        return store
    }

    /// The stage whose values are dropped for lack of room in a store, before they reach it.
    func dropper(above store: NodeID) -> NodeID? { stores.first { $0.value == store && puller(of: $0.key) != nil }?.key }
}
