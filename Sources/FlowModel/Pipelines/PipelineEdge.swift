import FlowTrace

/// An edge of a program's graph with what has passed it.
struct PipelineEdge: Sendable {
    var fact: EdgeFact
    /// An older edge of the same pipeline, itself in the oldest.
    var parent: Int
    var totals = LaneTotals()
    var rate = ValueRate()
    /// How it ended, and when.
    var end: (kind: SignalKind, time: TraceTime)?

    /// Takes an event; returns what it adds to the pipeline's totals.
    mutating func add(_ entry: TraceEntry) -> PipelineTotals {
        let before = totals
        let isFromStore = fact.role == .store && entry.event.dropReason != .overflowNewest
        totals.add(entry.kind, demand: entry.event.demand, fromStore: isFromStore)
        if entry.kind == .value { rate.add(at: entry.time) }
        if entry.kind.isTerminal, end == nil { end = (entry.kind, entry.time) }
        return PipelineTotals(
            events: 1, values: totals.values - before.values, held: totals.held - before.held,
            dropped: totals.dropped - before.dropped)
    }
}
