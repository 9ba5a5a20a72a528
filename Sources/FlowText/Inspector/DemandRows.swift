import FlowTrace

/// The inspector's rows about demand and pace.
struct DemandRows {
    let facts: StreamFacts
    let next: TraceTime?
    /// The pace in words, where it can have changed since its node was declared.
    let interval: String?

    /// What is outstanding on an output, the last request, and the value that spent it.
    func demand(ofLane lane: Int) -> InspectorRow {
        let history = facts.model.lanes[lane]
        let totals = facts.totals(lane)
        let asked = history.lastMark(of: \.requests, upTo: facts.moment.sequence)
        let value = history.lastMark(of: \.values, upTo: facts.moment.sequence)
        let isSpent = totals.outstanding == .none && asked.map { $0.sequence < value?.sequence ?? 0 } == true
        // What a value spent may be demand that the one before it returned.
        let last = isSpent ? history.lastMark(of: { $0.requests + $0.returns }, upTo: facts.moment.sequence) : asked
        return .demand(
            .init(
                count: totals.outstanding, last: last.flatMap { facts.model.log[sequence: $0.sequence]?.event.demand },
                at: last?.time, isReturned: last?.kind == .returned, spentBy: isSpent ? value.map(facts.text) : nil))
    }

    /// The pacing node, where there is one.
    func pace() -> [InspectorRow] {
        guard let node = facts.pace, let lane = facts.onlyOutput else { return [] }
        let interval = interval ?? node.detail
        guard !facts.model.state(ofLane: lane, at: facts.moment.sequence).isOver else {
            return [.pace(.init(interval: interval, nextIn: nil, fraction: nil, waitsForSink: false))]
        }
        let isPaused = facts.paused(lane) != nil
        let due = next.flatMap { !isPaused && $0 >= facts.moment.time ? $0 : nil }
        let nextIn = due.map { $0 - facts.moment.time }
        return [.pace(.init(interval: interval, nextIn: nextIn, fraction: due.flatMap(fraction), waitsForSink: isPaused))]
    }

    /// How much of the time between the last value and the next request is over.
    private func fraction(until due: TraceTime) -> Double? {
        guard let lane = facts.onlyOutput else { return nil }
        let value = facts.model.lanes[lane].lastMark(of: \.values, upTo: facts.moment.sequence)
        guard let start = value?.time, due > start else { return nil }
        return Double(facts.moment.time - start) / Double(due - start)
    }
}
