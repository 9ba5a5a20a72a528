import FlowAnalysis
import FlowTrace
import FlowVerdict

/// The events of a trace in order, each with the counters of its edge, and their lanes.
///
/// A program's trace is read twice, for its lanes and for its events, and never kept: memory grows with the graph and the
/// buffers, not with the events.
public struct ExportEvents {
    private enum Source {
        case run(TraceLog)
        /// The file, and the number of its records that the lanes cover; a file still being written may have more.
        case program(TraceFile, records: Int)
    }

    private static let step = 32_768

    private let source: Source
    /// The lanes of the whole trace.
    public let lanes: ExportLanes
    /// The nodes and edges of the whole trace.
    public let graph: TraceLog
    /// The fold of the whole trace, without its events; empty for a scenario's run.
    public let fold: TraceFold

    /// Creates the events of a scenario's run.
    public init(of log: TraceLog, lanes: [LaneSpec]) {
        source = .run(log)
        self.lanes = ExportLanes(of: log, lanes: lanes)
        graph = log
        fold = TraceFold()
    }

    /// Creates the events of a program's trace.
    ///
    /// - Complexity: O(events).
    public init(of file: TraceFile) {
        var (fold, records, isWhole) = (TraceFold(file), 0, false)
        while !isWhole {
            let step = fold.step(limit: ExportEvents.step)
            (records, isWhole) = (records + step.records, step.isLast)
        }
        fold.forget(upTo: .max)
        source = .program(file, records: records)
        lanes = ExportLanes(ofProgram: fold.pipelines, in: fold.reconstruction.log)
        graph = fold.reconstruction.log
        self.fold = fold
    }

    /// Calls `body` with every event, the log that holds its value, and the counters after it.
    ///
    /// - Complexity: O(events).
    public func forEach(_ body: (TraceEntry, TraceLog, EdgeCounters) -> Void) {
        var counters = EdgeCounters()
        switch source {
        case .run(let log): ExportEvents.pass(log.entries[...], of: log, &counters, body)
        case .program(let file, let records):
            var (trace, rest) = (SteppedTrace(file, derivesEvents: true), records)
            while rest > 0 {
                let step = trace.step(limit: min(rest, ExportEvents.step))
                ExportEvents.pass(step.entries, of: step.log, &counters, body)
                rest = step.records > 0 ? rest - step.records : 0
            }
        }
    }

    private static func pass(
        _ entries: ArraySlice<TraceEntry>, of log: TraceLog, _ counters: inout EdgeCounters,
        _ body: (TraceEntry, TraceLog, EdgeCounters) -> Void
    ) {
        for entry in entries {
            counters.add(entry, in: log)
            body(entry, log, counters)
        }
    }
}
