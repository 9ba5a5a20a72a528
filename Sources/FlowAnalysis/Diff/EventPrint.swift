import FlowTrace

/// What two runs compare of an event: all but its number and its causes, and its time only where that is wanted.
struct EventPrint: Hashable, Sendable {
    private let kind: SignalKind
    private let reason: DropReason?
    private let demand: Demand?
    private let value: TraceValue?
    private let time: TraceTime?

    init(_ entry: TraceEntry, in log: TraceLog, withTime: Bool) {
        kind = entry.kind
        reason = entry.event.dropReason
        demand = entry.event.demand
        value = log.value(of: entry)
        time = withTime ? entry.time : nil
    }
}
