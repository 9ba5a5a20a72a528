import FlowModel
import FlowText
import FlowTrace

/// The lanes of a trace with the order and the names of the screen: pipeline by pipeline, each from source to sink.
public struct ExportLanes: Sendable {
    struct Pipeline: Sendable {
        /// Its operators.
        let name: String
        let specs: [LaneSpec]
        /// Its edges, from source to sink.
        let edges: [EdgeID]
    }

    /// The location of an edge on the screen.
    struct Location: Hashable, Sendable {
        /// The number of its pipeline, from 1.
        let pipeline: Int
        let lane: String
        /// The uncertainty of the edge.
        var doubts: EdgeUncertainty = []

        /// The name of its lane, with a sign if the edge is uncertain.
        var title: String { doubts.marked(lane) }
    }

    /// The pipelines, the oldest first.
    let pipelines: [Pipeline]
    /// Whether its pipelines have numbers and names. Declared lanes are one pipeline, which has neither.
    let numbersPipelines: Bool
    private var locations: [EdgeID: Location] = [:]

    /// The lanes of a program's pipelines.
    ///
    /// - Complexity: O(events + edges).
    public init(ofProgram log: TraceLog) {
        var found = Pipelines()
        found.update(from: log, upTo: log.count)
        self.init(ofProgram: found, in: log)
    }

    /// The lanes of a program's known pipelines.
    ///
    /// - Complexity: O(edges).
    init(ofProgram found: Pipelines, in log: TraceLog) {
        var found = found
        var pipelines: [Pipeline] = []
        for id in found.ids(by: .age, in: log) {
            let lanes = PipelineLanes(of: found.members(of: id), in: found, log: log)
            let stages = found.summary(of: id, at: .zero, in: log)?.stages ?? []
            pipelines.append(Pipeline(name: stages.joined(separator: " → "), specs: lanes.specs, edges: lanes.edges))
            for (edge, lane) in lanes.laneOfEdge {
                let fact = log.edge(edge)
                locations[edge] = Location(
                    pipeline: pipelines.count, lane: lane, doubts: fact?.doubts ?? [])
            }
        }
        self.pipelines = pipelines
        numbersPipelines = true
    }

    /// The lanes of a scenario's run.
    public init(of log: TraceLog, lanes: [LaneSpec]) {
        let edges = lanes.flatMap { lane in log.edges.filter { $0.label == lane.label }.map { (id: $0.id, lane: lane.name) } }
        pipelines = [Pipeline(name: "", specs: lanes, edges: edges.map(\.id))]
        numbersPipelines = false
        for edge in edges { locations[edge.id] = Location(pipeline: 1, lane: edge.lane) }
    }

    /// The location of an edge; `nil` if it has no lane.
    func location(of edge: EdgeID) -> Location? { locations[edge] }

    /// The events on these lanes.
    public func model(of log: TraceLog) -> StreamModel {
        var log = log
        // Several pipelines have lanes of the same name, so the model's names include the pipeline.
        log.declare(
            nodes: [],
            edges: log.edges.compactMap { edge in
                locations[edge.id].map { location in
                    var edge = edge
                    edge.label = key(location.lane, of: location.pipeline)
                    return edge
                }
            })
        let specs = pipelines.enumerated().flatMap { index, pipeline in
            pipeline.specs.map { LaneSpec(key($0.name, of: index + 1), $0.role, isShared: $0.isShared) }
        }
        var model = StreamModel(lanes: specs)
        model.update { $0 = log }
        return model
    }

    private func key(_ lane: String, of pipeline: Int) -> String { "\(pipeline) \(lane)" }

    // MARK: Text

    /// An event as a line of JSON, without its newline.
    ///
    /// - Parameters:
    ///   - entry: The event.
    ///   - log: The log that holds the event's value.
    ///   - counters: The counters after the event.
    public func jsonLine(for entry: TraceEntry, in log: TraceLog, counters: EdgeCounters) -> String {
        let location = locations[entry.edge]
        return JSONLines.line(
            for: entry, in: log, outstanding: counters.outstanding(on: entry.edge), lane: location?.lane,
            program: numbersPipelines ? fields(of: log.edge(entry.edge), pipeline: location?.pipeline) : nil)
    }

    private func fields(of edge: EdgeFact?, pipeline: Int?) -> JSONLines.ProgramFields {
        JSONLines.ProgramFields(pipeline: pipeline, label: edge?.givenLabel, doubts: edge?.doubts ?? [], test: edge?.test?.id)
    }

    /// The lanes as marble text, each numbered pipeline under its name.
    ///
    /// - Parameters:
    ///   - model: The result of ``model(of:)``.
    ///   - cell: The duration of a cell in nanoseconds, positive.
    public func marbles(of model: StreamModel, cell: UInt64) -> [String] {
        var lines: [String] = []
        var first = 0
        for (index, pipeline) in pipelines.enumerated() {
            let lanes = model.lanes[first..<(first + pipeline.specs.count)]
            let names = zip(lanes.indices, pipeline.specs).map { model.doubts(ofLane: $0).marked($1.name) }
            first = lanes.endIndex
            if index > 0 { lines.append("") }
            if numbersPipelines { lines.append("\(index + 1)  \(pipeline.name)") }
            lines += MarbleText.lines(of: lanes, called: names, in: model, until: model.end.time, cell: cell)
        }
        return lines + [MarbleText.legend(cell: cell)]
    }
}
