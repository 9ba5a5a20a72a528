import FlowTrace

/// One row of the list of pipelines.
public struct PipelineSummary: Hashable, Sendable {
    public var id: PipelineID
    /// The names of its operators on one path from source to sink.
    public let stages: [String]
    /// The same without the lines and numbers that tell equal names apart.
    public let shape: [String]
    /// The number of edges off that path.
    public let more: Int
    /// The time of the first event of its current life.
    public let began: TraceTime
    /// The doubts about its edges.
    public let doubts: EdgeUncertainty
    public let state: LaneState
    /// The outstanding demand of its sinks.
    public let outstanding: Demand
    /// Values waiting in its buffers.
    public let held: HeldCount
    public let dropped: Int
    /// Values a second out of its sources, in the window of ``RateWindow``; `nil` without a rate.
    public let rateIn: Double?
    /// Values a second into its sinks.
    public let rateOut: Double?
    /// The outcomes of its streams, if one line of the program made several in succession. Everything else in the row, except
    /// losses, is about the last stream.
    public var lives: StreamLives?
    /// The first known place of its stages: of the code that made, named or feeds the stage.
    public var place: SourcePlace?
    /// The time of the last loss in its current life, which may come after its end: values are left in a stream whose reader has
    /// left.
    public var lastDrop: TraceTime?
    /// The time of the last event, which may come after the end of its sinks: a cancel goes on to the upstream.
    public var lastEvent: TraceTime?
    /// The tests that made its streams, in the order of their names; empty if none is known.
    public var tests: [SuiteTest] = []

    /// `yield ▸ AsyncStream ▸ for await`.
    public var name: String { stages.joined(separator: " ▸ ") }
}

/// The names of a pipeline's operators, with the labels of their outputs, along one path from source to sink: the oldest path, or
/// the oldest with a label from the program.
struct PipelineChain: Sendable {
    let stages: [String]
    /// The same without the lines and numbers that tell equal names apart.
    let shape: [String]
    /// The number of edges off that path.
    let more: Int
    /// The first known place of the stages: of the code that made, named or feeds the stage.
    let place: SourcePlace?
    /// The tests that made its edges, in the order of their names.
    let tests: [SuiteTest]

    /// The text to sort and filter by.
    var text: String { stages.joined(separator: " → ") }

    /// Follows the path in time proportional to the edges given.
    init(of indices: [Int], in pipelines: Pipelines, log: TraceLog) {
        let links = pipelines.links(indices)
        tests = Set(indices.compactMap { pipelines.edges[$0].fact.test }).sorted { $0.id < $1.id }
        guard let sink = links.filter(pipelines.isExit).min() ?? links.min() else {
            let fact = indices.min().map { pipelines.edges[$0].fact }
            stages = [fact.map(\.label) ?? "?"]
            shape = stages
            more = 0
            place = fact?.site
            return
        }
        var path = pipelines.path(to: sink)
        let labelled = links.filter { pipelines.edges[$0].fact.givenLabel != nil }
        if let oldest = labelled.min(), Set(path).isDisjoint(with: labelled) {
            path = pipelines.path(to: oldest) + pipelines.path(below: oldest)
        }
        let facts = path.map { pipelines.edges[$0].fact }
        let end = facts.last.flatMap { last in last.downstream.flatMap { PipelineChain.kind($0, of: last.valueType, in: log) } }
        let number = facts.last?.downstream.flatMap(log.stageSuffix) ?? ""
        stages = facts.map { PipelineChain.text($0, in: log) } + (end.map { [$0 + number] } ?? [])
        let last = facts.last?.downstream.flatMap(log.node)
        // A peer has the address of its connection.
        let endShape = last?.operation == .peer ? last?.name : end
        shape = facts.map { PipelineChain.shape(above: $0, in: log) ?? $0.label } + [endShape].compactMap(\.self)
        more = links.count - path.count
        place = PipelineChain.place(of: facts, in: log)
    }

    /// The first place on a path: one that the program gave, or else one that a stack tells. A stream that no yield feeds has the
    /// line that made it, not that of its reader.
    private static func place(of path: [EdgeFact], in log: TraceLog) -> SourcePlace? {
        let nodes = path.lazy.map { fact in fact.upstream.flatMap { log.node($0) } }
        let given = zip(path, nodes).lazy.compactMap { fact, node in
            let isOfStage = fact.location == nil || fact.givenLabel == nil && node?.location != nil
            return isOfStage ? node.flatMap { $0.location == nil ? nil : $0.site } : fact.site
        }.first
        return given ?? zip(path, nodes).lazy.compactMap { fact, node in fact.site ?? node?.site }.first
    }

    /// The name of a stage without its line and number; with its element if it is a stream without a label: `AsyncStream<Int>`.
    static func kind(_ id: NodeID, of element: String?, in log: TraceLog) -> String? {
        guard let name = log.stageNameAlone(id) else { return nil }
        guard let node = log.node(id), node.isStream, name == node.name, let element else { return name }
        return "\(name)<\(element)>"
    }

    /// What the stage above an edge has in common with others of its kind.
    private static func shape(above edge: EdgeFact, in log: TraceLog) -> String? {
        guard let node = edge.upstream.flatMap(log.node), node.isOfConnection else { return kind(above: edge, in: log) }
        return edge.valueType.map { "\(node.name)<\($0)>" } ?? node.name
    }

    private static func kind(above edge: EdgeFact, in log: TraceLog) -> String? {
        edge.upstream.flatMap { kind($0, of: edge.valueType, in: log) }
    }

    /// The name of the stage above an edge, with the edge's label if it has one: `map "orders"`.
    static func text(_ fact: EdgeFact, in log: TraceLog) -> String {
        guard let id = fact.upstream, let node = log.node(id), let kind = kind(above: fact, in: log) else { return fact.label }
        let name = kind + (log.stageSuffix(id) ?? "")
        guard let label = fact.givenLabel ?? fact.ownLabel(below: node.name) else { return name }
        return label == log.stageNameAlone(id) ? "\(node.name) \"\(name)\"" : "\(name) \"\(label)\""
    }
}

extension Pipelines {
    /// The links from a source to a link, along the oldest input of each stage.
    fileprivate func path(to link: Int) -> [Int] {
        path(from: link) { edges[$0].fact.upstream.flatMap { inputs[$0] } }.reversed()
    }

    /// The links below a link, along the oldest output of each stage.
    fileprivate func path(below link: Int) -> [Int] {
        Array(path(from: link) { links(edges[$0].fact.downstream.flatMap { outputs[$0] }) }.dropFirst())
    }

    /// The path that begins with a link and goes on with the oldest of the next links, up to an end or a repeated link.
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
    /// The label from the program; `nil` if the edge is named after the operator above, perhaps with a number.
    ///
    /// A Swift concurrency stream has a source location even without a label.
    package func ownLabel(below operation: String?) -> String? {
        guard location != nil else { return nil }
        guard givenLabel == nil, let operation, label.hasPrefix(operation) else { return label }
        let rest = label.dropFirst(operation.count)
        return rest.isEmpty || rest.first == " " && Int(rest.dropFirst()) != nil ? nil : label
    }
}
