import FlowTrace

/// Names a pipeline by the oldest of its edges; where two pipelines grow together, the older name stays.
public struct PipelineID: Hashable, Comparable, Sendable {
    /// The oldest edge.
    public let edge: EdgeID

    /// By age.
    public static func < (lhs: PipelineID, rhs: PipelineID) -> Bool {
        lhs.edge < rhs.edge
    }
}
