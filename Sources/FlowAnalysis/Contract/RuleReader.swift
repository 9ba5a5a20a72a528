import FlowTrace

/// Holds a trace file against the contract from its first record on, in bounded memory.
public struct RuleReader: Sendable {
    /// How many records are read at a time. At least as many events before them are kept, since their calls may still be open.
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
        while let step = next(until: time) {
            for entry in step.entries { check.take(entry, in: step.log, into: &findings) }
        }
        return findings
    }

    /// What the next few events break; `nil` where there are no more.
    public mutating func breaches() -> [Violation]? {
        guard let step = next(until: nil) else { return nil }
        return step.entries.flatMap { check.take($0, in: step.log) }.filter { !$0.isNote }
    }

    private mutating func next(until time: TraceTime?) -> TraceStep? {
        guard !isAtEnd else { return nil }
        let step = trace.step(limit: RuleReader.step, until: time?.nanoseconds ?? .max, keeping: RuleReader.step)
        isAtEnd = step.isLast
        return step
    }
}
