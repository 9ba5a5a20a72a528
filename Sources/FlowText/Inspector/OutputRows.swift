import FlowModel
import FlowTrace

/// The inspector's rows for an output.
struct OutputRows {
    let facts: StreamFacts
    let lane: Int
    let demandRows: DemandRows

    func rows(_ accounts: AccountRows) -> [InspectorRow] {
        accounts.violations() + demand() + [received()] + lives() + accounts.ledger()
            + undescribed() + replayed() + busy() + lost() + latency()
            + (facts.isPaced(lane: lane) ? demandRows.pace() : []) + notes() + labelled() + ended() + accounts.journey()
    }

    /// The demand so far and the outstanding one; empty above a stream that takes every value.
    private func demand() -> [InspectorRow] {
        guard facts.streamFed(byLane: lane) == nil else { return [] }
        let totals = facts.totals(lane)
        return [
            .asked(.init(count: totals.requested, requests: totals.requests, returned: totals.returned)),
            demandRows.demand(ofLane: lane),
        ]
    }

    private func received() -> InspectorRow {
        if facts.isSent(onLane: lane) { return .sent(count: facts.totals(lane).values) }
        return .received(count: facts.totals(lane).values, sent: facts.source.map { facts.totals($0).offered })
    }

    /// The maximum number of failed subscriptions to list, and of other recent ones.
    private static let listedLives = 3

    /// The subscriptions of a shared lane: the last failures, the longest, and the last of the others.
    private func lives() -> [InspectorRow] {
        guard !facts.model.hasDeclaredLanes, facts.history(lane).spec.isShared else { return [] }
        let counts = facts.model.lives(ofLane: lane, at: facts.sequence)
        let ended = facts.model.endedLives(ofLane: lane, at: facts.sequence)
        let failed = ended.reversed().lazy.filter(\.hasFailed).prefix(OutputRows.listedLives)
        let whole = ended.filter { $0.lasted != nil }
        let longest = whole.max { $0.lasted ?? 0 < $1.lasted ?? 0 }
        let last = ended.reversed().lazy.filter { !$0.hasFailed && $0 != longest }.prefix(OutputRows.listedLives)
        return [.lives(live: counts.live, ended: counts.ended)] + failed.map { .life(.failed, $0, known: nil) }
            + (longest.map { [.life(.longest, $0, known: whole.count < counts.ended ? whole.count : nil)] } ?? [])
            + last.map { .life(.last, $0, known: nil) }
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

    /// The time for which a replayed value was held.
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

    /// The values dropped by the source, if no buffer lies between it and the output.
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
        // Divided first, since the sum might overflow.
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
        guard let edge = facts.model.edge(ofLane: lane) else { return [] }
        let isStream = edge.downstream.flatMap { facts.model.log.node($0) }?.isStream == true
        let (location, place) = (edge.location, edge.place)
        var rows: [InspectorRow] = []
        if let made = location ?? (isStream ? place?.location : nil) { rows.append(.labelled(made)) }
        if !isStream, let place, place.line != location?.line { rows.append(.subscribedAt(place)) }
        if !edge.fedAt.isEmpty { rows.append(.fedAt(edge.fedAt, more: edge.moreFedAt)) }
        return rows
    }

    private func ended() -> [InspectorRow] {
        let state = facts.model.state(ofLane: lane, at: facts.sequence)
        return state.isOver ? [.ended(state, received: facts.totals(lane).values)] : []
    }
}

/// Measures the latency from source to output.
enum Latency {
    private static let measured = 64
    private static let searched = 512

    /// The latencies of the newest values, in nanoseconds, the newest first.
    ///
    /// Each output value is matched with the newest source value of equal text before it, and before the match of the next output
    /// value. Values without a match, as after a `map`, and undescribed values are skipped.
    static func newest(from source: LaneHistory, to output: LaneHistory, in model: StreamModel, upTo sequence: Int) -> [UInt64] {
        var found: [UInt64] = []
        var before = Int.max
        for value in output.newest(measured, of: \.values, upTo: sequence).reversed() {
            let limit = min(before - 1, value.sequence)
            let text = model.text(of: value.sequence)
            guard text != StreamModel.undescribed, let sent = sender(of: text, in: source, model, upTo: limit) else { continue }
            found.append(value.time - sent.time)
            before = sent.sequence
        }
        return found
    }

    private static func sender(of text: String, in source: LaneHistory, _ model: StreamModel, upTo limit: Int) -> Mark? {
        let end = source.countOfMarks(upTo: limit)
        return source.marks[max(0, end - searched)..<end].last { $0.kind == .offered && model.text(of: $0.sequence) == text }
    }
}
