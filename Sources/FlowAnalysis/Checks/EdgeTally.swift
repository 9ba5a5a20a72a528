import FlowModel
import FlowTrace

/// What has passed an edge, counted for a check.
struct EdgeTally: Sendable {
    private(set) var totals = LaneTotals()
    private(set) var held = HeldQueue()
    /// The longest that a value has waited, of those that have left, in nanoseconds.
    private(set) var longestWait: UInt64 = 0
    private(set) var end: SignalKind?

    /// Takes an event; returns how long the value waited that it took out, in nanoseconds.
    mutating func take(_ entry: TraceEntry, role: EdgeFact.Role, in log: TraceLog) -> UInt64? {
        let left = role == .store ? held.take(entry, value: log.value(of: entry)) : nil
        totals.add(entry.kind, demand: entry.event.demand, fromStore: left != nil && entry.kind == .dropped)
        if entry.kind.isTerminal { end = end ?? entry.kind }
        guard let left else { return nil }
        let wait = entry.time - left.time
        longestWait = max(longestWait, wait)
        return wait
    }

    /// The longest wait at a time, that of values that wait still included.
    func longestWait(at time: TraceTime) -> UInt64 {
        held.items.first.map { max(longestWait, time - $0.time) } ?? longestWait
    }
}
