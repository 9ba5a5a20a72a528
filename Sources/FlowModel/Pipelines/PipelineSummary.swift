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
