import FlowGraph
import FlowModel
import FlowTrace

/// One pipeline of a program as a separate trace: its events, folded into its lanes.
///
/// The model follows the program's growing log, and is rebuilt when the pipeline gets more lanes.
public struct PipelineModel: Sendable {
    public let id: PipelineID
    /// The events on its lanes, and their analysis.
    public private(set) var stream = StreamAnalysis(StreamModel(lanes: [], hasDeclaredLanes: false))
    /// Its operators, with forks and joins; the path of `PipelineSummary` if there are too many for a row.
    public private(set) var shape = ChainShape.row([])

    private var specs: [LaneSpec] = []
    private var laneOfEdge: [EdgeID: String] = [:]
    private var declarations = -1
    /// For each event of this model, its sequence number in the program's log.
    private var sequences: [Int] = []
    /// For each event read from the program, its position in ``sequences``, from 1; 0 if the event is not in this model.
    private var positions: [UInt32] = []
    /// The edges that have a lane.
    private var shown = DenseTable<EdgeID, Bool>()
    /// The number of events read from the program.
    public private(set) var known = 0
    /// Snapshots of the program's pipelines before its first known event, the last just before that event.
    private let past: [Pipelines]

    /// Creates the model of a pipeline, before its first event.
    ///
    /// - Parameters:
    ///   - id: The pipeline.
    ///   - past: Snapshots of the program's pipelines from before its known events; empty if its first event is known.
    public init(_ id: PipelineID, past: [Pipelines] = []) {
        self.id = id
        self.past = past
        known = start
    }

    /// The events on its lanes.
    public var model: StreamModel { stream.model }

    /// Reads new events.
    ///
    /// - Parameters:
    ///   - log: The program's events.
    ///   - pipelines: The program's pipelines, which are updated too.
    ///   - limit: The maximum number of the program's events to read.
    /// - Complexity: O(new events of the program); O(all of them) when there are new lanes.
    public mutating func update(from log: TraceLog, in pipelines: inout Pipelines, limit: Int = .max) {
        if declarations != log.declarations { rebuild(log, &pipelines) }
        guard known < log.count else { return }
        let last = known + min(limit, log.count - known)
        let new = log.entries(after: known, upTo: last)
        positions.append(contentsOf: repeatElement(0, count: max(0, log.forgotten - known)))
        var stream = stream
        self.stream = StreamAnalysis(lanes: [])
        let base = stream.model.log.forgotten
        stream.update { own in
            own.nameStages(asIn: log)
            for entry in new {
                let isShown = shown[entry.edge] == true
                if isShown {
                    own.add(entry, of: log, cause: cause(of: entry, in: log).map { base + $0 })
                    sequences.append(entry.sequence)
                }
                positions.append(isShown ? UInt32(sequences.count) : 0)
            }
        }
        self.stream = stream
        known = last
    }

    /// The event of the program after which the pipeline's known events begin.
    public var start: Int { past.last?.sequence ?? 0 }

    /// The time at which its known events begin.
    public var startTime: TraceTime { past.last?.time ?? .zero }

    /// The moment just after an event of the program; `nil` if the event is unknown or not on the pipeline.
    ///
    /// - Complexity: O(log *n*).
    public func moment(ofProgramEvent sequence: Int) -> Moment? {
        let index = sequences.partitioningIndex { $0 >= sequence }
        guard index < sequences.count, sequences[index] == sequence else { return nil }
        return model.moment(ofEvent: model.log.forgotten + index + 1)
    }

    /// For an event of this model, its sequence number in the program's log; before the first known event, the number of the last
    /// unknown event.
    ///
    /// - Complexity: O(1).
    public func programEvent(of sequence: Int) -> Int {
        let index = min(sequence - model.log.forgotten, sequences.count) - 1
        return index >= 0 ? sequences[index] : start
    }

    /// Replaces the violations by the findings of a check of the whole trace.
    ///
    /// - Parameter violations: The violations, numbered as in the program's log.
    public mutating func adopt(_ violations: [Violation]) {
        stream.adopt(
            violations.compactMap { known in moment(ofProgramEvent: known.sequence).map { known.numbered($0.sequence) } })
    }

    private mutating func rebuild(_ log: TraceLog, _ pipelines: inout Pipelines) {
        declarations = log.declarations
        let lanes = PipelineLanes(of: pipelines.members(of: id), in: pipelines, log: log)
        if lanes.specs != specs || laneOfEdge.contains(where: { lanes.laneOfEdge[$0.key] != $0.value }) {
            specs = lanes.specs
            let past = PipelinePast(lanes: specs, laneOfEdge: lanes.laneOfEdge)
            stream = StreamAnalysis(StreamModel(lanes: specs, base: past.base(self.past), hasDeclaredLanes: false))
            (sequences, positions, known) = ([], [], start)
        }
        laneOfEdge = lanes.laneOfEdge
        shown = DenseTable()
        for edge in laneOfEdge.keys { shown[edge] = true }
        declareFacts(of: log)
        shape =
            ChainShape(of: pipelines.members(of: id), in: pipelines, log: log)
            ?? .row((pipelines.summary(of: id, at: .zero, in: log)?.stages ?? []).map { .stage($0) })
    }

    /// Declares the facts of the pipeline's edges and nodes; an edge is labelled with the name of its lane.
    private mutating func declareFacts(of log: TraceLog) {
        let edges = laneOfEdge.keys.sorted().compactMap { log.edge($0) }
        let nodes = Set(edges.flatMap { [$0.upstream, $0.downstream].compactMap(\.self) })
        let facts = edges.map { edge in
            var fact = edge
            fact.label = laneOfEdge[edge.id] ?? edge.label
            return fact
        }
        stream.update {
            $0.declare(nodes: nodes.sorted().compactMap { log.node($0) }, edges: facts)
            $0.nameStages(asIn: log)
        }
    }

    /// The maximum number of causes to follow. In a damaged trace each event may seem to cause the next.
    private static let causeLimit = 128

    /// The position in this model of the nearest cause on this pipeline.
    private func cause(of entry: TraceEntry, in log: TraceLog) -> Int? {
        var next = entry.cause
        for _ in 0..<PipelineModel.causeLimit {
            guard let sequence = next, let above = log[sequence: sequence] else { break }
            let index = sequence - 1 - start
            if positions.indices.contains(index), positions[index] > 0 { return Int(positions[index]) }
            next = above.cause
        }
        return nil
    }
}
