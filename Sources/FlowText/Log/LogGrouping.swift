import FlowModel
import FlowTrace

/// Decides which events share a line of the log.
struct LogGrouping {
    let facts: StreamFacts
    private var model: StreamModel { facts.model }

    init(facts: StreamFacts) {
        self.facts = facts
    }

    /// The sequence of the event on whose line an event stands by its cause alone; `nil` where it is not shown.
    func ownLine(of entry: TraceEntry) -> Int? {
        guard isShown(entry) else { return nil }
        switch entry.kind {
        case .request: return cause(of: entry, is: .subscribed) ?? entry.sequence
        case .dropped: return cause(of: entry, is: .offered) ?? entry.sequence
        case .unbuffered: return entrance(of: entry) ?? entry.sequence
        default: return entry.sequence
        }
    }

    /// Whether an event has a line, or a place in one.
    func isShown(_ entry: TraceEntry) -> Bool {
        entry.kind != .returned && model.laneIndex(of: entry) != nil
    }

    /// Whether an event belongs to the run of values or drops that ends with `previous`.
    func continues(_ entry: TraceEntry, after previous: TraceEntry) -> Bool {
        guard entry.kind == previous.kind, entry.edge == previous.edge, entry.time == previous.time else { return false }
        guard let cause = facts.laneCause(of: entry) else { return false }
        guard cause.sequence == facts.laneCause(of: previous)?.sequence else { return false }
        switch entry.kind {
        case .value: return cause.kind == .request || cause.kind == .subscribed
        case .dropped: return entry.event.dropReason == previous.event.dropReason && cause.kind != .offered
        default: return false
        }
    }

    /// How many lines above a line caused it, at most 2.
    func depth(of head: TraceEntry) -> Int {
        var depth = 0
        var line = head.sequence
        var cause = model.cause(of: head)
        while depth < 2, let sequence = cause, let entry = model.log[sequence: sequence] {
            if let own = ownLine(of: entry), own != line {
                depth += 1
                line = own
            }
            cause = model.cause(of: entry)
        }
        return depth
    }

    private func cause(of entry: TraceEntry, is kind: SignalKind) -> Int? {
        guard let sequence = entry.cause, let cause = model.log[sequence: sequence] else { return nil }
        return cause.kind == kind && cause.edge == entry.edge ? sequence : nil
    }

    /// The `buffered` of a value that went straight through an empty buffer.
    private func entrance(of entry: TraceEntry) -> Int? {
        guard let lane = model.laneIndex(of: entry), let mark = model.lanes[lane].mark(of: entry.sequence) else { return nil }
        guard mark.totals.held == 0, let item = model.lanes[lane].item(endedBy: mark) else { return nil }
        guard let entered = model.log[sequence: item.entered], entered.time == entry.time else { return nil }
        let isSameCall = entry.cause == entered.sequence || (entry.cause != nil && entry.cause == entered.cause)
        return isSameCall ? entered.sequence : nil
    }
}
