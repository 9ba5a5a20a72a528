import FlowModel
import FlowTrace

/// Outstanding demand and what is held, edge by edge, as events pass.
public struct EdgeCounters: Sendable {
    /// A counter with a new value.
    public struct Change: Hashable, Sendable {
        /// `outstanding` or `held`.
        public let name: String
        /// Its value after the event.
        public let value: Int
    }

    private var books: [EdgeID: EdgeBook] = [:]

    /// Counters of nothing.
    public init() {}

    /// Takes in the next event.
    public mutating func add(_ entry: TraceEntry, in log: TraceLog) {
        books[entry.edge, default: EdgeBook()].fold(entry, in: log)
    }

    /// The demand that was asked for on an edge and not delivered yet.
    public func outstanding(on edge: EdgeID) -> Demand {
        books[edge]?.account.outstanding ?? .none
    }

    /// What the event changed, after it was taken in.
    public func changed(by entry: TraceEntry) -> [Change] {
        guard let account = books[entry.edge]?.account else { return [] }
        switch entry.kind {
        case .request, .returned, .value: return account.outstanding.count.map { [Change(name: "outstanding", value: $0)] } ?? []
        case .buffered, .unbuffered, .dropped: return [Change(name: "held", value: account.held)]
        default: return []
        }
    }
}
