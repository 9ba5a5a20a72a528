import FlowTrace

/// In which stretch of time the events of a stream are known one by one.
public struct KnownSpan: Hashable, Sendable {
    /// Earlier events are known only as sums at some moments, or not at all.
    public var start = TraceTime.zero
    /// Whether there are sums of the events before ``start``.
    public var hasSums = true
    /// After that, nothing; `nil` where all is known up to the present.
    public var end: TraceTime?

    public init() {}
}
