import FlowTrace

/// Measures a trace file from its first record on, in bounded memory: what was measured is forgotten.
public struct FlowReader: Sendable {
    private static let step = 32_768

    private let file: TraceFile
    private var cursor: TraceCursor
    /// What is concluded of a program's trace; that of a scenario is taken as it is.
    private var reconstruction: Reconstruction?
    private var plain = TraceLog()
    private var meter = FlowMeter()
    private var isAtEnd = false

    /// Starts at the first record.
    ///
    /// - Parameter isScenario: Whether the file holds the run of a scenario, whose events need no conclusions.
    public init(_ file: TraceFile, isScenario: Bool) {
        self.file = file
        cursor = TraceCursor(file)
        if !isScenario { reconstruction = Reconstruction() }
    }

    /// Takes the events up to a time, all where left out.
    ///
    /// - Complexity: O(events).
    public mutating func read(until time: TraceTime? = nil) {
        while !isAtEnd {
            let before = log.count
            let count = readStep(until: time?.nanoseconds ?? .max)
            isAtEnd = count < FlowReader.step
            measure(after: before)
            reconstruction?.forget(upTo: .max)
            plain.forget(upTo: .max)
        }
    }

    private mutating func readStep(until horizon: UInt64) -> Int {
        if reconstruction == nil { return cursor.read(into: &plain, limit: FlowReader.step, until: horizon) }
        return cursor.read(into: &reconstruction!, limit: FlowReader.step, until: horizon)
    }

    private mutating func measure(after first: Int) {
        let log = log
        for entry in log.entries(after: first) { meter.take(entry, in: log) }
    }

    private var log: TraceLog {
        reconstruction?.log ?? plain
    }

    /// What can be said of each pipeline, the one under the most pressure first.
    ///
    /// - Parameters:
    ///   - time: The moment; that of the last event taken where it is earlier or left out.
    ///   - isOver: Whether nothing more will come.
    public func reports(at time: TraceTime? = nil, isOver: Bool = false) -> [FlowReport] {
        FlowReport.byPressure(meter.reports(at: time, in: log, isOver: isOver))
    }

    /// What was not read.
    public var gaps: TraceGaps {
        var gaps = TraceGaps()
        (gaps.missed, gaps.overwritten) = (log.missed, cursor.overtaken)
        (gaps.lostFacts, gaps.unreadableChunks) = (file.lostFacts, cursor.unreadableChunks)
        return gaps
    }

    /// Whether something was subscribed before the trace begins.
    public var beganLate: Bool {
        reconstruction.map { $0.strayCalls > 0 || $0.isIncomplete } ?? false
    }
}
