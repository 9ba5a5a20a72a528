import FlowTrace

/// Names a pipeline by the oldest of its edges; where two pipelines grow together, the older name stays.
public struct PipelineID: Hashable, Sendable {
    /// The oldest edge.
    public let edge: EdgeID
}
