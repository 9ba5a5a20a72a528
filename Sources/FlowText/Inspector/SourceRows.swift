import FlowTrace

/// The inspector's rows of a source.
struct SourceRows {
    let facts: StreamFacts
    let lane: Int

    func rows(_ accounts: AccountRows) -> [InspectorRow] {
        let totals = facts.totals(lane)
        let window = RateWindow(at: facts.moment.time)
        let rate = window.rate(of: \.offered, in: facts.model.lanes[lane], at: facts.moment)
        let state = facts.model.state(ofLane: lane, at: facts.moment.sequence)
        return accounts.breaches() + [.sent(count: totals.offered)] + lost()
            + [.rate(.init(input: rate, output: nil, window: window)), .state(state)] + accounts.journey()
    }

    /// The values the source lost; none where it lost none.
    func lost() -> [InspectorRow] {
        let marks = facts.model.lanes[lane].newest(Inspector.listed, of: \.dropped, upTo: facts.moment.sequence)
        guard let last = marks.last, let reason = facts.model.log[sequence: last.sequence]?.event.dropReason else { return [] }
        return [.lost(.init(values: marks.map(facts.text), count: last.totals.dropped, reason: reason))]
    }
}
