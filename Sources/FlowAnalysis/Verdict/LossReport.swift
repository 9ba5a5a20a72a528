import FlowTrace

/// The values that a stage lost for one reason.
public struct LossReport: Hashable, Sendable {
    /// Why.
    public let reason: DropReason
    /// How many.
    public let count: Int
    /// The first of them, at most 16.
    public let values: [String]
    /// When the first was lost.
    public let first: TraceTime
    /// When the last was lost.
    public let last: TraceTime
}
