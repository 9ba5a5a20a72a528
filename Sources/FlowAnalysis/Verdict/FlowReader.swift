import FlowTrace

/// Measures a trace file from its first record on, in bounded memory.
public struct FlowReader: Sendable {
    private static let step = 32_768

    private var trace: SteppedTrace
    private var meter = FlowMeter()

    /// Starts at the first record.
    ///
    /// - Parameter isScenario: Whether the file holds the run of a scenario, whose events are recorded as they are.
    public init(_ file: TraceFile, isScenario: Bool) { trace = SteppedTrace(file, isScenario: isScenario) }

    /// Reads the events up to a time, or else all.
    ///
    /// - Complexity: O(events).
    public mutating func read(until time: TraceTime? = nil) {
        while let step = trace.next(limit: FlowReader.step, until: time) {
            for entry in step.entries { meter.fold(entry, in: step.log) }
        }
    }

    /// A report on each pipeline, the one under the most pressure first.
    ///
    /// - Parameters:
    ///   - time: The moment; at the earliest that of the last event read.
    ///   - isOver: Whether no more events will come.
    public func reports(at time: TraceTime? = nil, isOver: Bool = false) -> [FlowReport] {
        FlowReport.byPressure(meter.reports(at: time, in: trace.log, isOver: isOver))
    }

    /// What was not read.
    public var gaps: TraceGaps { trace.gaps }

    /// Whether something was subscribed before the trace begins.
    public var beganLate: Bool { trace.beganLate }
}
