import FlowTrace

/// One event of a lane, with what has happened on the lane up to and including it.
public struct Mark: Hashable, Sendable {
    /// The event's place in the trace.
    public let sequence: Int
    /// When it happened.
    public let time: TraceTime
    /// What happened.
    public let kind: SignalKind
    /// The lane's counters after it.
    public let totals: EdgeAccount
}
