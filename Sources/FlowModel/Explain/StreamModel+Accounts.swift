import FlowTrace

extension StreamModel {
    /// The breaches of the contract by the event `sequence`, those of edges without a lane too.
    public func violations(upTo sequence: Int) -> [Violation] {
        accounts.violations(upTo: sequence)
    }

    /// The breaches on a lane by the event `sequence`.
    public func violations(ofLane index: Int, upTo sequence: Int) -> [Violation] {
        violations(upTo: sequence).filter { log[sequence: $0.sequence].flatMap(laneIndex) == index }
    }

    /// The ledger of a node after the event `sequence`: a line for each input.
    public func ledger(of node: NodeID, at sequence: Int) -> [LedgerLine] {
        accounts.ledger(after: sequence, in: log).lines(of: node, in: log, upTo: sequence)
    }
}
