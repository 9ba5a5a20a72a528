import FlowModel
import FlowTrace

extension CaptionTeller {
    func drop() -> CaptionDraft? {
        guard let event = burst.last(.dropped), let reason = event.event.dropReason else { return nil }
        let drops = burst.all(.dropped).filter { $0.edge == event.edge && $0.event.dropReason == reason }
        let were = "\(facts.list(drops)) \(drops.count == 1 ? "was" : "were")"
        var deed = "dropped\(place(of: event, reason))"
        if reason == .overflowOldest, let newcomer = newcomer(after: event) {
            deed += ", \(newcomer) took \(drops.count == 1 ? "its" : "their") place"
        }
        return CaptionDraft(
            event: event, tone: .lost, first: "\(were) \(deed): \(why(reason, event, count: drops.count)).",
            second: second(after: reason, event), followed: facts.text(event))
    }

    /// Which operator of a program lost it, unless the reason names it.
    private func place(of event: TraceEntry, _ reason: DropReason) -> String {
        guard model.isProgram, reason == .superseded, let lane = model.laneIndex(of: event) else { return "" }
        return " by \(StoreWords(facts: facts, lane: lane).name)"
    }

    /// The value that came in where another was pushed out.
    private func newcomer(after drop: TraceEntry) -> String? {
        let entered = burst.entries.last { $0.kind == .buffered && $0.edge == drop.edge }
        if let entered { return facts.text(entered) }
        return burst.root.kind == .offered ? facts.text(burst.root) : nil
    }

    func why(_ reason: DropReason, _ event: TraceEntry, count: Int) -> String {
        let it = count == 1 ? "it" : "them"
        let store = model.laneIndex(of: event).map { StoreWords(facts: facts, lane: $0) }
        let buffer = model.isProgram ? store?.name ?? "the buffer" : "the buffer"
        return switch reason {
        case .noDemand: nobodyAsks(before: event.sequence) ?? "no demand had reached the source"
        case .noSubscriber: "nobody had subscribed"
        case .overflowOldest: "\(buffer) is full and drops its oldest"
        case .overflowNewest: "\(buffer) is full and refuses the newest"
        case .error where isRefusal(event): "\(buffer) is full and fails with an error"
        case .error: "the stream failed while \(buffer) held \(it)"
        case .cancelled: "the stream was cancelled while \(buffer) held \(it)"
        case .superseded: "a newer value took its place"
        }
    }

    /// Whether the value was never in the buffer.
    private func isRefusal(_ event: TraceEntry) -> Bool {
        guard let lane = model.laneIndex(of: event), let mark = model.lanes[lane].mark(of: event.sequence) else { return false }
        return model.lanes[lane].item(endedBy: mark) == nil
    }

    private func second(after reason: DropReason, _ event: TraceEntry) -> String? {
        switch reason {
        case .noSubscriber: return "A subject keeps nothing for those who come later."
        case .noDemand: return next() ?? ledger(ofLane: lane(of: event), of: \.offered, "sent")
        case .overflowOldest, .overflowNewest: return next() ?? ledger(ofLane: lane(of: event), of: \.arrived, "that came in")
        case .error:
            let held = facts.contents(lane(of: event))
            guard isRefusal(event), held.count > 0 else { return nil }
            return "The failure follows with the next request; the buffer holds \(held.text)."
        case .cancelled, .superseded: return next()
        }
    }

    private func ledger(ofLane lane: Int, of count: (LaneTotals) -> Int, _ what: String) -> String {
        let totals = facts.totals(lane)
        return "\(totals.dropped) of \(count(totals)) \(what) \(totals.dropped == 1 ? "is" : "are") lost so far."
    }
}
