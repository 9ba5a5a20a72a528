import FlowAnalysis
import FlowModel
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
            let ended: SignedText? = if case .cancelled = state { "\(.cancelled) ended" } else { nil }
            return LaneGutter(
                "\(outstanding) outstanding", LaneFacts.ending(state) ?? "", short: "\(outstanding) asked", trouble: ended,
                tone: ended == nil ? .asked : .error)
        }
        let (condition, short) = condition(outstanding)
        return LaneGutter(
            "\(outstanding) outstanding", condition, secondShort: short, short: "\(outstanding) asked", tone: .asked)
    }

    /// The last demand, asked for or returned, or the next request, and the same in fewer words.
    private func condition(_ outstanding: Demand) -> (SignedText, SignedText) {
        guard let last = lastAsked else {
            return ("nothing asked yet", "no \(.request) yet")
        }
        // Where single events are not known, neither is what was asked for.
        guard let demand = facts.model.log[sequence: last.sequence]?.event.demand else { return ("", "") }
        if let next, next >= facts.moment.time, facts.paused(lane) == nil {
            let due = isPast ? "at \(Seconds.text(next))" : "in \(Seconds.short(nanoseconds: next - facts.moment.time)) s"
            return ("\(.request)\(demand) \(due)", "\(due)")
        }
        // Returned demand is no request: it has no such sign on the lane either.
        let sign: SignedText = last.kind == .request ? "\(.request)" : "+"
        if isPast { return ("\(sign)\(demand) at \(Seconds.text(last.time))", "\(sign) \(Seconds.text(last.time))") }
        let since = Seconds.short(nanoseconds: facts.moment.time - last.time)
        guard outstanding == .none else { return ("\(sign)\(demand) \(since) s ago", "\(sign)\(demand) \(since) s") }
        guard last.kind == .request else { return ("none for \(since) s", "none \(since) s") }
        return ("no \(.request) for \(since) s", "no \(.request) \(since) s")
    }

    /// The last event that asked for something, by a request or by what was returned.
    private var lastAsked: Mark? {
        let history = facts.history(lane)
        let asked = [\LaneTotals.requests, \LaneTotals.returns].compactMap { count in
            history.lastMark(of: { $0[keyPath: count] }, upTo: facts.sequence)
        }
        return asked.max { $0.sequence < $1.sequence }
    }
}
