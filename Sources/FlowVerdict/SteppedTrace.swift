import FlowGraph
import FlowTrace

/// A trace that is read in steps. Each step forgets the events of earlier steps.
package protocol SteppedReading {
    /// The graph, and the events that were not forgotten.
    var log: TraceLog { get }

    /// Reads at most `limit` of the next records, up to a time in nanoseconds, and returns their number.
    mutating func read(limit: Int, until horizon: UInt64) -> Int

    /// Forgets the events up to a sequence number.
    mutating func forget(upTo sequence: Int)
}

/// The result of a step.
package struct TraceStep {
    /// The number of records read.
    package let records: Int
    /// Their events, in order.
    package let entries: ArraySlice<TraceEntry>
    /// The log with their values.
    package let log: TraceLog
    /// Whether there was nothing more to read.
    package let isLast: Bool
}

extension SteppedReading {
    /// Forgets the events of earlier steps, and reads the next records.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of records to read.
    ///   - horizon: The time up to which to read, in nanoseconds.
    ///   - kept: The number of earlier events to keep. Up to twice as many stay, since forgetting even a few events moves all
    ///     others.
    /// - Complexity: O(records), and O(held values + kept events) for forgetting.
    package mutating func step(limit: Int, until horizon: UInt64 = .max, keeping kept: Int = 0) -> TraceStep {
        let known = log.count
        if known - log.forgotten > 2 * kept { forget(upTo: known - kept) }
        let records = read(limit: limit, until: horizon)
        let log = log
        return TraceStep(records: records, entries: log.entries(after: known), log: log, isLast: records < limit)
    }
}

/// The events of a trace file, read in steps: derived from recorded calls, or recorded directly.
package struct SteppedTrace: SteppedReading, Sendable {
    private let file: TraceFile
    private var cursor: TraceCursor
    /// `nil` if events were recorded directly.
    private var reconstruction: Reconstruction?
    private var plain = TraceLog()
    private var isAtEnd = false

    /// Starts at the first record.
    ///
    /// - Parameter derivesEvents: Whether events are derived from the records, as for a program or a scenario of tasks. The
    ///   probes of other scenarios record the events themselves.
    package init(_ file: TraceFile, derivesEvents: Bool) {
        self.file = file
        cursor = TraceCursor(file)
        if derivesEvents { reconstruction = Reconstruction() }
    }

    package var log: TraceLog { reconstruction?.log ?? plain }

    /// The next step; `nil` after the last one.
    package mutating func next(limit: Int, until time: TraceTime?, keeping kept: Int = 0) -> TraceStep? {
        guard !isAtEnd else { return nil }
        let step = step(limit: limit, until: time?.nanoseconds ?? .max, keeping: kept)
        isAtEnd = step.isLast
        return step
    }

    package mutating func read(limit: Int, until horizon: UInt64) -> Int {
        if reconstruction == nil { return cursor.read(into: &plain, limit: limit, until: horizon) }
        return cursor.read(into: &reconstruction!, limit: limit, until: horizon)
    }

    package mutating func forget(upTo sequence: Int) {
        reconstruction?.forget(upTo: sequence)
        plain.forget(upTo: sequence)
    }

    /// The numbers of the live consumers above a stage, by which a viewer can hold it.
    ///
    /// - Complexity: O(edges × edges of the stage).
    func consumers(of stage: StageID) -> [UInt64] {
        guard let reconstruction else { return [] }
        let edges = log.edges.filter { edge in
            switch stage {
            case .node(let node): edge.role == .link && edge.downstream == node
            case .below(let id): edge.id == id
            }
        }
        return edges.compactMap { reconstruction.consumerNumber(of: $0.id) }
    }

    /// The records that were not read.
    var gaps: TraceGaps {
        var gaps = TraceGaps()
        (gaps.missed, gaps.overwritten) = (log.missed, cursor.overtaken)
        (gaps.timesBack, gaps.unknownRecords) = (log.timesBack, log.unknownRecords)
        (gaps.lostFacts, gaps.unreadableChunks) = (file.lostFacts, cursor.unreadableChunks)
        return gaps
    }

    /// Whether so many unread records were overwritten that the ends of known subscriptions may be lost.
    var hasLostTrack: Bool { cursor.hasLostTrack }

    /// Whether subscriptions existed before the trace began.
    var beganLate: Bool { reconstruction.map { $0.strayCalls > 0 || $0.isIncomplete } ?? false }
}
