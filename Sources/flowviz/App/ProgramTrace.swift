import FlowModel
import FlowTrace

/// What is known of a traced program: its events, its pipelines, and the one that is looked at.
struct ProgramTrace {
    private(set) var reconstruction = Reconstruction()
    private(set) var opened: PipelineModel?
    /// Counted up to the moment that was shown last.
    private(set) var pipelines = Pipelines()
    /// Pipelines as they were counted on the way, so that going back does not begin at the start.
    private var keyframes: [Pipelines] = []

    /// All events of the program.
    var log: TraceLog { reconstruction.log }

    /// The events that steps go through: those of the opened pipeline, or all.
    var timeline: TraceLog { opened?.model.log ?? reconstruction.log }

    /// Takes what is new in a trace file up to a time, in nanoseconds.
    mutating func read(_ cursor: inout TraceCursor, until horizon: UInt64 = .max) {
        update { cursor.read(into: &$0, until: horizon) }
    }

    /// Takes what `read` appends.
    mutating func update(_ read: (inout Reconstruction) -> Void) {
        read(&reconstruction)
        guard opened != nil else { return }
        // The graph is that of all facts, whatever the moment that totals are counted up to.
        pipelines.update(from: reconstruction.log, upTo: pipelines.sequence)
        opened?.update(from: reconstruction.log, in: &pipelines)
    }

    /// Looks at one pipeline, or at none.
    mutating func open(_ id: PipelineID?) {
        opened = id.map(PipelineModel.init)
        pipelines.update(from: reconstruction.log, upTo: pipelines.sequence)
        opened?.update(from: reconstruction.log, in: &pipelines)
    }

    /// The pipelines in the order of the list at a moment of the whole trace.
    mutating func ids(_ state: ProgramState, at moment: Moment) -> [PipelineID] {
        count(upTo: moment.sequence)
        return pipelines.ids(by: state.order, matching: state.filter, in: reconstruction.log)
    }

    /// How many pipelines there are at the moment that was counted last.
    var count: Int { pipelines.count }

    /// The row of a pipeline.
    mutating func summary(of id: PipelineID, at time: TraceTime) -> PipelineSummary? {
        pipelines.summary(of: id, at: time, in: reconstruction.log)
    }

    /// The place in a list of a pipeline that may have grown together with an older one.
    mutating func place(of id: PipelineID?, in ids: [PipelineID]) -> Int {
        id.flatMap { pipelines.pipeline(of: $0.edge) }.flatMap { ids.firstIndex(of: $0) } ?? 0
    }

    private mutating func count(upTo sequence: Int) {
        if sequence < pipelines.sequence {
            pipelines = keyframes.last { $0.sequence <= sequence } ?? Pipelines()
        }
        let distance = max(65_536, log.entries.count / 32)
        while pipelines.sequence < sequence {
            pipelines.update(from: reconstruction.log, upTo: min(sequence, pipelines.sequence + distance))
            if pipelines.sequence >= (keyframes.last?.sequence ?? 0) + distance { keyframes.append(pipelines) }
        }
        pipelines.update(from: reconstruction.log, upTo: sequence)
    }
}
