import FlowTrace

/// What a pipeline is called, in its list and in every report on it: its stages on one path from source to sink, and its place in
/// the source.
public struct PipelineTitle: Hashable, Sendable {
    public let id: PipelineID
    /// The names of its stages on one path from source to sink, with the labels of their outputs.
    public let stages: [String]
    /// The same without the lines and numbers that tell equal names apart.
    public let shape: [String]
    /// The first known place of its stages: of the code that made, named or feeds the stage.
    public let place: SourcePlace?
    /// The tests that made its streams, in the order of their names; empty if none is known.
    public let tests: [SuiteTest]

    /// `yield ▸ AsyncStream ▸ for await`.
    public var name: String { stages.joined(separator: " ▸ ") }
}

extension Pipelines {
    /// What the pipeline of an edge is called; `nil` for an unknown edge.
    public mutating func title(ofEdge edge: EdgeID, in log: TraceLog) -> PipelineTitle? {
        guard let id = pipeline(of: edge), let chain = chain(of: id, in: log) else { return nil }
        return PipelineTitle(id: id, stages: chain.stages, shape: chain.shape, place: chain.place, tests: chain.tests)
    }
}
