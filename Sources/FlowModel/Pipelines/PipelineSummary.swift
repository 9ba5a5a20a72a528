import FlowTrace

/// One row of the list of pipelines.
public struct PipelineSummary: Hashable, Sendable {
    public var id: PipelineID
    /// The names of its operators on one path from source to sink.
    public let stages: [String]
    /// How many edges are not on that path.
    public let more: Int
    /// The doubts about its edges.
    public let doubts: EdgeUncertainty
    public let state: LaneState
    /// The outstanding demand of its sinks.
    public let outstanding: Demand
    /// Values waiting in its buffers.
    public let held: HeldCount
    public let dropped: Int
    /// Values a second out of its sources, in the window of ``RateWindow``; `nil` if there is no rate.
    public let rateIn: Double?
    /// Values a second into its sinks.
    public let rateOut: Double?
    /// The outcomes of its streams, if one line made several, one after the other; everything else in the row is about the last
    /// of them, except losses.
    public var lives: StreamLives?
    /// The source location where its first stage with a known one was made or named.
    public var place: CodeLocation?
}

/// The names of a pipeline's operators, with the labels of their outputs, along one path from source to sink: the oldest, or the oldest with
/// a label that the program gave if there is one.
struct PipelineChain: Sendable {
    let stages: [String]
    /// How many edges are not on that path.
    let more: Int
    /// The location where the first stage with a known one was made or named.
    let place: CodeLocation?

    /// The text to sort and filter by.
    var text: String { stages.joined(separator: " → ") }

    /// Follows the path in time proportional to the edges given.
    init(of indices: [Int], in pipelines: Pipelines, log: TraceLog) {
        let links = pipelines.links(indices)
        guard let sink = links.filter(pipelines.isExit).min() ?? links.min() else {
            let fact = indices.min().map { pipelines.edges[$0].fact }
            stages = [fact.map(\.label) ?? "?"]
            more = 0
            place = fact?.location
            return
        }
        var path = pipelines.path(to: sink)
        let labelled = links.filter { pipelines.edges[$0].fact.givenLabel != nil }
        if let oldest = labelled.min(), Set(path).isDisjoint(with: labelled) {
            path = pipelines.path(to: oldest) + pipelines.path(below: oldest)
        }
        let facts = path.map { pipelines.edges[$0].fact }
        let end = facts.last?.downstream.flatMap(log.stageName)
        stages = facts.map { PipelineChain.text($0, in: log) } + [end].compactMap(\.self)
        more = links.count - path.count
        place = facts.lazy.compactMap { $0.location ?? $0.upstream.flatMap { log.node($0) }?.location }.first
    }

    /// The name of the stage above an edge; of one with a label, the operator's name and that: `map "orders"`.
    static func text(_ fact: EdgeFact, in log: TraceLog) -> String {
        guard let id = fact.upstream, let node = log.node(id), let name = log.stageName(id) else { return fact.label }
        guard let label = fact.givenLabel ?? fact.ownLabel(below: node.name) else { return name }
        return label == log.stageNameAlone(id) ? "\(node.name) \"\(name)\"" : "\(name) \"\(label)\""
    }
}

extension Pipelines {
    /// The links from a source to a link, at each stage along the input that was made first.
    fileprivate func path(to link: Int) -> [Int] {
        path(from: link) { edges[$0].fact.upstream.flatMap { inputs[$0] } }.reversed()
    }

    /// The links below a link, at each stage along the output that was made first.
    fileprivate func path(below link: Int) -> [Int] {
        Array(path(from: link) { links(edges[$0].fact.downstream.flatMap { outputs[$0] }) }.dropFirst())
    }

    /// A link, and the oldest of the next ones, up to an end or to a link that is in the path.
    private func path(from link: Int, _ following: (Int) -> [Int]?) -> [Int] {
        var (path, seen): ([Int], Set<Int>) = ([], [])
        var next: Int? = link
        while let index = next, seen.insert(index).inserted {
            path.append(index)
            next = following(index)?.min()
        }
        return path
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
