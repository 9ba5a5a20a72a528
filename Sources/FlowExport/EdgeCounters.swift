import FlowModel
import FlowTrace

/// Counts the outstanding demand and the held values of each edge.
public struct EdgeCounters: Sendable {
    /// A counter with a new value.
    public struct Change: Hashable, Sendable {
        /// `outstanding` or `held`.
        public let name: String
        /// Its value after the event.
        public let value: Int
    }

    private var books: [EdgeID: EdgeBook] = [:]

    public init() {}

    /// Adds the next event.
    public mutating func add(_ entry: TraceEntry, in log: TraceLog) {
        books[entry.edge, default: EdgeBook()].fold(entry, in: log)
    }

    /// The outstanding demand of an edge.
    public func outstanding(on edge: EdgeID) -> Demand { books[edge]?.account.outstanding ?? .none }

    /// The counters that an event changed; call this after adding the event.
    public func changed(by entry: TraceEntry) -> [Change] {
        guard let account = books[entry.edge]?.account else { return [] }
        switch entry.kind {
        case .request, .returned, .value: return account.outstanding.count.map { [Change(name: "outstanding", value: $0)] } ?? []
        // A number that may be too low is omitted.
        case .buffered, .unbuffered, .dropped: return account.heldIsLowerBound ? [] : [Change(name: "held", value: account.held)]
        case .note:
            return entry.event.knowsHeld == true && !account.heldIsLowerBound ? [Change(name: "held", value: account.held)] : []
        case .subscribed, .finished, .failure, .cancel, .offered, .state, .causeLink: return []
        }
    }
}
