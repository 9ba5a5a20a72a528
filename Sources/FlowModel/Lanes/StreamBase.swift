import FlowTrace

/// Where a ``StreamModel`` begins that does not know a stream from its first event.
package struct StreamBase: Sendable {
    /// How many events came before.
    var sequence = 0
    /// When the last of them happened.
    var time = TraceTime.zero
    /// By lane.
    var lanes: [LaneBase] = []
    /// What has passed each edge.
    var totals: [EdgeID: EdgeAccount] = [:]
}
