import FlowModel
import FlowTrace

/// One pipeline of a program as an ordinary trace: its own events alone, folded into its lanes.
///
/// Follows the program's log as it grows. Where the graph of the pipeline grows, so that lanes come, it is put together anew.
public struct PipelineModel: Sendable {
    /// Which pipeline it is.
    public let id: PipelineID
    /// The events on its lanes, and what is concluded from them.
    public private(set) var stream = StreamAnalysis(StreamModel(lanes: [], isProgram: true))
    /// The names of its operators.
    public private(set) var stages: [String] = []

    private var specs: [LaneSpec] = []
    private var laneOfEdge: [EdgeID: String] = [:]
    private var declarations = -1
    /// The sequence in the program's log of each event here.
    private var sequences: [Int] = []
    private var known = 0
    /// The program at moments before its events are known, the last where they begin.
    private let past: [Pipelines]

    /// Creates an empty trace of a pipeline.
    ///
    /// - Parameter past: The program at moments up to the first event that is known, where that is not the program's first.
    public init(_ id: PipelineID, past: [Pipelines] = []) {
        self.id = id
        self.past = past
        known = past.last?.sequence ?? 0
    }

    /// The events on its lanes.
    public var model: StreamModel { stream.model }

    /// Takes what is new.
    ///
    /// - Complexity: O(new events of the program); O(all of them) where lanes come.
    public mutating func update(from log: TraceLog, in pipelines: inout Pipelines) {
        if declarations != log.declarations { place(log, &pipelines) }
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

    /// The moment just after an event of the program, `nil` where it is none of the pipeline's or not known.
    ///
    /// - Complexity: O(log *n*).
    public func moment(ofProgramEvent sequence: Int) -> Moment? {
        let place = sequences.partitioningIndex { $0 >= sequence }
        guard place < sequences.count, sequences[place] == sequence else { return nil }
        return model.moment(ofEvent: model.log.forgotten + place + 1)
    }

    /// The event of the program that an event here is, of those before its first known one the last; 0 for the start.
    ///
    /// - Complexity: O(1).
    public func programEvent(of sequence: Int) -> Int {
        let place = min(sequence - model.log.forgotten, sequences.count) - 1
        return place >= 0 ? sequences[place] : past.last?.sequence ?? 0
    }

    /// Takes what broke the contract in a program whose first events are not known here.
    ///
    /// - Parameter violations: With their places in the program's log.
    public mutating func learn(_ violations: [Violation]) {
        stream.learn(
            violations.compactMap { known in moment(ofProgramEvent: known.sequence).map { known.numbered($0.sequence) } })
    }

    private mutating func place(_ log: TraceLog, _ pipelines: inout Pipelines) {
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

    /// Takes the facts of its own edges and nodes; an edge's label is the name of its lane.
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

    /// Causes farther up than this are not looked for: in a damaged trace each event may seem to be the cause of the next.
    private static let causeLimit = 128

    /// The sequence here of the nearest cause that is an event of this pipeline.
    private static func cause(of entry: TraceEntry, in log: TraceLog, among sequences: [Int], base: Int) -> Int? {
        var next = entry.cause
        for _ in 0..<causeLimit {
            guard let sequence = next, let above = log[sequence: sequence] else { break }
            let place = sequences.partitioningIndexFromEnd { $0 >= sequence }
            if place < sequences.count, sequences[place] == sequence { return base + place + 1 }
            next = above.cause
        }
        return nil
    }
}
