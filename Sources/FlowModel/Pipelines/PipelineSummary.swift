import FlowTrace

/// One row of the list of pipelines.
public struct PipelineSummary: Hashable, Sendable {
    public var id: PipelineID
    /// The names of its operators on one path from source to sink.
    public let stages: [String]
    /// How many edges are not on that path.
    public let more: Int
    /// The doubts about its edges.
    public let doubts: EdgeDoubts
    public let state: LaneState
    /// The outstanding demand of its sinks.
    public let outstanding: Demand
    /// Values waiting in its buffers.
    public let held: HeldCount
    public let dropped: Int
    /// Values a second out of its sources, in the window of ``RateWindow``; `nil` where there is no rate.
    public let rateIn: Double?
    /// Values a second into its sinks.
    public let rateOut: Double?
    /// The outcomes of its streams, if one line made several, one after the other; everything else in the row is about the last
    /// of them, except losses.
    public var lives: StreamLives?
    /// The source location where its first stage with a known one was made or named.
    public var place: CodeLocation?
}

/// The names of a pipeline's operators, with the labels of their outputs, along its oldest path from source to sink.
struct PipelineChain: Sendable {
    let stages: [String]
    /// How many edges are not on that path.
    let more: Int
    /// The location where the first stage with a known one was made or named.
    let place: CodeLocation?

    /// The text to sort and filter by.
    var text: String { stages.joined(separator: " → ") }

    /// Walks up from the oldest sink, at each operator along the edge that was made first.
    init(of indices: [Int], in pipelines: Pipelines, log: TraceLog) {
        let links = pipelines.links(indices)
        guard let sink = links.filter(pipelines.isExit).min() ?? links.min() else {
            let fact = indices.min().map { pipelines.edges[$0].fact }
            stages = [fact.map(\.label) ?? "?"]
            more = 0
            place = fact?.location
            return
        }
        var names = [pipelines.edges[sink].fact.downstream.flatMap(log.stageName)].compactMap(\.self)
        var seen: Set<Int> = []
        var next: Int? = sink
        var first: CodeLocation?
        while let index = next, seen.insert(index).inserted {
            let fact = pipelines.edges[index].fact
            names.append(PipelineChain.text(fact, in: log))
            first = fact.location ?? fact.upstream.flatMap { log.node($0) }?.location ?? first
            next = fact.upstream.flatMap { pipelines.inputs[$0]?.min() }
        }
        stages = names.reversed()
        more = links.count - seen.count
        place = first
    }

    /// The name of the stage above an edge; of one with a label, the operator's name and that: `map "orders"`.
    static func text(_ fact: EdgeFact, in log: TraceLog) -> String {
        guard let id = fact.upstream, let node = log.node(id), let name = log.stageName(id) else { return fact.label }
        guard let label = fact.givenLabel ?? fact.ownLabel(below: node.name) else { return name }
        return label == log.stageNameAlone(id) ? "\(node.name) \"\(name)\"" : "\(name) \"\(label)\""
    }
}

extension EdgeFact {
    /// The label that the program gave it, `nil` if it is named after the operator above, perhaps with a number.
    ///
    /// A stream of Swift concurrency has a place in the source even without a label.
    package func ownLabel(below operation: String?) -> String? {
        guard location != nil else { return nil }
        guard givenLabel == nil, let operation, label.hasPrefix(operation) else { return label }
        let rest = label.dropFirst(operation.count)
        return rest.isEmpty || rest.first == " " && Int(rest.dropFirst()) != nil ? nil : label
    }
}
