import FlowTrace

/// Where a lane is in its life.
public enum LaneState: Hashable, Sendable {
    /// Nothing has happened on it yet.
    case idle
    /// It is alive.
    case live
    /// Its sink is paused, since the time given.
    case paused(since: TraceTime)
    /// It ended well.
    case finished(at: TraceTime)
    /// It failed.
    case failed(at: TraceTime)
    /// Its subscriber cancelled.
    case cancelled(at: TraceTime)

    /// Whether nothing more can come.
    public var isOver: Bool {
        switch self {
        case .finished, .failed, .cancelled: true
        case .idle, .live, .paused: false
        }
    }
}
