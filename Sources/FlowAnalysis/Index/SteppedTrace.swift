import FlowGraph
import FlowTrace

/// The events of a trace file, read piece by piece: what is concluded of a program's records, or those of a scenario's run as they are.
package struct SteppedTrace: Sendable {
    private let file: TraceFile
    private var cursor: TraceCursor
    /// `nil` of the run of a scenario, whose events need no conclusions.
    private var reconstruction: Reconstruction?
    private var plain = TraceLog()

    /// Starts at the first record.
    package init(_ file: TraceFile, isScenario: Bool) {
        self.file = file
        cursor = TraceCursor(file)
        if !isScenario { reconstruction = Reconstruction() }
    }

    /// The graph, and the events since they were forgotten last.
    package var log: TraceLog {
        reconstruction?.log ?? plain
    }

    /// Takes the next records up to a time, at most `limit`, and returns how many.
    ///
    /// - Complexity: O(records).
    package mutating func read(limit: Int, until horizon: TraceTime? = nil) -> Int {
        let horizon = horizon?.nanoseconds ?? .max
        if reconstruction == nil { return cursor.read(into: &plain, limit: limit, until: horizon) }
        return cursor.read(into: &reconstruction!, limit: limit, until: horizon)
    }

    /// Lets go of the events up to a sequence number.
    ///
    /// - Complexity: O(held values + kept events).
    package mutating func forget(upTo sequence: Int) {
        reconstruction?.forget(upTo: sequence)
        plain.forget(upTo: sequence)
    }

    /// What was not read.
    var gaps: TraceGaps {
        var gaps = TraceGaps()
        (gaps.missed, gaps.overwritten) = (log.missed, cursor.overtaken)
        (gaps.lostFacts, gaps.unreadableChunks) = (file.lostFacts, cursor.unreadableChunks)
        return gaps
    }

    /// Whether something was subscribed before the trace begins.
    var beganLate: Bool {
        reconstruction.map { $0.strayCalls > 0 || $0.isIncomplete } ?? false
    }
}
