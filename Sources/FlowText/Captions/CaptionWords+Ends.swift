import FlowModel
import FlowTrace

extension CaptionWords {
    func failure() -> CaptionDraft? {
        let failures = burst.all(.failure)
        guard let event = failures.last(where: { role(of: $0) == .output }) ?? failures.last else { return nil }
        let error = facts.text(event)
        var draft = CaptionDraft(
            event: event, tone: .error, first: "\(name(ofLane: lane(of: event))) \(FailureText.words(error)).")
        let lost = burst.all(.dropped).filter { role(of: $0) == .buffer }
        if lost.count == 1 {
            draft.loss = "\(ValueList.subject(facts.list(lost))) was still held and is dropped with it."
        } else if lost.count > 1 {
            draft.loss = "\(ValueList.subject(facts.list(lost))) were still held and are dropped with it."
        }
        return draft
    }

    func cancel() -> CaptionDraft? {
        // Cancels travel upstream: the first causes the others.
        guard let event = burst.all(.cancel).first(where: isEndOfLane) else { return nil }
        let count = model.lanes[lane(of: event)].totals(upTo: event.sequence).values
        let name = name(ofLane: lane(of: event))
        let first =
            switch count {
            case _ where event.event.isLetGo: "The stream of \(name) was let go."
            case 0: "\(name) was cancelled before a value arrived."
            case _ where facts.onlyOutput == nil: "\(name) was cancelled after \(ValueCount.words(count))."
            case 1: "1 value is in: the subscriber cancels."
            default: "\(count) values are in: the subscriber cancels."
            }
        if let note = noteBeforeCancel(event) { return CaptionDraft(event: event, tone: .error, first: note, second: first) }
        return CaptionDraft(event: event, tone: .error, first: first, second: busySentence(), loss: lostSentence())
    }

    /// The text of the note right before a cancel, which gives the reason for the cancel.
    private func noteBeforeCancel(_ event: TraceEntry) -> String? {
        guard burst.root.kind == .cancel else { return nil }
        let before = model.log.entries(after: burst.start - 1 - 64, upTo: burst.start - 1).reversed()
        let entry = before.first { $0.time != event.time || $0.kind != .cancel }
        return entry.flatMap { $0.kind == .note && $0.time == event.time ? facts.text($0) : nil }
    }

    func finished() -> CaptionDraft? {
        let ends = burst.all(.finished).filter(isEndOfLane)
        let outputs = ends.filter { role(of: $0) == .output }
        guard let event = outputs.last ?? ends.last else { return nil }
        if facts.origin(ofLane: lane(of: event)) != nil {
            return CaptionDraft(event: event, first: "\(ValueList.names(outputs.map { name(ofLane: lane(of: $0)) })) finished.")
        }
        guard !outputs.isEmpty else { return sourceFinished(event) }
        let exits = Set(model.exits)
        let reached = outputs.filter { exits.contains(lane(of: $0)) }
        let source = ends.first { isOfSource($0) && !exits.contains(lane(of: $0)) }
        if reached.count > 1 || (facts.onlyOutput == nil && burst.root.kind == .finished && source != nil && !reached.isEmpty) {
            let names = ValueList.names(reached.map { name(ofLane: lane(of: $0)) })
            guard let source else { return CaptionDraft(event: event, first: "\(names) finished.") }
            return CaptionDraft(event: event, first: "\(name(ofLane: lane(of: source))) finished, and \(names) with it.")
        }
        return outputFinished(reached.last ?? event)
    }

    /// Whether an event is on the lane of a source, or of a source's direct output.
    private func isOfSource(_ event: TraceEntry) -> Bool {
        role(of: event) == .source || model.node(model.log.edge(event.edge)?.upstream)?.role == .source
    }

    /// Whether an event ends its lane. A lane of several subscriptions does not end with one of them.
    private func isEndOfLane(_ event: TraceEntry) -> Bool { !model.lanes[lane(of: event)].spec.isShared }

    private func sourceFinished(_ event: TraceEntry) -> CaptionDraft {
        var draft = CaptionDraft(event: event, first: "\(name(ofLane: lane(of: event))) finished.")
        guard let buffer = facts.demandBuffer, let output, !model.state(ofLane: output, at: facts.moment.sequence).isOver else {
            return draft
        }
        let held = facts.contents(buffer)
        draft.second =
            held.count == 0
            ? "The buffer passes the end on only when it is asked again."
            : "The buffer still holds \(held.text) and passes the end on after that, when it is asked again."
        return draft
    }

    private func outputFinished(_ event: TraceEntry) -> CaptionDraft {
        let name = name(ofLane: lane(of: event))
        let sourceEnd = facts.source.flatMap { model.lanes[$0].lastMark(of: \.endings, upTo: event.sequence) }
        guard let sourceEnd, facts.demandBuffer != nil, sourceEnd.time < event.time, burst.root.kind == .request else {
            let loss = facts.onlyOutput == nil ? nil : lostSentence()
            return CaptionDraft(event: event, first: "\(name) finished.", second: countSentence(event), loss: loss)
        }
        let ended = "the source ended at \(Seconds.text(sourceEnd.time))"
        return CaptionDraft(
            event: event, first: "\(name) finished: \(ended), but the buffer passes the end on only when it is asked again.")
    }

    private func countSentence(_ event: TraceEntry) -> String {
        let received = model.lanes[lane(of: event)].totals(upTo: event.sequence).values
        return received == 1 ? "1 value was delivered." : "\(received == 0 ? "No" : "\(received)") values were delivered."
    }

    func drop() -> CaptionDraft? {
        guard let event = burst.last(.dropped), let reason = event.event.dropReason else { return nil }
        let drops = burst.all(.dropped).filter { $0.edge == event.edge && $0.event.dropReason == reason }
        let were = "\(ValueList.subject(facts.list(drops))) \(drops.count == 1 ? "was" : "were")"
        var deed = "dropped\(store(of: event, reason))"
        if reason == .overflowOldest, let newcomer = newcomer(after: event) {
            deed += ", \(newcomer) \(drops.count == 1 ? "its" : "their") place"
        }
        return CaptionDraft(
            event: event, tone: .lost, first: "\(were) \(deed): \(why(reason, event, count: drops.count)).",
            second: second(after: reason, event), followed: facts.text(event))
    }

    /// The operator that dropped the value, unless the reason names it.
    private func store(of event: TraceEntry, _ reason: DropReason) -> String {
        guard !model.hasDeclaredLanes, reason == .superseded, let lane = model.laneIndex(of: event) else { return "" }
        return " by \(StoreWords(facts: facts, lane: lane).name)"
    }

    /// The value that replaced a dropped one, as `7 took`, or is about to replace it, as `7 takes`.
    private func newcomer(after drop: TraceEntry) -> String? {
        let entered = burst.entries.last { $0.kind == .buffered && $0.edge == drop.edge && $0.sequence > drop.sequence }
        if let entered { return "\(facts.text(entered)) took" }
        return burst.root.kind == .offered ? "\(facts.text(burst.root)) takes" : nil
    }

    func why(_ reason: DropReason, _ event: TraceEntry, count: Int) -> String {
        let it = count == 1 ? "it" : "them"
        let store = model.laneIndex(of: event).map { StoreWords(facts: facts, lane: $0) }
        let buffer = store?.name ?? "the buffer"
        return switch reason {
        case .noDemand: noDemand(event)
        case .noSubscriber: "nobody had subscribed"
        case .overflowOldest: "\(buffer) is full and drops its oldest value"
        case .overflowNewest where store?.waitsFor != nil: "\(buffer) holds an earlier value"
        case .overflowNewest: "\(buffer) is full and drops new values"
        case .error where isRefusal(event): "\(buffer) is full and fails with an error"
        case .error: "the stream failed while \(buffer) held \(it)"
        case .cancelled where isRefusal(event): "the stream had ended"
        case .cancelled where isOfStream(event): "the stream was let go while \(buffer) held \(it)"
        case .cancelled: "the stream was cancelled while \(buffer) held \(it)"
        case .superseded: "a newer value took its place"
        case .ended where isRefusal(event): "the stream had ended"
        case .ended where isOfStream(event): "the stream was let go while \(buffer) held \(it)"
        case .ended: "the stream ended while \(buffer) held \(it)"
        }
    }

    /// Whether a value was held by a stream of Swift concurrency, which drops its held values only when it is released.
    private func isOfStream(_ event: TraceEntry) -> Bool {
        guard let edge = model.log.edge(event.edge), edge.role == .store else { return false }
        return edge.upstream.flatMap { model.log.node($0) }?.isStream == true
    }

    /// The reason that a source found no demand: the stage below requests nothing, or a value in flight has spent the demand.
    private func noDemand(_ event: TraceEntry) -> String {
        if let link = model.hiddenEdge(belowLane: lane(of: event), upTo: event.sequence), let words = asksForNothing(link) {
            return words
        }
        if let sent = onItsWay(event) {
            return "demand 0 at the source since \(ValueList.named(facts.text(sent))) was sent at \(Seconds.text(sent.time))"
        }
        if bufferKeepsFull, facts.demandBuffer == facts.buffer { return "the buffer requests no more" }
        return nobodyAsks(before: event.sequence) ?? "no demand had reached the source"
    }

    /// The value in flight on which the demand of the only output is spent.
    func onItsWay(_ drop: TraceEntry) -> Mark? {
        guard let output, let passage = model.passage(to: output), passage.origin == lane(of: drop),
            passage.count(in: model, upTo: drop.sequence) > 0
        else { return nil }
        return passage.newest(in: model, upTo: drop.sequence)
    }

    /// Whether the value was never in the buffer.
    private func isRefusal(_ event: TraceEntry) -> Bool {
        guard let lane = model.laneIndex(of: event), let mark = model.lanes[lane].mark(of: event.sequence) else { return false }
        return model.lanes[lane].item(endedBy: mark) == nil
    }

    private func second(after reason: DropReason, _ event: TraceEntry) -> String? {
        switch reason {
        case .noSubscriber: return "A subject keeps nothing for later subscribers."
        case .noDemand: return next() ?? ledger(ofLane: lane(of: event), of: \.sent, "sent")
        case .overflowOldest, .overflowNewest: return next() ?? ledger(ofLane: lane(of: event), of: \.arrived, "that came in")
        case .error:
            let held = facts.contents(lane(of: event))
            guard isRefusal(event), held.count > 0 else { return nil }
            return "The next request gets what it asks for, then the failure; the buffer holds \(held.text)."
        case .cancelled, .superseded, .ended: return next()
        }
    }

    private func ledger(ofLane lane: Int, of count: (EdgeAccount) -> Int, _ what: String) -> String {
        let totals = facts.totals(lane)
        return "\(totals.dropped) of \(count(totals)) \(what) \(totals.dropped == 1 ? "is" : "are") dropped so far."
    }
}

extension EdgeAccount {
    /// The number of values offered by a source, received by a store, or passed or dropped on a subscription.
    fileprivate var sent: Int { offered > 0 ? offered : arrived + values }
}
