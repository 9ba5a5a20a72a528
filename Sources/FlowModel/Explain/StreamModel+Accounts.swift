import FlowTrace

extension StreamModel {
    /// The breaches of the contract by the event `sequence`, those of edges without a lane too.
    public func violations(upTo sequence: Int) -> [Violation] {
        accounts.violations(upTo: sequence)
    }

    /// The breaches on a lane by the event `sequence`; those at a buffer's edge without a lane are the buffer's.
    public func violations(ofLane index: Int, upTo sequence: Int) -> [Violation] {
        violations(upTo: sequence).filter { (laneIndex(ofEdge: $0.edge) ?? bufferLane(at: $0.edge)) == index }
    }

    private func bufferLane(at edge: EdgeID) -> Int? {
        guard let fact = log.edge(edge) else { return nil }
        return lanes.indices.first { lane in
            let node = lanes[lane].spec.role == .buffer ? node(ofLane: lane)?.id : nil
            return node != nil && (node == fact.downstream || node == fact.upstream)
        }
    }

    /// The ledger of a node after the event `sequence`: a line for each input.
    public func ledger(of node: NodeID, at sequence: Int) -> [LedgerLine] {
        accounts.ledger(after: sequence, in: log).lines(of: node, in: log, upTo: sequence)
    }
}
