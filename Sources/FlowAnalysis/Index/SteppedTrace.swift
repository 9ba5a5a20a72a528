import FlowGraph
import FlowTrace

/// A trace that is read in steps, each of which lets go of the events before it.
package protocol SteppedReading {
    /// The graph, and the events since they were forgotten last.
    var log: TraceLog { get }

    /// Reads the next records up to a time in nanoseconds, at most `limit`, and returns how many there were.
    mutating func read(limit: Int, until horizon: UInt64) -> Int

    /// Lets go of the events up to a sequence number.
    mutating func forget(upTo sequence: Int)
}

/// What a step read.
package struct TraceStep {
    /// How many records.
    package let records: Int
    /// What they told of, in order.
    package let entries: ArraySlice<TraceEntry>
    /// The log that has their values.
    package let log: TraceLog
    /// Whether there was nothing more to read.
    package let isLast: Bool
}

extension SteppedReading {
    /// Lets go of what the steps before have read, and reads on.
    ///
    /// - Parameters:
    ///   - limit: How many records are read at most.
    ///   - horizon: The time up to which they are read, in nanoseconds.
    ///   - kept: How many events before the new ones stay at least, if there are as many; up to twice as many do, since letting go of a
    ///     few would move all that stay.
    /// - Complexity: O(records), and O(held values + kept events) for letting go.
    package mutating func step(limit: Int, until horizon: UInt64 = .max, keeping kept: Int = 0) -> TraceStep {
        let known = log.count
        if known - log.forgotten > 2 * kept { forget(upTo: known - kept) }
        let records = read(limit: limit, until: horizon)
        let log = log
        return TraceStep(records: records, entries: log.entries(after: known), log: log, isLast: records < limit)
    }
}

/// The events of a trace file, read piece by piece: what is concluded of a program's records, or those of a scenario's run as they are.
package struct SteppedTrace: SteppedReading, Sendable {
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

    package mutating func read(limit: Int, until horizon: UInt64) -> Int {
        if reconstruction == nil { return cursor.read(into: &plain, limit: limit, until: horizon) }
        return cursor.read(into: &reconstruction!, limit: limit, until: horizon)
    }

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
