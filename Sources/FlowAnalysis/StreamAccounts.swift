import FlowModel
import FlowTrace

/// What is kept account of while a stream's events come: where values go, which rules are broken, how its stages spend their time.
///
/// The ledger is kept at its end, with copies on the way from which any moment is found.
struct StreamAccounts: Sendable {
    /// How many events lie between two copies of the ledger.
    private static let stride = 4_096

    /// The violations.
    private(set) var violations = ViolationIndex()
    /// How a scenario's stages spent their time; `nil` of a program, which is measured as a whole, not pipeline by pipeline.
    private(set) var flow: FlowHistory?
    private var check = RuleCheck()
    private var ledger: Ledger
    /// Copies, each with the event up to which it goes.
    private var copies: [(sequence: Int, ledger: Ledger)] = []
    private var last: Int

    /// Starts after the event `sequence`, 0 for the first.
    init(after sequence: Int, isProgram: Bool) {
        last = sequence
        ledger = Ledger(isWindow: sequence > 0)
        copies = [(sequence, ledger)]
        if !isProgram { flow = FlowHistory(after: sequence) }
    }

    /// Takes the events that a model has got since the last time.
    mutating func update(from model: StreamModel) {
        let log = model.log
        for entry in log.entries(after: last) {
            ledger.take(entry, in: log)
            last = entry.sequence
            if last - (copies.last?.sequence ?? 0) >= StreamAccounts.stride { copies.append((last, ledger)) }
            for violation in check.take(entry, in: log) where !violation.isNote {
                violations.add(violation, lane: StreamAccounts.lane(of: violation, in: model))
            }
        }
        flow?.update(from: log)
    }

    /// Takes the violations that were found by who saw the trace from its first event; own ones are none where it did not.
    mutating func learn(_ found: [Violation], in model: StreamModel) {
        violations = ViolationIndex()
        for violation in found { violations.add(violation, lane: StreamAccounts.lane(of: violation, in: model)) }
    }

    /// The lane on which a violation is shown, `nil` for none.
    private static func lane(of violation: Violation, in model: StreamModel) -> Int? {
        model.laneIndex(ofEdge: violation.edge) ?? bufferLane(at: violation.edge, in: model)
    }

    private static func bufferLane(at edge: EdgeID, in model: StreamModel) -> Int? {
        guard let fact = model.log.edge(edge) else { return nil }
        return model.lanes.indices.first { lane in
            let node = model.lanes[lane].spec.role == .buffer ? model.node(ofLane: lane)?.id : nil
            return node != nil && (node == fact.downstream || node == fact.upstream)
        }
    }

    /// The ledger after the event `sequence`.
    ///
    /// - Complexity: O(log *n*) and a bounded number of events.
    func ledger(after sequence: Int, in log: TraceLog) -> Ledger {
        guard sequence < last else { return ledger }
        let place = copies.partitioningIndex { $0.sequence > sequence }
        guard place > 0 else { return Ledger(isWindow: true) }
        var ledger = copies[place - 1].ledger
        for entry in log.entries(after: copies[place - 1].sequence, upTo: sequence) { ledger.take(entry, in: log) }
        return ledger
    }
}
