import FlowTrace

/// In which stretch of time the events of a stream are known one by one.
public struct KnownSpan: Hashable, Sendable {
    /// Before that, only what the events had added up to at some moments, or nothing.
    public var start = TraceTime.zero
    /// Whether there are sums of what came before ``start``.
    public var hasSums = true
    /// After that, nothing; `nil` where all is known up to the present.
    public var end: TraceTime?

    public init() {}
}
