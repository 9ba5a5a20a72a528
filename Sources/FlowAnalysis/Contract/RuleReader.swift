import FlowTrace

/// Holds a trace file against the contract from its first record on, in bounded memory.
public struct RuleReader: Sendable {
    /// How many records are read at a time. As many events before them are kept, since their calls may still be open.
    private static let step = 4_096

    private var trace: SteppedTrace
    private var check = RuleCheck()
    private var isAtEnd = false

    /// Starts at the first record.
    ///
    /// - Parameter isScenario: Whether the file holds the run of a scenario, whose events need no conclusions.
    public init(_ file: TraceFile, isScenario: Bool) {
        trace = SteppedTrace(file, isScenario: isScenario)
    }

    /// What the events up to a time show, all that are left where left out.
    ///
    /// - Complexity: O(events).
    public mutating func findings(until time: TraceTime? = nil) -> RuleFindings {
        var findings = RuleFindings()
        while let entries = next(until: time) {
            let log = trace.log
            for entry in entries { check.take(entry, in: log, into: &findings) }
        }
        return findings
    }

    /// What the next few events break; `nil` where there are no more.
    public mutating func breaches() -> [Violation]? {
        guard let entries = next(until: nil) else { return nil }
        let log = trace.log
        return entries.flatMap { check.take($0, in: log) }.filter { !$0.isNote }
    }

    private mutating func next(until time: TraceTime?) -> ArraySlice<TraceEntry>? {
        guard !isAtEnd else { return nil }
        let known = trace.log.count
        trace.forget(upTo: known - RuleReader.step)
        isAtEnd = trace.read(limit: RuleReader.step, until: time) < RuleReader.step
        return trace.log.entries(after: known)
    }
}
