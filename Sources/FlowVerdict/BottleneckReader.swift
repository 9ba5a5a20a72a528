import FlowModel
import FlowTrace

/// Measures a trace file from its first record on, in bounded memory.
public struct BottleneckReader: Sendable {
    private static let step = 32_768

    private var trace: SteppedTrace
    private var meter = UtilizationMeter()
    private var pipelines = Pipelines(countingAll: false)
    private let isOneRun: Bool
    private let kept: Int

    /// Starts at the first record.
    ///
    /// - Parameters:
    ///   - file: The trace.
    ///   - isOneRun: Whether its pipelines are parts of one run, which are judged together.
    ///   - derivesEvents: Whether its events are derived from recorded calls. Otherwise the records are the events.
    ///   - kept: The number of events to keep from one call of ``read(until:)`` to the next, as causes of later events.
    public init(_ file: TraceFile, isOneRun: Bool, derivesEvents: Bool, keeping kept: Int = 0) {
        trace = SteppedTrace(file, derivesEvents: derivesEvents)
        (self.isOneRun, self.kept) = (isOneRun, kept)
    }

    /// Reads the remaining events up to a time, or all of them.
    ///
    /// - Complexity: O(new events).
    public mutating func read(until time: TraceTime? = nil) {
        var isWhole = false
        while !isWhole {
            let step = trace.step(limit: BottleneckReader.step, until: time?.nanoseconds ?? .max, keeping: kept)
            for entry in step.entries { meter.fold(entry, in: step.log) }
            if !isOneRun { pipelines.update(from: step.log, upTo: step.log.count) }
            isWhole = step.isLast
        }
    }

    /// A report on each pipeline: those of one run ordered by pressure, the highest first; those of a program, as in its list.
    ///
    /// - Parameters:
    ///   - time: The moment to report on, not before the last event read.
    ///   - isOver: Whether no more events will come.
    ///   - isRun: Whether the whole run is judged instead of the moment.
    ///   - program: The state of the traced program.
    public func reports(
        at time: TraceTime? = nil, isOver: Bool = false, isRun: Bool = false, program: ProgramEnd = .none
    ) -> [PipelineReport] {
        guard !isOneRun else { return meter.reportsByPressure(at: time, in: trace.log, isOver: isOver, isRun: isRun) }
        var pipelines = pipelines
        let ids = pipelines.ids(by: .age, in: trace.log)
        guard !ids.isEmpty else { return [BottleneckReporter.nothing(at: (time ?? end).nanoseconds, in: trace.log)] }
        let edges = ids.map { pipelines.edges(of: $0) }
        var reports = meter.reports(of: edges, at: time, in: trace.log, isOver: isOver, program: program)
        for (index, id) in ids.enumerated() { reports[index].title = pipelines.title(ofEdge: id.edge, in: trace.log) }
        return reports.relating(ids, of: &pipelines, in: trace.log, isRun: isRun).sorted { $0.urgency < $1.urgency }
    }

    /// The numbers of the live consumers of a stage, by which a viewer can hold it; empty if it cannot be held.
    package func consumers(of stage: StageID) -> [UInt64] { trace.consumers(of: stage) }

    /// The figures of the stages of all pipelines, the oldest pipeline first.
    ///
    /// - Parameters:
    ///   - time: The moment to report on, not before the last event read.
    ///   - isOver: Whether no more events will come.
    public func figures(at time: TraceTime? = nil, isOver: Bool = false) -> [FigureRow] {
        guard !isOneRun else { return meter.figures(at: time, in: trace.log, isOver: isOver) }
        var pipelines = pipelines
        return meter.figures(of: pipelines.edges(in: trace.log), at: time, in: trace.log, isOver: isOver)
    }

    /// The time of the last event read, in nanoseconds.
    public var end: TraceTime { TraceTime(nanoseconds: meter.now) }

    /// All waits of jobs for the executors of the program, by their length.
    package var executorWaits: [TracedExecutor: ExecutorHistogram] { trace.log.executors.histograms }

    /// The waits of jobs for the executors of the program.
    ///
    /// - Parameter time: The moment; the time of the last event read by default.
    public func executors(at time: TraceTime? = nil) -> [ExecutorDelay] {
        trace.log.executors.delays(at: (time ?? end).nanoseconds)
    }

    /// The number of events read.
    public var eventCount: Int { trace.log.count }

    /// The records that were not read.
    public var gaps: TraceGaps { trace.gaps }

    /// Whether subscriptions existed before the beginning of the trace.
    public var beganLate: Bool { trace.beganLate }

    /// Whether a ring overwrote so many unread records that the live streams are no longer known.
    public var hasLostTrack: Bool { trace.hasLostTrack }
}
