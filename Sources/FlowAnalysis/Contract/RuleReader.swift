import FlowGraph
import FlowTrace
import FlowVerdict

/// Checks a trace file against the contract from its first record on, in bounded memory.
public struct RuleReader: Sendable {
    /// The number of records to read at a time. The same number of earlier events is kept, since their calls may still be open.
    private static let step = 4_096

    private var trace: SteppedTrace
    private var check = RuleCheck()
    /// The time until which the program is known to have run.
    private let end: TraceTime?

    /// Starts at the first record.
    ///
    /// - Parameters:
    ///   - file: A whole trace, or one that is being written.
    ///   - derivesEvents: Whether its events are derived from recorded calls. A scenario without tasks records events directly.
    public init(_ file: TraceFile, derivesEvents: Bool) {
        trace = SteppedTrace(file, derivesEvents: derivesEvents)
        end = file.knownUntil
    }

    /// The violations and notes up to a time, or else of all remaining events.
    ///
    /// - Parameters:
    ///   - time: The last moment that counts; `nil` for the end.
    ///   - isOver: Whether the program has ended, so that a waiting consumer never resumes.
    /// - Complexity: O(events).
    public mutating func violations(until time: TraceTime? = nil, isOver: Bool = false) -> ViolationList {
        var list = ViolationList()
        while let step = next(until: time) {
            for entry in step.entries { check.fold(entry, in: step.log, into: &list) }
        }
        guard isOver else { return list }
        let end = max(end ?? .zero, trace.log.end.time)
        for violation in check.violationsAtEnd(end) { list.record(broken: violation, in: trace.log) }
        return list
    }

    /// The violations of the next few events; `nil` if there are no more events.
    public mutating func nextViolations() -> [Violation]? {
        guard let step = next(until: nil) else { return nil }
        return step.entries.flatMap { check.fold($0, in: step.log) }.filter { !$0.isNote }
    }

    private mutating func next(until time: TraceTime?) -> TraceStep? {
        trace.next(limit: RuleReader.step, until: time, keeping: RuleReader.step)
    }
}
