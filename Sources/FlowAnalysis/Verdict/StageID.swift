import FlowTrace

/// Names a stage: by its node, or by the edge that leads to it where no node is known.
public enum StageID: Hashable, Sendable {
    /// An operator, a source or a sink.
    case node(NodeID)
    /// What stands below an edge.
    case below(EdgeID)
}
