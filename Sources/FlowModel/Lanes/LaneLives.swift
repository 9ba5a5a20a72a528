import FlowTrace

/// The lives of a lane's subscriptions: the numbers of live and ended ones after any event, and their ends.
struct LaneLives: Sendable {
    private var begun: [Int] = []
    /// The ended lives, in the order in which they ended.
    private var ended: [EndedLife] = []
    /// The start of each live subscription, and the number of values that its edge had passed before.
    private var open: [EdgeID: (time: TraceTime, values: Int)] = [:]
    /// The number of lives that began before the first known event, and the number that ended before it.
    private var before = (begun: 0, ended: 0)

    /// Adds the subscriptions that an edge had before the first known event.
    mutating func add(_ past: EdgeAccount) {
        before.begun += past.subscriptions
        before.ended += past.subscriptions - (past.isLive ? 1 : 0)
    }

    /// Adds an event that has changed the account of its edge.
    mutating func fold(_ entry: TraceEntry, from old: EdgeAccount, to new: EdgeAccount) {
        let begins = entry.kind == .subscribed && (!old.isLive || entry.event.beginsLife)
        if old.isLive, begins || !new.isLive { end(entry, values: new.values) }
        guard begins else { return }
        begun.append(entry.sequence)
        open[entry.edge] = (entry.time, new.values)
    }

    private mutating func end(_ entry: TraceEntry, values: Int) {
        let start = open.removeValue(forKey: entry.edge)
        ended.append(
            EndedLife(
                sequence: entry.sequence, time: entry.time,
                state: entry.kind.isTerminal ? LaneState(endedBy: entry.kind, at: entry.time, isLetGo: entry.event.isLetGo) : nil,
                lasted: start.map { entry.time - $0.time }, values: start.map { values - $0.values }))
    }

    /// - Complexity: O(log *n*).
    func counts(upTo sequence: Int) -> (live: Int, ended: Int) {
        let over = before.ended + ended.partitioningIndex { $0.sequence > sequence }
        return (before.begun + begun.partitioningIndex { $0 > sequence } - over, over)
    }

    /// The ended lives among the known events, in the order in which they ended.
    ///
    /// - Complexity: O(log *n*).
    func ended(upTo sequence: Int) -> ArraySlice<EndedLife> { ended[..<ended.partitioningIndex { $0.sequence > sequence }] }
}

/// An ended subscription of a lane that shows several.
public struct EndedLife: Hashable, Sendable {
    /// The event that ended it.
    public let sequence: Int
    /// The time of its end.
    public let time: TraceTime
    /// Its final state; `nil` if not recorded.
    public let state: LaneState?
    /// Its duration, in nanoseconds; `nil` if it began before the first known event.
    public let lasted: UInt64?
    /// The number of values it received; `nil` if it began before the first known event.
    public let values: Int?

    public var hasFailed: Bool { if case .failed? = state { true } else { false } }
}
