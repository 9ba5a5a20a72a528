import FlowModel
import FlowTrace

/// The inspector's rows of an output.
struct OutputRows {
    let facts: StreamFacts
    let lane: Int
    let demandRows: DemandRows

    func rows(_ accounts: AccountRows) -> [InspectorRow] {
        accounts.breaches() + [asked(), demandRows.demand(ofLane: lane), received()] + accounts.ledger() + undescribed()
            + replayed() + busy() + lost() + latency()
            + (facts.isPaced(lane: lane) ? demandRows.pace() : []) + notes() + labelled() + ended() + accounts.journey()
    }

    private func asked() -> InspectorRow {
        let totals = facts.totals(lane)
        return .asked(.init(count: totals.requested, requests: totals.requests, returned: totals.returned))
    }

    private func received() -> InspectorRow {
        .received(count: facts.totals(lane).values, sent: facts.source.map { facts.totals($0).offered })
    }

    private func undescribed() -> [InspectorRow] {
        let last = facts.history(lane).lastMark(of: \.values, upTo: facts.sequence)
        guard let last, !facts.isDescribed(last) else { return [] }
        return [.undescribed(type: facts.model.valueType(ofLane: lane))]
    }

    private func replayed() -> [InspectorRow] {
        let marks = facts.replayed(lane)
        guard !marks.isEmpty else { return [] }
        return [.replayed(values: marks.map(facts.text), kept: marks.compactMap(kept))]
    }

    /// How long a replayed value had been kept.
    private func kept(_ mark: Mark) -> UInt64? {
        guard let replay = facts.buffer, facts.bufferIsReplay else { return nil }
        let value = facts.text(mark)
        let items = facts.model.lanes[replay].items(upTo: mark.sequence).suffix(Inspector.listed)
        return items.last { facts.model.text(of: $0.entered) == value }.map { mark.time - $0.enteredAt }
    }

    private func busy() -> [InspectorRow] {
        let arrivals = facts.model.busyArrivals(ofLane: lane, upTo: facts.sequence)
        guard !arrivals.isEmpty else { return [] }
        let values = arrivals.flatMap(\.values)
        return [.whenBusy(levels: arrivals.map(\.levels))] + (values.isEmpty ? [] : [.arrivedBusy(values: values)])
    }

    /// What the source lost, where nothing but demand lies between it and the output.
    private func lost() -> [InspectorRow] {
        guard let source = facts.source, facts.buffer == nil, facts.onlyOutput != nil else { return [] }
        return SourceRows(facts: facts, lane: source).lost()
    }

    private func latency() -> [InspectorRow] {
        guard let source = facts.source else { return [] }
        let waits = Latency.newest(
            from: facts.model.lanes[source], to: facts.history(lane), in: facts.model, upTo: facts.sequence)
        guard let least = waits.min(), let most = waits.max() else { return [] }
        let count = UInt64(waits.count)
        // The sum may be more than a number holds.
        let mean = waits.reduce(0) { $0 + $1 / count } + waits.reduce(0) { $0 + $1 % count } / count
        return [.latency(.init(least: least, mean: mean, most: most, count: waits.count))]
    }

    private func notes() -> [InspectorRow] {
        var kinds: Set<String> = []
        var rows: [InspectorRow] = []
        for mark in facts.history(lane).newest(32, of: \.states, upTo: facts.sequence).reversed() {
            for (kind, value) in facts.model.reportedState(of: mark.sequence)?.facts ?? [] where kinds.insert(kind).inserted {
                rows.append(.note(.init(kind: kind, value: value, since: mark.time)))
            }
        }
        return rows
    }

    private func labelled() -> [InspectorRow] {
        facts.model.edge(ofLane: lane)?.location.map { [.labelled($0)] } ?? []
    }

    private func ended() -> [InspectorRow] {
        let state = facts.model.state(ofLane: lane, at: facts.sequence)
        return state.isOver ? [.ended(state, received: facts.totals(lane).values)] : []
    }
}
