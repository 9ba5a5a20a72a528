import FlowTrace

/// The inspector's rows of a buffer.
struct BufferRows {
    let facts: StreamFacts
    let lane: Int
    let next: TraceTime?

    private var model: StreamModel { facts.model }
    private var history: LaneHistory { facts.model.lanes[lane] }
    private var sequence: Int { facts.moment.sequence }

    init(facts: StreamFacts, lane: Int, next: TraceTime?) {
        self.facts = facts
        self.lane = lane
        self.next = next
    }

    func rows() -> [InspectorRow] {
        [holds(), ledger()] + dropped() + [rate()] + demand() + full() + DemandRows(facts: facts, next: next).pace() + waited()
    }

    private func holds() -> InspectorRow {
        let held = facts.contents(lane)
        let peak = history.peak(upTo: sequence)
        return .holds(
            values: held.oldest, count: held.count,
            capacity: model.node(ofLane: lane)?.capacity, peak: peak.held, peakAt: peak.at)
    }

    private func ledger() -> InspectorRow {
        let totals = facts.totals(lane)
        let missing = totals.arrived - totals.unbuffered - totals.held - totals.dropped
        return .ledger(
            arrived: totals.arrived, left: totals.unbuffered, held: totals.held, dropped: totals.dropped, missing: missing)
    }

    private func dropped() -> [InspectorRow] {
        let marks = history.newest(Inspector.listed, of: \.dropped, upTo: sequence)
        guard let last = marks.last else { return [] }
        return [.dropped(values: marks.map(facts.text), count: last.totals.dropped)]
    }

    private func rate() -> InspectorRow {
        let window = RateWindow(at: facts.moment.time)
        return .rate(
            input: window.rate(of: \.arrived, in: history, at: facts.moment),
            output: window.rate(of: \.unbuffered, in: history, at: facts.moment), window: window)
    }

    private func demand() -> [InspectorRow] {
        guard let output = facts.onlyOutput else { return [] }
        return [DemandRows(facts: facts, next: next).demand(ofLane: output)]
    }

    private func full() -> [InspectorRow] {
        let node = model.node(ofLane: lane)
        let buffer = BufferFacts(node)
        guard node?.role == .buffer, !buffer.strategy.isEmpty else { return [] }
        let since = buffer.fullSince(history, upTo: sequence)
        let lasts = since.map { facts.moment.time - $0 }
        return [.full(strategy: buffer.strategy, prefetch: buffer.prefetch, since: since, lasts: lasts)]
    }

    private func waited() -> [InspectorRow] {
        guard model.node(ofLane: lane)?.role != .replay else { return [] }
        let items = history.items(upTo: sequence).suffix(6)
        let waits = items.map { $0.waited(at: facts.moment) }
        let longest = waits.max() ?? 0
        var isNamed = false
        let rows = zip(items, waits).map { item, wait in
            let isLongest = wait == longest && wait > 0 && !isNamed
            isNamed = isNamed || isLongest
            let isHeld = item.isHeld(after: sequence)
            return Wait(
                value: model.text(of: item.entered), nanoseconds: wait, isLongest: isLongest, isSoFar: isHeld,
                isDropped: !isHeld && item.exit == .dropped)
        }
        return rows.isEmpty ? [] : [.waited(rows)]
    }
}
