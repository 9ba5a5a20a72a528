import FlowModel
import FlowTrace
import FlowVerdict

/// Searches the part of a trace that is not in memory, a step at a time.
///
/// A forward scan continues from a fold. A backward scan reads the stretches between keyframes, latest first.
public struct TraceScan: Sendable {
    /// The result of a step.
    public enum Outcome: Sendable {
        /// An event that matches, and its moment in the whole trace.
        case found(Moment, FoundEvent)
        /// There is more to read.
        case more
        /// No event matches.
        case none
    }

    /// A part of the trace: the fold before it, and its last event.
    private struct Stretch {
        var fold: TraceFold
        let last: Int
    }

    private let search: TraceSearch
    private let pipeline: PipelineID?
    public let direction: Direction
    private var stretch: Stretch
    /// The remaining stretches; the last of them is read next.
    private var rest: [Stretch] = []
    private var found: (moment: Moment, event: FoundEvent)?
    private var lanes: (names: [EdgeID: String], declarations: Int) = ([:], -1)

    /// Searches forward after a fold.
    ///
    /// - Parameters:
    ///   - search: The events to find.
    ///   - pipeline: The pipeline to search; `nil` for all.
    ///   - fold: The trace up to the start of the search.
    public init(_ search: TraceSearch, in pipeline: PipelineID?, after fold: TraceFold) {
        (self.search, self.pipeline, direction) = (search, pipeline, .next)
        stretch = Stretch(fold: fold.keyframe, last: .max)
    }

    /// Searches back from the event `sequence`.
    public init(_ search: TraceSearch, in pipeline: PipelineID?, before sequence: Int, _ index: TraceIndex) {
        (self.search, self.pipeline, direction) = (search, pipeline, .previous)
        let starts = index.keyframes.filter { $0.end.sequence < sequence }
        let ends = starts.dropFirst().map(\.end.sequence) + [sequence - 1]
        rest = zip(starts, ends).map { Stretch(fold: $0, last: $1) }
        stretch = rest.popLast() ?? Stretch(fold: TraceFold(), last: 0)
    }

    /// The progress of the scan.
    public var time: TraceTime { stretch.fold.end.time }

    /// Reads about `limit` more records.
    public mutating func step(limit: Int) -> Outcome {
        let wanted = 8_192
        var count = 0
        while count < limit {
            let step = stretch.fold.step(limit: wanted)
            count += step.records + 1
            scan(step)
            let isAtEnd = step.isLast || stretch.fold.end.sequence >= stretch.last
            if let found, isAtEnd || direction == .next { return .found(found.moment, found.event) }
            guard isAtEnd else { continue }
            guard let next = rest.popLast() else { return .none }
            stretch = next
        }
        return .more
    }

    /// Finds the first match among the new events, or, in a backward search, the last.
    private mutating func scan(_ step: TraceStep) {
        let (search, log) = (search, step.log)
        var pipelines = stretch.fold.pipelines
        for entry in step.entries.prefix(while: { $0.sequence <= stretch.last }) {
            var lane: String?
            guard search.matches(entry, in: log, lane: { name(of: entry, log, &pipelines, &lane) }) else { continue }
            if let pipeline, pipelines.pipeline(of: entry.edge) != pipelines.pipeline(of: pipeline.edge) { continue }
            let event = FoundEvent(entry, in: log, lane: name(of: entry, log, &pipelines, &lane))
            found = (Moment(time: entry.time, sequence: entry.sequence), event)
            if direction == .next { return }
        }
    }

    /// The name of an event's lane, cached in `known`.
    private mutating func name(
        of entry: TraceEntry, _ log: TraceLog, _ pipelines: inout Pipelines, _ known: inout String?
    ) -> String? {
        if let known { return known }
        guard let pipeline else { return log.edgeName(entry.edge) }
        if lanes.declarations != log.declarations {
            let indices = pipelines.members(of: pipeline)
            lanes = (PipelineLanes(of: indices, in: pipelines, log: log).laneOfEdge, log.declarations)
        }
        known = lanes.names[entry.edge]
        return known
    }
}
