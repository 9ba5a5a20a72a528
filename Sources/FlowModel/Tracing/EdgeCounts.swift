import FlowTrace

/// What passed an edge so far.
public struct EdgeCounts: Hashable, Sendable {
    /// The sum of all requests.
    public var requested = Demand.none
    /// The sum of what `receive(_:)` returned.
    public var returned = Demand.none
    /// Values delivered.
    public var delivered = 0
    /// Completions delivered.
    public var completions = 0
    /// Cancels.
    public var cancels = 0

    /// Creates counts of nothing.
    public init() {}
}
