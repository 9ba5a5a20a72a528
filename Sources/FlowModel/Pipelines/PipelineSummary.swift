import FlowTrace

/// One row of the list of pipelines.
public struct PipelineSummary: Hashable, Sendable {
    /// Whose row it is.
    public let id: PipelineID
    /// The names of its operators, from a source to a sink; others that join them are counted in ``more``.
    public let stages: [String]
    /// How many edges lie beside those between the stages.
    public let more: Int
    /// What cannot be trusted of some of its edges.
    public let doubts: EdgeDoubts
    /// Where it is in its life.
    public let state: LaneState
    /// What its sinks have asked for and not got.
    public let outstanding: Demand
    /// Values that wait in its buffers.
    public let held: Int
    /// Values it lost.
    public let dropped: Int
    /// Values a second that its sources send.
    public let rateIn: Double
    /// Values a second that its sinks get.
    public let rateOut: Double
}

/// The names of a pipeline's operators, with the labels of their outputs, along its oldest way from a source to a sink.
struct PipelineChain: Sendable {
    let stages: [String]
    /// How many edges lie beside that way.
    let more: Int

    /// As it is filtered and sorted by.
    var text: String {
        stages.joined(separator: " → ")
    }

    /// Goes up from the oldest sink, at each operator by the edge that was made first.
    init(of places: [Int], in pipelines: Pipelines, log: TraceLog) {
        let links = pipelines.links(places)
        guard let sink = links.filter(pipelines.isExit).min() ?? links.min() else {
            let fact = places.min().map { pipelines.edges[$0].fact }
            stages = [fact.map(\.label) ?? "?"]
            more = 0
            return
        }
        var names = [PipelineChain.name(pipelines.edges[sink].fact.downstream, in: log)].compactMap(\.self)
        var seen: Set<Int> = []
        var next: Int? = sink
        while let place = next, seen.insert(place).inserted {
            let fact = pipelines.edges[place].fact
            let name = PipelineChain.name(fact.upstream, in: log)
            names.append(fact.location == nil ? name ?? fact.label : name.map { "\($0) \"\(fact.label)\"" } ?? fact.label)
            next = fact.upstream.flatMap { pipelines.inputs[$0]?.min() }
        }
        stages = names.reversed()
        more = links.count - seen.count
    }

    private static func name(_ node: NodeID?, in log: TraceLog) -> String? {
        node.flatMap { log.node($0) }?.name
    }
}
