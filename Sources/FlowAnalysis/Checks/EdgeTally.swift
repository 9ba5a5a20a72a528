import FlowModel
import FlowTrace

/// What has passed an edge, counted for a check.
struct EdgeTally: Sendable {
    private var book = EdgeBook()
    /// The longest that a value has waited, of those that have left, in nanoseconds.
    private(set) var longestWait: UInt64 = 0

    var account: EdgeAccount { book.account }
    var held: HeldQueue { book.held }

    /// Takes an event; returns how long the value waited that it took out, in nanoseconds.
    mutating func take(_ entry: TraceEntry, role: EdgeFact.Role, in log: TraceLog) -> UInt64? {
        guard let left = book.fold(entry, isStore: role == .store, in: log) else { return nil }
        let wait = entry.time - left.time
        longestWait = max(longestWait, wait)
        return wait
    }

    /// The longest wait at a time, that of values that wait still included.
    func longestWait(at time: TraceTime) -> UInt64 {
        held.items.first.map { max(longestWait, time - $0.time) } ?? longestWait
    }
}
