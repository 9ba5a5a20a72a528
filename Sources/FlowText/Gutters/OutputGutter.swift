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
            short: "\(totals.values) \(facts.isSent(onLane: lane) ? "sent" : "got")", trouble: trouble.0,
            troubleShort: trouble.0 == nil ? nil : shortTrouble(state),
            tone: trouble.1)
    }

    private var deed: String { facts.isSent(onLane: lane) ? "sent" : "delivered" }

    /// The count of its values, or below a replay the number replayed.
    private func first(_ totals: EdgeAccount, _ state: LaneState) -> SignedText {
        guard facts.onlyOutput == nil, facts.model.isBelowReplay(lane: lane) else { return "\(totals.values) \(deed)" }
        let replayed = facts.replayed(lane).count
        if replayed > 0 { return "\(replayed) replayed" }
        return state == .idle ? "not subscribed" : "live"
    }

    /// - Parameter isShort: Whether to omit the value, to leave room for its time.
    private func condition(_ totals: EdgeAccount, isShort: Bool = false) -> SignedText {
        if let waiting = facts.channel(below: lane).map({ facts.totals($0).held }) {
            return waiting == 0 ? "none waits" : "\(waiting) \(waiting == 1 ? "waits" : "wait")"
        }
        // Outputs side by side have no lane for their demand.
        if !facts.model.hasDeclaredLanes, facts.history(lane).spec.isShared { return lives(isShort: isShort) }
        if facts.onlyOutput == nil, totals.requests > 0, facts.streamFed(byLane: lane) == nil {
            return facts.isSent(onLane: lane) ? "asked for \(totals.outstanding)" : "asks \(totals.outstanding)"
        }
        let last = facts.model.lanes[lane].lastMark(of: \.values, upTo: facts.moment.sequence)
        guard let value = last else { return "nothing yet" }
        let time = "\(Seconds.short(nanoseconds: facts.moment.time - value.time)) s ago"
        guard !isShort else { return "\(time)" }
        let text = facts.text(value)
        let separator = text.last?.isNumber == true ? ", " : " "
        return "\(text)\(separator)\(time)"
    }

    /// The number of subscriptions of a shared lane.
    private func lives(isShort: Bool) -> SignedText {
        let (live, ended) = facts.model.lives(ofLane: lane, at: facts.moment.sequence)
        return isShort || ended == 0 ? "\(live) live" : "\(live) live, \(ended) ended"
    }

    private func shortTrouble(_ state: LaneState) -> SignedText? {
        if case .cancelled = state { "\(.cancelled) ended" } else { trouble(state).0 }
    }

    private func trouble(_ state: LaneState) -> (SignedText?, Tone) {
        switch state {
        case .paused: ("\(.paused) paused", .asked)
        case .failed: ("\(.failed) failed", .error)
        case .cancelled: ("\(.cancelled) cancelled", .plain)
        case .letGo: ("\(.cancelled) let go", .plain)
        case .idle, .live, .finished: (nil, .got)
        }
    }
}
