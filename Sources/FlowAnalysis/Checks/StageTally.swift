import FlowModel
import FlowTrace

/// What the stages of one name have come to.
public struct StageTally: Hashable, Sendable {
    /// Values that came out.
    public let values: Int
    /// Values lost.
    public let dropped: Int
    /// Values that wait.
    public let held: Int
    /// The most values that waited at once.
    public let maxHeld: Int
    /// The longest that a value has waited, in nanoseconds; one that waits still counts.
    public let maxWait: UInt64
    /// What was asked for, by requests and by what was returned.
    public let requested: Demand
    /// What was asked for and has not come.
    public let outstanding: Demand
    /// How many of its subscriptions have finished, failed and been cancelled.
    public let finished: Int
    public let failed: Int
    public let cancelled: Int

    init(_ edges: [(role: EdgeFact.Role, tally: EdgeTally)], end: TraceTime) {
        func sum(_ count: (EdgeTally) -> Int) -> Int { edges.reduce(0) { $0 + count($1.tally) } }
        func demand(_ count: (EdgeAccount) -> Demand) -> Demand { edges.reduce(.none) { $0 + count($1.tally.account) } }
        values = sum(\.account.values)
        dropped = sum(\.account.dropped)
        held = sum { $0.held.items.count }
        maxHeld = edges.map(\.tally.held.peak.held).max() ?? 0
        maxWait = edges.map { $0.tally.longestWait(at: end) }.max() ?? 0
        requested = demand { $0.requested + $0.returned }
        outstanding = edges.filter { $0.role == .link && $0.tally.account.end == nil }.reduce(.none) {
            $0 + $1.tally.account.outstanding
        }
        finished = sum { $0.account.end == .finished ? 1 : 0 }
        failed = sum { $0.account.end == .failure ? 1 : 0 }
        cancelled = sum { $0.account.end == .cancel ? 1 : 0 }
    }
}
