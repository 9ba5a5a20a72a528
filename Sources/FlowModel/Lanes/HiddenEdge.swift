import FlowTrace

/// A subscription without a lane, between two operators, and its demand at a moment.
public struct HiddenEdge: Hashable, Sendable {
    /// The requesting operator below; `nil` if unknown.
    public let asker: NodeFact?
    /// Its outstanding demand.
    public let outstanding: Demand
    /// The event of its last value, if among its last few events.
    public let lastValue: Int?
    /// Whether it has ended.
    public let isOver: Bool
}

extension StreamModel {
    /// The number of events searched for the last value.
    private static let reach = 8

    /// The subscription out of an operator after the event `sequence`, if it is the only one and no lane shows it.
    ///
    /// - Complexity: O(edges + log *n*).
    public func hiddenEdge(below node: NodeID?, upTo sequence: Int) -> HiddenEdge? {
        guard let node, !showsEveryEdge else { return nil }
        let links = log.edges.filter { $0.role == .link && $0.upstream == node }
        guard links.count == 1, laneIndex(ofEdge: links[0].id) == nil else { return nil }
        let events = hiddenEvents(on: links[0].id, upTo: sequence).suffix(StreamModel.reach).compactMap { log[sequence: $0] }
        guard let last = events.last else { return nil }
        return HiddenEdge(
            asker: self.node(links[0].downstream), outstanding: outstanding(after: last),
            lastValue: events.last { $0.kind == .value }?.sequence,
            isOver: last.kind.isTerminal)
    }

    /// The subscription out of a lane's source or store; see ``hiddenEdge(below:upTo:)``.
    public func hiddenEdge(belowLane lane: Int, upTo sequence: Int) -> HiddenEdge? {
        guard lanes[lane].spec.role != .output, !lanes[lane].spec.isShared else { return nil }
        return hiddenEdge(below: edge(ofLane: lane)?.upstream, upTo: sequence)
    }
}
