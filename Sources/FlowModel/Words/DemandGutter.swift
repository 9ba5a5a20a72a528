import FlowTrace

/// The gutter of a demand lane.
struct DemandGutter {
    let facts: StreamFacts
    let lane: Int
    let next: TraceTime?
    let isPast: Bool

    func gutter() -> LaneGutter {
        let outstanding = facts.totals(lane).outstanding
        let state = facts.model.state(ofLane: lane, at: facts.moment.sequence)
        if state.isOver {
            let ended = if case .cancelled = state { "⊘ ended" } else { nil as String? }
            return LaneGutter(
                "\(outstanding) outstanding", LaneFacts.ending(state) ?? "", short: "\(outstanding) asked", trouble: ended,
                tone: ended == nil ? .asked : .error)
        }
        return LaneGutter("\(outstanding) outstanding", condition(outstanding), short: "\(outstanding) asked", tone: .asked)
    }

    private func condition(_ outstanding: Demand) -> String {
        let history = facts.model.lanes[lane]
        guard let last = history.last([.request, .returned], upTo: facts.moment.sequence) else { return "nothing asked yet" }
        let demand = facts.model.log[sequence: last.sequence]?.event.demand ?? .none
        if let next, next >= facts.moment.time, facts.paused(lane) == nil {
            let due = isPast ? "at \(Seconds.text(next))" : "in \(Seconds.short(nanoseconds: next - facts.moment.time)) s"
            return "▲\(demand) \(due)"
        }
        if isPast { return "▲\(demand) at \(Seconds.text(last.time))" }
        let since = Seconds.short(nanoseconds: facts.moment.time - last.time)
        return outstanding == .none ? "no ▲ for \(since) s" : "▲\(demand) \(since) s ago"
    }
}
