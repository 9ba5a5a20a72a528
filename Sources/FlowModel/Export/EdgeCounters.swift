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

    /// Counters of nothing.
    public init() {}

    /// Takes in the next event.
    public mutating func add(_ entry: TraceEntry) {
        totals[entry.edge, default: LaneTotals()].add(
            entry.kind, demand: entry.event.demand, fromStore: EdgeCounters.wasHeld(entry))
    }

    /// Whether an event takes out a value that was held; what nobody asked for or a full buffer refused never was.
    private static func wasHeld(_ entry: TraceEntry) -> Bool {
        switch entry.event.dropReason {
        case .overflowOldest, .error, .cancelled, .superseded: true
        case .noDemand, .noSubscriber, .overflowNewest, nil: false
        }
    }

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
