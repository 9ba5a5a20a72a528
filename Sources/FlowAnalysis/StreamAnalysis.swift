import FlowModel
import FlowTrace
import FlowVerdict

/// A stream's model with the analysis of its events: the fate of values, broken rules, and the stage that holds the stream back.
///
/// A value type: a copy is a snapshot. Updates only ever append.
public struct StreamAnalysis: Sendable {
    /// The events, on their lanes.
    public private(set) var model: StreamModel
    private var accounts: StreamAccounts

    /// Creates the analysis of lanes without events.
    ///
    /// - Parameters:
    ///   - lanes: The lanes, from source to sink.
    ///   - derivesEvents: Whether its events are derived from a tracer's records.
    public init(lanes: [LaneSpec], derivesEvents: Bool = false) {
        self.init(StreamModel(lanes: lanes, derivesEvents: derivesEvents))
    }

    /// Starts with the events of a model.
    public init(_ model: StreamModel) {
        self.model = model
        accounts = StreamAccounts(after: model.log.forgotten, isExcerpt: model.isExcerpt)
        accounts.update(from: model)
    }

    /// Drains a recorder and folds the new events.
    public mutating func update(from recorder: Recorder) {
        model.update(from: recorder)
        accounts.update(from: model)
    }

    /// Reads everything written to a file so far, and folds the new events.
    public mutating func update(from cursor: inout TraceCursor) {
        model.update(from: &cursor)
        accounts.update(from: model)
    }

    /// Lets `read` append to the log, and folds the new events.
    public mutating func update(_ read: (inout TraceLog) -> Void) {
        model.update(read)
        accounts.update(from: model)
    }

    /// Replaces the violations by the findings of a check of the whole trace, for a stream without its first events.
    package mutating func adopt(_ violations: [Violation]) { accounts.adopt(violations, in: model) }

    // MARK: Violations

    /// The violations up to the event `sequence`, in order of their events, including those on edges without a lane.
    ///
    /// - Complexity: O(log *n*).
    public func violations(upTo sequence: Int) -> ArraySlice<Violation> { violations.all(upTo: sequence) }

    /// The violations on a lane from a time on, up to the event `sequence`. A violation on an edge without a lane counts for the
    /// buffer next to the edge.
    ///
    /// - Complexity: O(log *n*).
    public func violations(ofLane index: Int, from time: TraceTime = .zero, upTo sequence: Int) -> ArraySlice<Violation> {
        violations.on(index, from: time, upTo: sequence)
    }

    package var violations: ViolationIndex { accounts.violations }

    // MARK: Ledgers and verdicts

    /// The ledger of a node after the event `sequence`: a line for each input.
    public func ledger(of node: NodeID, at sequence: Int) -> [LedgerLine] {
        accounts.ledger(after: sequence, in: model.log).lines(of: node, in: model.log, upTo: sequence)
    }

    /// The report on the stream at a moment. Of several pipelines, it covers the pipeline under the most pressure, or the last to
    /// end. `nil` before the first event, and for an excerpt of a larger trace, which is measured as a whole.
    ///
    /// - Complexity: O(edges + events that `FoldHistory` reads again).
    public func report(at moment: Moment) -> PipelineReport? {
        guard moment.sequence > 0, let meter = accounts.flow?.fold(after: moment.sequence, in: model.log) else { return nil }
        return meter.reportsByPressure(at: moment.time, in: model.log).first
    }
}

/// Running sums over a stream's events: the fate of values, broken rules, and the time that its stages spend in each condition.
struct StreamAccounts: Sendable {
    private(set) var violations = ViolationIndex()
    /// The time of the stages by condition; `nil` for an excerpt of a larger trace, which is measured as a whole.
    private(set) var flow: FoldHistory<UtilizationMeter>?
    private var check = RuleCheck()
    private var ledgers: FoldHistory<Ledger>

    /// - Parameter sequence: The event after which to start; 0 for the beginning.
    init(after sequence: Int, isExcerpt: Bool) {
        ledgers = FoldHistory(Ledger(isWindow: sequence > 0), after: sequence)
        if !isExcerpt { flow = FoldHistory(UtilizationMeter(), after: sequence) }
    }

    /// Folds the new events of a model.
    mutating func update(from model: StreamModel) {
        let log = model.log
        for entry in log.entries(after: ledgers.last) {
            for violation in check.fold(entry, in: log) where !violation.isNote {
                violations.add(violation, lane: StreamAccounts.lane(of: violation, in: model))
            }
        }
        ledgers.update(from: log)
        flow?.update(from: log)
    }

    mutating func adopt(_ found: [Violation], in model: StreamModel) {
        violations = ViolationIndex()
        for violation in found { violations.add(violation, lane: StreamAccounts.lane(of: violation, in: model)) }
    }

    /// The lane on which a violation is shown; `nil` for none.
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
    /// - Complexity: O(events that `FoldHistory` reads again).
    func ledger(after sequence: Int, in log: TraceLog) -> Ledger {
        ledgers.fold(after: sequence, in: log) ?? Ledger(isWindow: true)
    }
}
