import FlowTrace

/// Holds a trace file against the contract from its first record on, in bounded memory.
public struct RuleReader: Sendable {
    /// So many records are read at a time; as many events before them are kept, in which calls may be open.
    private static let step = 4_096

    private var trace: SteppedTrace
    private var check = RuleCheck()

    /// Starts at the first record.
    ///
    /// - Parameter isScenario: Whether the file holds the run of a scenario, whose events need no conclusions.
    public init(_ file: TraceFile, isScenario: Bool) {
        trace = SteppedTrace(file, isScenario: isScenario)
    }

    /// What the events up to a time have shown, all where left out.
    ///
    /// - Complexity: O(events).
    public mutating func findings(until time: TraceTime? = nil) -> RuleFindings {
        var (findings, known) = (RuleFindings(), 0)
        while true {
            let count = trace.read(limit: RuleReader.step, until: time)
            judge(after: known, &findings)
            known = trace.log.count
            guard count == RuleReader.step else { return findings }
            trace.forget(upTo: known - RuleReader.step)
        }
    }

    private mutating func judge(after first: Int, _ findings: inout RuleFindings) {
        let log = trace.log
        for entry in log.entries(after: first) {
            let found = check.take(entry, in: log)
            if !found.isEmpty { findings.take(found, in: log) }
        }
    }
}
