import FlowModel
import FlowTrace

/// One pipeline of a program as an ordinary trace: its own events alone, folded into its lanes.
///
/// Follows the program's log as it grows. When the pipeline gets further lanes, it is rebuilt.
public struct PipelineModel: Sendable {
    public let id: PipelineID
    /// The events on its lanes, and what follows from them.
    public private(set) var stream = StreamAnalysis(StreamModel(lanes: [], isProgram: true))
    /// The names of its operators.
    public private(set) var stages: [String] = []

    private var specs: [LaneSpec] = []
    private var laneOfEdge: [EdgeID: String] = [:]
    private var declarations = -1
    /// The sequence in the program's log of each event here.
    private var sequences: [Int] = []
    private var known = 0
    /// The program at moments before its first known event, the last just before it.
    private let past: [Pipelines]

    /// - Parameter past: The program at moments up to its first known event, if that is not its first event.
    public init(_ id: PipelineID, past: [Pipelines] = []) {
        self.id = id
        self.past = past
        known = past.last?.sequence ?? 0
    }

    /// The events on its lanes.
    public var model: StreamModel { stream.model }

    /// Reads what is new.
    ///
    /// - Complexity: O(new events of the program); O(all of them) when there are new lanes.
    public mutating func update(from log: TraceLog, in pipelines: inout Pipelines) {
        if declarations != log.declarations { rebuild(log, &pipelines) }
        guard known < log.count else { return }
        let (lanes, first) = (laneOfEdge, known)
        var sequences = sequences
        self.sequences = []
        let base = model.log.forgotten
        stream.update { own in
            for entry in log.entries(after: first) where lanes[entry.edge] != nil {
                own.add(entry, of: log, cause: PipelineModel.cause(of: entry, in: log, among: sequences, base: base))
                sequences.append(entry.sequence)
            }
        }
        self.sequences = sequences
        known = log.count
    }

    /// The moment just after an event of the program, `nil` if it is not known or not on the pipeline.
    ///
    /// - Complexity: O(log *n*).
    public func moment(ofProgramEvent sequence: Int) -> Moment? {
        let index = sequences.partitioningIndex { $0 >= sequence }
        guard index < sequences.count, sequences[index] == sequence else { return nil }
        return model.moment(ofEvent: model.log.forgotten + index + 1)
    }

    /// The sequence number of an event here in the program's log; before the first known event, that of the last unknown one.
    ///
    /// - Complexity: O(1).
    public func programEvent(of sequence: Int) -> Int {
        let index = min(sequence - model.log.forgotten, sequences.count) - 1
        return index >= 0 ? sequences[index] : past.last?.sequence ?? 0
    }

    /// Replaces the violations by those that a reader of the whole trace found.
    ///
    /// - Parameter violations: With the sequence numbers of the program's log.
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
            stream = StreamAnalysis(StreamModel(lanes: specs, base: past.base(self.past), isProgram: true))
            sequences = []
            known = self.past.last?.sequence ?? 0
        }
        laneOfEdge = lanes.laneOfEdge
        stages = pipelines.summary(of: id, at: .zero, in: log)?.stages ?? []
        declareFacts(of: log)
    }

    /// Declares the facts of its own edges and nodes; an edge is labelled with the name of its lane.
    private mutating func declareFacts(of log: TraceLog) {
        let edges = laneOfEdge.keys.sorted().compactMap { log.edge($0) }
        let nodes = Set(edges.flatMap { [$0.upstream, $0.downstream].compactMap(\.self) })
        let facts = edges.map { edge in
            var fact = edge
            fact.label = laneOfEdge[edge.id] ?? edge.label
            return fact
        }
        stream.update { $0.declare(nodes: nodes.sorted().compactMap { log.node($0) }, edges: facts) }
    }

    /// How many causes are followed; in a damaged trace each event may seem to cause the next.
    private static let causeLimit = 128

    /// The sequence number here of the nearest cause on this pipeline.
    private static func cause(of entry: TraceEntry, in log: TraceLog, among sequences: [Int], base: Int) -> Int? {
        var next = entry.cause
        for _ in 0..<causeLimit {
            guard let sequence = next, let above = log[sequence: sequence] else { break }
            let index = sequences.partitioningIndexFromEnd { $0 >= sequence }
            if index < sequences.count, sequences[index] == sequence { return base + index + 1 }
            next = above.cause
        }
        return nil
    }
}
