import FlowTrace

/// An end that an operator received from above and did not pass on at once.
public struct EndWait: Hashable, Sendable {
    /// The lane of the operator's store; `nil` if it has none.
    public let store: Int?
    /// The lane of the operator's output.
    public let outlet: Int
    /// The operator.
    public let node: NodeFact
    /// The next operator below it that may keep an end; `nil` for none.
    public let next: NodeFact?
    /// Whether it is a failure.
    public let isFailure: Bool
    /// The event of its arrival at the operator.
    public let since: Mark
    /// The event of its departure, or of the outlet's cancellation; `nil` while it waits.
    public let until: Mark?
}

extension StreamModel {
    /// The end that waits or has waited in the operator above a lane; `nil` if none arrived, or if it passed at once.
    ///
    /// - Complexity: O(edges + lanes · log *n*).
    public func endWait(above outlet: Int, upTo sequence: Int) -> EndWait? {
        guard let way = way(to: outlet), let got = end(into: way, upTo: sequence) else { return nil }
        let until = lanes[outlet].ending(upTo: sequence)
        if let until, until.time <= got.mark.time { return nil }
        return EndWait(
            store: way.store, outlet: outlet, node: way.node, next: way.next, isFailure: got.isFailure, since: got.mark,
            until: until)
    }

    /// The ends that wait or have waited by the event `sequence`, top to bottom.
    public func endWaits(upTo sequence: Int) -> [EndWait] {
        lanes.indices.compactMap { endWait(above: $0, upTo: sequence) }
    }

    /// The ends that wait after the event `sequence`, top to bottom.
    public func waitingEnds(at sequence: Int) -> [EndWait] { endWaits(upTo: sequence).filter { $0.until == nil } }

    private typealias Way = (node: NodeFact, next: NodeFact?, store: Int?, inputs: [Int])

    private func way(to outlet: Int) -> Way? {
        guard let path = path(to: outlet) else { return nil }
        let stores = path.nodes.map(store(of:))
        let keeper = stores.firstIndex { $0 != nil } ?? path.nodes.firstIndex(where: \.keepsEnds)
        guard let keeper, path.nodes[keeper].keepsEnds else { return nil }
        let node = path.nodes[keeper]
        // Inner publishers, which the operator makes from values, end before the operator does.
        let inputs = node.operation.makesPublishers ? path.inputs.filter { !lanes[$0].spec.isShared } : path.inputs
        guard !inputs.isEmpty, !inputs.contains(where: { lanes[$0].spec.isShared }) else { return nil }
        return (node, path.nodes[..<keeper].last(where: \.keepsEnds), stores[keeper], inputs)
    }

    /// The end of an operator's last input, or the first failure of an input or of its store.
    private func end(into way: Way, upTo sequence: Int) -> (mark: Mark, isFailure: Bool)? {
        if let refused = way.store.flatMap({ failure(ofStore: $0, upTo: sequence) }) { return (refused, true) }
        let ends = way.inputs.compactMap { lanes[$0].ending(upTo: sequence) }
        if let failure = ends.first(where: { $0.kind == .failure }) { return (failure, true) }
        guard ends.count == way.inputs.count, ends.allSatisfy({ $0.kind == .finished }) else { return nil }
        return ends.max { $0.sequence < $1.sequence }.map { ($0, false) }
    }

    /// The value that made a full store fail.
    private func failure(ofStore lane: Int, upTo sequence: Int) -> Mark? {
        let refused = lanes[lane].lastMark(of: { $0.dropped - $0.droppedWhileHeld }, upTo: sequence)
        return refused.flatMap { log[sequence: $0.sequence]?.event.dropReason == .error ? $0 : nil }
    }
}

extension NodeFact {
    /// Whether it may keep a received end, as it keeps values.
    fileprivate var keepsEnds: Bool {
        switch role {
        case .buffer, .pace: true
        case .transform: operation.holding != nil
        case .source, .replay, .sink: false
        }
    }
}
