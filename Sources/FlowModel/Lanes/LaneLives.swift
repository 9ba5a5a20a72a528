import FlowTrace

/// How many subscriptions a lane has shown by an event, and how many of them were live.
struct LaneLives: Sendable {
    private var begun: [Int] = []
    private var ended: [Int] = []
    /// Those before the first known event.
    private var before = (begun: 0, ended: 0)

    /// Adds the subscriptions that an edge had before the first known event.
    mutating func add(_ past: EdgeAccount) {
        before.begun += past.subscriptions
        before.ended += past.subscriptions - (past.isLive ? 1 : 0)
    }

    /// Adds an event that has changed the account of its edge.
    mutating func fold(_ entry: TraceEntry, wasLive: Bool, isLive: Bool) {
        let begins = entry.kind == .subscribed && (!wasLive || entry.event.beginsLife)
        if wasLive, begins || !isLive { ended.append(entry.sequence) }
        if begins { begun.append(entry.sequence) }
    }

    /// - Complexity: O(log *n*).
    func counts(upTo sequence: Int) -> (live: Int, ended: Int) {
        let over = before.ended + ended.partitioningIndex { $0 > sequence }
        return (before.begun + begun.partitioningIndex { $0 > sequence } - over, over)
    }
}
