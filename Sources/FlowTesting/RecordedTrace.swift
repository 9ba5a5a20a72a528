import FlowModel
import FlowTrace

/// What ``record(values:_:)`` saw, to be asked by a test.
public struct RecordedTrace: Sendable {
    private let log: TraceLog
    private let tally: RunTally

    init(_ log: TraceLog) {
        self.log = log
        var tally = RunTally()
        for entry in log.entries { tally.take(entry, in: log) }
        self.tally = tally
    }

    /// The names of the stages, from the first that was subscribed: operators by their name, others by their label.
    public var stages: [String] {
        tally.names
    }

    /// What the stages of a name have come to; several of one name count together.
    ///
    /// - Precondition: There is such a stage. A name that is mistyped must not pass a test.
    public subscript(stage: String) -> StageTally {
        guard let found = tally.stage(stage) else {
            preconditionFailure("no stage '\(stage)' was recorded; stages are \(stages.joined(separator: ", "))")
        }
        return found
    }

    /// Where the run breaks what it is held to: the first event for each expectation that does not hold.
    ///
    /// - Complexity: O(events × expectations).
    public func failures(_ expectations: [Expectation]) -> [CheckFailure] {
        var check = RunCheck(expectations)
        for entry in log.entries { check.take(entry, in: log) }
        return check.failures()
    }

    /// Holds the run to expectations.
    ///
    /// - Throws: ``BrokenExpectations``, which says for each what broke it and when.
    public func expect(_ expectations: Expectation...) throws(BrokenExpectations) {
        let failures = failures(expectations)
        guard failures.isEmpty else { throw BrokenExpectations(failures: failures) }
    }
}
