import FlowTrace

/// Measures a trace file from its first record on, in bounded memory: what was measured is forgotten.
public struct FlowReader: Sendable {
    private static let step = 32_768

    private var trace: SteppedTrace
    private var meter = FlowMeter()
    private var isAtEnd = false

    /// Starts at the first record.
    ///
    /// - Parameter isScenario: Whether the file holds the run of a scenario, whose events need no conclusions.
    public init(_ file: TraceFile, isScenario: Bool) {
        trace = SteppedTrace(file, isScenario: isScenario)
    }

    /// Takes the events up to a time, all where left out.
    ///
    /// - Complexity: O(events).
    public mutating func read(until time: TraceTime? = nil) {
        while !isAtEnd {
            let step = trace.step(limit: FlowReader.step, until: time?.nanoseconds ?? .max)
            isAtEnd = step.isLast
            for entry in step.entries { meter.take(entry, in: step.log) }
        }
    }

    /// What can be said of each pipeline, the one under the most pressure first.
    ///
    /// - Parameters:
    ///   - time: The moment; that of the last event taken where it is earlier or left out.
    ///   - isOver: Whether nothing more will come.
    public func reports(at time: TraceTime? = nil, isOver: Bool = false) -> [FlowReport] {
        FlowReport.byPressure(meter.reports(at: time, in: trace.log, isOver: isOver))
    }

    /// What was not read.
    public var gaps: TraceGaps { trace.gaps }

    /// Whether something was subscribed before the trace begins.
    public var beganLate: Bool { trace.beganLate }
}
