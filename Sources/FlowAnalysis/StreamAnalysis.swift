import FlowModel
import FlowTrace

/// A stream's model with what is concluded from its events: where values went, which rules were broken, what holds it back.
///
/// A value type: a copy is a snapshot. Updates only ever append.
public struct StreamAnalysis: Sendable {
    /// The events, on their lanes.
    public private(set) var model: StreamModel
    private var accounts: StreamAccounts

    /// Creates an empty stream with these lanes.
    public init(lanes: [LaneSpec]) {
        self.init(StreamModel(lanes: lanes))
    }

    /// Analyses the events that a model has already.
    public init(_ model: StreamModel) {
        self.model = model
        accounts = StreamAccounts(after: model.log.forgotten, isProgram: model.isProgram)
        accounts.update(from: model)
    }

    /// Drains a recorder and folds what came.
    public mutating func update(from recorder: Recorder) {
        update { recorder.drain(into: &$0) }
    }

    /// Lets `read` append to the log, and folds what came.
    public mutating func update(_ read: (inout TraceLog) -> Void) {
        model.update(read)
        accounts.update(from: model)
    }

    /// Takes the violations that were found by a reader of the whole trace, where this stream is not known from its first event.
    package mutating func learn(_ violations: [Violation]) {
        accounts.learn(violations, in: model)
    }

    // MARK: Violations

    /// The violations of the contract by the event `sequence`, by their events; those of edges without a lane too.
    ///
    /// - Complexity: O(log *n*).
    public func violations(upTo sequence: Int) -> ArraySlice<Violation> {
        violations.all(upTo: sequence)
    }

    /// The violations on a lane from a time on, by the event `sequence`; those at a buffer's edge without a lane are the buffer's.
    ///
    /// - Complexity: O(log *n*).
    public func violations(ofLane index: Int, from time: TraceTime = .zero, upTo sequence: Int) -> ArraySlice<Violation> {
        violations.on(index, from: time, upTo: sequence)
    }

    package var violations: ViolationIndex { accounts.violations }

    // MARK: Where values went, and what holds the stream back

    /// The ledger of a node after the event `sequence`: a line for each input.
    public func ledger(of node: NodeID, at sequence: Int) -> [LedgerLine] {
        accounts.ledger(after: sequence, in: model.log).lines(of: node, in: model.log, upTo: sequence)
    }

    /// What is known of the stream at a moment, of the pipeline under the most pressure where there are several; `nil` before the first
    /// event, and of a program's stream, which is measured with the whole program.
    ///
    /// - Complexity: O(edges) and some thousand events.
    public func report(at moment: Moment) -> FlowReport? {
        guard moment.sequence > 0, let meter = accounts.flow?.meter(after: moment.sequence, in: model.log) else { return nil }
        let reports = FlowReport.byPressure(meter.reports(at: moment.time, in: model.log))
        return reports.first { $0.verdict.kind != .unknown } ?? reports.first
    }
}
