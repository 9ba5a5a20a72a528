import FlowTrace

/// The interval in which the single events of a stream are known.
public struct KnownSpan: Hashable, Sendable {
    /// The beginning: earlier events are known only as totals at some moments, or not at all.
    public var start = TraceTime.zero
    /// Whether there are totals of the events before ``start``.
    public var hasSums = true
    /// The end: later events are unknown; `nil` if all are known up to the present.
    public var end: TraceTime?

    public init() {}
}
