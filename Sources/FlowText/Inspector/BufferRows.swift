import FlowModel
import FlowTrace

/// The inspector's rows of a buffer.
struct BufferRows {
    let facts: StreamFacts
    let lane: Int
    let demandRows: DemandRows

    func rows(_ accounts: AccountRows) -> [InspectorRow] {
        accounts.violations() + [holds(), ledger()] + undescribed() + dropped() + [rate()] + demand() + full() + demandRows.pace()
            + waited()
    }

    private func holds() -> InspectorRow {
        let held = facts.contents(lane)
        let peak = facts.history(lane).peak(upTo: facts.sequence)
        return .holds(
            .init(
                values: held.oldest, count: facts.totals(lane).heldCount,
                capacity: facts.model.node(ofLane: lane)?.capacity, peak: peak.held, peakAt: peak.at))
    }

    private func ledger() -> InspectorRow {
        let totals = facts.totals(lane)
        let missing = totals.arrived - totals.unbuffered - totals.held - totals.dropped
        return .ledger(
            .init(
                arrived: totals.arrived, left: totals.unbuffered, held: totals.held, isHeldLeast: totals.isHeldLeast,
                dropped: totals.dropped, missing: missing, evicts: facts.bufferIsReplay))
    }

    private func undescribed() -> [InspectorRow] {
        let last = facts.history(lane).lastMark(of: \.arrived, upTo: facts.sequence)
        guard let last, !facts.isDescribed(last) else { return [] }
        return [.undescribed(type: facts.model.valueType(ofLane: lane))]
    }

    private func dropped() -> [InspectorRow] {
        let marks = facts.history(lane).newest(Inspector.listed, of: \.dropped, upTo: facts.sequence)
        guard let last = marks.last else { return [] }
        return [.dropped(values: marks.map { facts.model.listed($0.sequence) }, count: last.totals.dropped)]
    }

    private func rate() -> InspectorRow {
        let window = facts.rateWindow(lane)
        return .rate(
            .init(
                input: CountedRate(of: \.arrived, in: facts.history(lane), window, at: facts.moment),
                output: CountedRate(of: \.unbuffered, in: facts.history(lane), window, at: facts.moment), window: window,
                evicts: facts.model.node(ofLane: lane)?.role == .replay))
    }

    private func demand() -> [InspectorRow] {
        guard let output = facts.onlyOutput else { return [] }
        return [demandRows.demand(ofLane: output)]
    }

    private func full() -> [InspectorRow] {
        let node = facts.model.node(ofLane: lane)
        let buffer = BufferFacts(node)
        guard node?.role == .buffer, !buffer.strategy.isEmpty else { return [] }
        let since = buffer.fullSince(facts.history(lane), upTo: facts.sequence)
        let lasts = since.map { facts.moment.time - $0 }
        return [.full(.init(strategy: buffer.strategy, prefetch: buffer.prefetch, since: since, lasts: lasts))]
    }

    /// How long the next one out has waited; it may be older than those listed.
    private func oldestWait() -> UInt64 { facts.history(lane).held(after: facts.sequence).first?.waited(at: facts.moment) ?? 0 }

    private func waited() -> [InspectorRow] {
        // Where more may be held, it is not known which value left.
        guard facts.model.node(ofLane: lane)?.role != .replay, !facts.totals(lane).isHeldLeast else { return [] }
        let all = facts.history(lane).items(upTo: facts.sequence)
        let oldest = facts.history(lane).held(after: facts.sequence).first
        let last = all.suffix(BufferRows.listedWaits)
        // The oldest of those that are held waits longest; it comes first where the last do not reach back to it.
        let isCut = oldest.map { oldest in !last.contains { $0.entered == oldest.entered } } ?? false
        let items = isCut ? [oldest].compactMap(\.self) + all.suffix(BufferRows.listedWaits - 2) : Array(last)
        let waits = items.map { $0.waited(at: facts.moment) }
        let longest = max(waits.max() ?? 0, oldestWait())
        var isNamed = false
        var rows = zip(items, waits).map { item, wait in
            let isLongest = wait == longest && wait > 0 && !isNamed
            isNamed = isNamed || isLongest
            let isHeld = item.isHeld(after: facts.sequence)
            return Wait(
                value: facts.model.listed(item.entered), nanoseconds: wait, isLongest: isLongest, isSoFar: isHeld,
                isDropped: !isHeld && item.exit == .dropped)
        }
        // The mark of what is left out takes a row.
        if isCut, rows.count > 1 { rows[1].isAfterGap = true }
        return rows.isEmpty ? [] : [.waited(rows)]
    }

    /// How many rows the list of waits has at most.
    private static let listedWaits = 6
}

/// What a buffer is, and since when it is full.
struct BufferFacts {
    /// How many values it may hold; `nil` for no limit.
    let capacity: Int?
    /// What it does when it is full, as typed.
    let strategy: String
    /// How it asks its upstream.
    let prefetch: String

    private static let prefetches: Set<String> = ["byRequest", "keepFull"]

    /// Reads a node's detail: `20 · dropOldest`, `5 · dropOldest · keepFull`.
    init(_ node: NodeFact?) {
        capacity = node?.capacity
        let parts = (node?.detail ?? "").split(separator: "·").map { $0.drop { $0 == " " } }
            .map { part in String(part.reversed().drop { $0 == " " }.reversed()) }
        prefetch = parts.first(where: BufferFacts.prefetches.contains) ?? "byRequest"
        strategy = parts.dropFirst().first { !BufferFacts.prefetches.contains($0) } ?? ""
    }

    /// Since when a lane's buffer is full; `nil` while it is not.
    func fullSince(_ lane: LaneHistory, upTo sequence: Int) -> TraceTime? {
        guard let capacity, capacity > 0, lane.totals(upTo: sequence).held >= capacity else { return nil }
        let known = lane.marks[..<lane.countOfMarks(upTo: sequence)]
        // From the last value that left on it only fills: what it drops makes room for what comes in.
        let exit = lane.lastMark(of: \.unbuffered, upTo: sequence)
        let start = exit.map { exit in known.partitioningIndex { $0.sequence >= exit.sequence } } ?? known.startIndex
        let dropped = exit?.totals.dropped ?? 0
        let filled = known[start...].partitioningIndex { $0.totals.held >= capacity || $0.totals.dropped > dropped }
        return filled < known.endIndex ? known[filled].time : nil
    }
}
