import FlowTrace

/// Holds a trace file against the contract from its first record on, in bounded memory.
public struct RuleReader: Sendable {
    /// So many records are read at a time; as many events before them are kept, in which calls may be open.
    private static let step = 4_096

    private var cursor: TraceCursor
    /// What is concluded of a program's trace; that of a scenario is taken as it is.
    private var reconstruction: Reconstruction?
    private var plain = TraceLog()
    private var check = RuleCheck()

    /// Starts at the first record.
    ///
    /// - Parameter isScenario: Whether the file holds the run of a scenario, whose events need no conclusions.
    public init(_ file: TraceFile, isScenario: Bool) {
        cursor = TraceCursor(file)
        if !isScenario { reconstruction = Reconstruction() }
    }

    /// What the events up to a time have shown, all where left out.
    ///
    /// - Complexity: O(events).
    public mutating func findings(until time: TraceTime? = nil) -> RuleFindings {
        var (findings, known) = (RuleFindings(), 0)
        while true {
            let count = readStep(until: time?.nanoseconds ?? .max)
            let log = reconstruction?.log ?? plain
            for entry in log.entries(after: known) {
                let found = check.take(entry, in: log)
                if !found.isEmpty { findings.take(found, in: log) }
            }
            known = log.count
            guard count == RuleReader.step else { return findings }
            reconstruction?.forget(upTo: known - RuleReader.step)
            plain.forget(upTo: known - RuleReader.step)
        }
    }

    private mutating func readStep(until horizon: UInt64) -> Int {
        if reconstruction == nil { return cursor.read(into: &plain, limit: RuleReader.step, until: horizon) }
        return cursor.read(into: &reconstruction!, limit: RuleReader.step, until: horizon)
    }
}
