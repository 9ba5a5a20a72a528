import FlowTrace

/// Measures a trace file from its first record on, in bounded memory: what was measured is forgotten.
public struct FlowReader: Sendable {
    private static let step = 32_768

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
    /// - Parameter time: The moment; that of the last event taken where it is earlier or left out.
    public func reports(at time: TraceTime? = nil) -> [FlowReport] {
        FlowReport.byPressure(meter.reports(at: time, in: log))
    }

    /// What is not known of the trace as a whole, a sentence each.
    public var notes: [String] {
        var notes: [String] = []
        if cursor.unreadableChunks > 0 { notes.append("\(cursor.unreadableChunks) chunks of the file are unreadable") }
        if cursor.overtaken > 0 { notes.append("\(cursor.overtaken) records were written over before they were read") }
        if cursor.unreadableChunks == 0, reconstruction?.isIncomplete == true {
            notes.append("something was subscribed before the trace begins")
        }
        return notes
    }
}
