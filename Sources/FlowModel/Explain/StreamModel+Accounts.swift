import FlowTrace

extension StreamModel {
    /// The breaches of the contract by the event `sequence`, by their events; those of edges without a lane too.
    ///
    /// - Complexity: O(log *n*).
    public func violations(upTo sequence: Int) -> ArraySlice<Violation> {
        accounts.violations.all(upTo: sequence)
    }

    /// The breaches on a lane from a time on, by the event `sequence`; those at a buffer's edge without a lane are the buffer's.
    ///
    /// - Complexity: O(log *n*).
    public func violations(ofLane index: Int, from time: TraceTime = .zero, upTo sequence: Int) -> ArraySlice<Violation> {
        accounts.violations.on(index, from: time, upTo: sequence)
    }

    /// The lane on which the breaches at an edge are shown, `nil` for none.
    func laneOfBreaches(at edge: EdgeID) -> Int? {
        laneIndex(ofEdge: edge) ?? bufferLane(at: edge)
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
