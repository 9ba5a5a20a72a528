import FlowModel
import FlowTrace

/// The inspector's rows for a buffer.
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
                arrived: totals.arrived, left: totals.unbuffered, held: totals.held, heldIsLowerBound: totals.heldIsLowerBound,
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
        guard let output = facts.onlyOutput, !facts.isUnread(belowLane: output) else { return [] }
        return [demandRows.demand(ofLane: output)]
    }

    private func full() -> [InspectorRow] {
        guard let node = facts.model.node(ofLane: lane), let overflow = node.overflow, let prefetch = node.prefetch else {
            return []
        }
        let since = fullSince(node.capacity)
        let lasts = since.map { facts.moment.time - $0 }
        return [.full(.init(overflow: overflow, prefetch: prefetch, since: since, lasts: lasts))]
    }

    /// The time since which the buffer is full; `nil` if it is not.
    private func fullSince(_ capacity: Int?) -> TraceTime? {
        let (history, sequence) = (facts.history(lane), facts.sequence)
        guard let capacity, capacity > 0, history.totals(upTo: sequence).held >= capacity else { return nil }
        let known = history.marks[..<history.countOfMarks(upTo: sequence)]
        // After the last departure, the level never falls: each drop makes room for an arrival.
        let exit = history.lastMark(of: \.unbuffered, upTo: sequence)
        let start = exit.map { exit in known.partitioningIndex { $0.sequence >= exit.sequence } } ?? known.startIndex
        let dropped = exit?.totals.dropped ?? 0
        let filled = known[start...].partitioningIndex { $0.totals.held >= capacity || $0.totals.dropped > dropped }
        return filled < known.endIndex ? known[filled].time : nil
    }

    /// The wait so far of the next value to leave; it may be older than the listed ones.
    private func oldestWait() -> UInt64 { facts.history(lane).held(after: facts.sequence).first?.waited(at: facts.moment) ?? 0 }

    private func waited() -> [InspectorRow] {
        // If the buffer may hold more, it is unknown which values have left.
        guard facts.model.node(ofLane: lane)?.role != .replay, !facts.totals(lane).heldIsLowerBound else { return [] }
        let all = facts.history(lane).items(upTo: facts.sequence)
        let oldest = facts.history(lane).held(after: facts.sequence).first
        let last = all.suffix(BufferRows.listedWaits)
        // The oldest held value waits longest; it comes first if it is not among the last ones.
        let isCut = oldest.map { oldest in !last.contains { $0.entered == oldest.entered } } ?? false
        let items = isCut ? [oldest].compactMap(\.self) + all.suffix(BufferRows.listedWaits - 2) : Array(last)
        let waits = items.map { $0.waited(at: facts.moment) }
        let longest = max(waits.max() ?? 0, oldestWait())
        let scope: Wait.Longest = items.count == facts.totals(lane).buffered ? .ofAll : .ofListed
        var isNamed = false
        var rows = zip(items, waits).map { item, wait in
            let isLongest = wait == longest && wait > 0 && !isNamed
            isNamed = isNamed || isLongest
            let isHeld = item.isHeld(after: facts.sequence)
            return Wait(
                value: facts.model.listed(item.entered), nanoseconds: wait, longest: isLongest ? scope : nil, isSoFar: isHeld,
                isDropped: !isHeld && item.exit == .dropped)
        }
        // The gap takes a row, so one value fewer is listed.
        if isCut, rows.count > 1 { rows[1].isAfterGap = true }
        return rows.isEmpty ? [] : [.waited(rows)]
    }

    /// The most rows in the list of waits.
    private static let listedWaits = 6
}
