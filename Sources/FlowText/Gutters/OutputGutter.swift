import FlowAnalysis
import FlowModel
import FlowTrace

/// The gutter of an output.
struct OutputGutter {
    let facts: StreamFacts
    let lane: Int

    func gutter() -> LaneGutter {
        let totals = facts.totals(lane)
        let state = facts.model.state(ofLane: lane, at: facts.moment.sequence)
        let trouble = trouble(state)
        let ending = LaneFacts.ending(state)
        return LaneGutter(
            first(totals, state), ending ?? condition(totals), secondShort: ending ?? condition(totals, isShort: true),
            short: "\(totals.values) got", trouble: trouble.0, troubleShort: trouble.0 == nil ? nil : shortTrouble(state),
            tone: trouble.1)
    }

    /// How it got what it has: below a replay whether that came late, else how much.
    private func first(_ totals: LaneTotals, _ state: LaneState) -> SignedText {
        guard facts.onlyOutput == nil, facts.model.isBelowReplay(lane: lane) else { return "\(totals.values) received" }
        let replayed = facts.replayed(lane).count
        if replayed > 0 { return "\(replayed) replayed" }
        return state == .idle ? "not subscribed" : "live"
    }

    /// - Parameter isShort: Whether the value is left out, so that when it came is still to be read.
    private func condition(_ totals: LaneTotals, isShort: Bool = false) -> SignedText {
        // Outputs side by side have no lane for their demand.
        if facts.onlyOutput == nil, totals.requests > 0 { return "asks \(totals.outstanding)" }
        let last = facts.model.lanes[lane].lastMark(of: \.values, upTo: facts.moment.sequence)
        guard let value = last else { return "nothing yet" }
        let time = "\(Seconds.short(nanoseconds: facts.moment.time - value.time)) s ago"
        guard !isShort else { return "\(time)" }
        let text = facts.text(value)
        let separator = text.last?.isNumber == true ? ", " : " "
        return "\(text)\(separator)\(time)"
    }

    private func shortTrouble(_ state: LaneState) -> SignedText? {
        if case .cancelled = state { "\(.cancelled) ended" } else { trouble(state).0 }
    }

    private func trouble(_ state: LaneState) -> (SignedText?, Tone) {
        switch state {
        case .paused: ("\(.paused) paused", .asked)
        case .failed: ("\(.failed) failed", .error)
        case .cancelled: ("\(.cancelled) cancelled", .error)
        case .idle, .live, .finished: (nil, .got)
        }
    }
}
