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

    private var totals: [EdgeID: LaneTotals] = [:]
    private var held: [EdgeID: HeldQueue] = [:]

    /// Counters of nothing.
    public init() {}

    /// Takes in the next event.
    public mutating func add(_ entry: TraceEntry, in log: TraceLog) {
        var fromStore = false
        if [.buffered, .unbuffered, .dropped].contains(entry.kind) {
            fromStore = held[entry.edge, default: HeldQueue()].take(entry, value: log.value(of: entry)) != nil
        }
        totals[entry.edge, default: LaneTotals()].add(entry.kind, demand: entry.event.demand, fromStore: fromStore)
    }

    /// The demand that was asked for on an edge and not delivered yet.
    public func outstanding(on edge: EdgeID) -> Demand { totals[edge]?.outstanding ?? .none }

    /// What the event changed, after it was taken in.
    public func changed(by entry: TraceEntry) -> [Change] {
        guard let totals = totals[entry.edge] else { return [] }
        switch entry.kind {
        case .request, .returned, .value: return totals.outstanding.count.map { [Change(name: "outstanding", value: $0)] } ?? []
        case .buffered, .unbuffered, .dropped: return [Change(name: "held", value: totals.held)]
        default: return []
        }
    }
}
