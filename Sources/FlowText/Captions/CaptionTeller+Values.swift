import FlowAnalysis
import FlowTrace

extension CaptionTeller {
    /// A late subscriber that gets what a replay has kept.
    func replay() -> CaptionDraft? {
        guard burst.root.kind == .subscribed || burst.root.kind == .request else { return nil }
        guard let lane = model.laneIndex(of: burst.root), let node = model.replay(aboveLane: lane) else { return nil }
        let values = burst.all(.value).filter { $0.edge == burst.root.edge }
        guard let event = values.last, burst.root.kind == .subscribed else { return nil }
        let source = facts.source.map { model.state(ofLane: $0, at: burst.root.sequence) }
        let isLate = source?.isOver == true
        let ends = burst.entries.contains { $0.kind == .finished && $0.edge == burst.root.edge }
        let gets = facts.list(values) + (ends ? " and the completion" : "")
        let kept = node.capacity.map { "keeps the last \($0)" } ?? "keeps them all"
        let atOnce = values.count > 1 || ends ? ", all at once" : ""
        let came = isLate ? "came after the end and still gets" : "came late and still gets"
        return CaptionDraft(
            event: event, first: "\(name(ofLane: lane)) \(came) \(gets)\(atOnce): replay \(kept).",
            followed: facts.text(event))
    }

    func values() -> CaptionDraft? {
        let values = burst.all(.value)
        guard let event = values.last else { return sent() }
        let lanes = Set(values.compactMap { model.laneIndex(of: $0) })
        let same = values.filter { $0.edge == event.edge }
        if let name = facts.origin(ofLane: lane(of: event)) { return out(of: name, same, event) }
        if lanes.count > 1 {
            let names = ValueList.names(lanes.sorted().map { name(ofLane: $0) })
            let first = "\(facts.text(event)) was sent and delivered to \(names)."
            return CaptionDraft(event: event, first: first, followed: facts.text(event))
        }
        return delivered(event, same)
    }

    private func delivered(_ event: TraceEntry, _ same: [TraceEntry]) -> CaptionDraft {
        let lane = lane(of: event)
        let were = "\(facts.list(same)) \(same.count == 1 ? "was" : "were")"
        let to = facts.onlyOutput == nil ? " to \(name(ofLane: lane))" : ""
        let deed = burst.all(.offered).isEmpty ? "delivered" : "sent and delivered"
        let demand = demandClause(facts.totals(lane).outstanding, count: same.count)
        return CaptionDraft(
            event: event, first: "\(were) \(deed)\(to): \(demand).", second: arrivedBusy(event) ?? next(),
            followed: facts.text(event))
    }

    /// A value of a traced program, where it got to.
    private func out(of name: String, _ same: [TraceEntry], _ event: TraceEntry) -> CaptionDraft {
        let demand = demandClause(facts.totals(lane(of: event)).outstanding, count: same.count)
        return CaptionDraft(
            event: event, first: "\(facts.list(same)) came out of \(name)\(destination(of: event)): \(demand).",
            followed: facts.text(event))
    }

    /// Where a value of a program went: ` and into flatMap`, ` and reached the sink`; nothing where that is not known.
    private func destination(of event: TraceEntry) -> String {
        guard let node = model.node(model.log.edge(event.edge)?.downstream) else { return "" }
        return node.role == .sink ? " and reached \(node.name)" : " and into \(node.name)"
    }

    private func demandClause(_ outstanding: Demand, count: Int) -> String {
        switch outstanding.count {
        case nil: "the demand is unlimited"
        case 0?: count == 1 ? "it was the last one asked for" : "they were all that was asked for"
        case 1?: "1 more is asked for"
        case let number?: "\(number) more are asked for"
        }
    }

    private func arrivedBusy(_ event: TraceEntry) -> String? {
        guard let span = model.busySpans(ofLane: lane(of: event), upTo: event.sequence).last, span.end == nil else { return nil }
        return "It arrived while the subscriber was busy: this is no backpressure."
    }

    /// A value that reached no output within the burst, and no buffer that waits for demand.
    private func sent() -> CaptionDraft? {
        guard let event = burst.last(.offered) else { return nil }
        let value = facts.text(event)
        let kept = burst.all(.buffered).isEmpty ? "\(value) was sent." : "\(value) was sent and is kept for later subscribers."
        return CaptionDraft(event: event, first: kept, second: next(), followed: value)
    }

    func state() -> CaptionDraft? {
        guard let event = burst.last(.state), let state = model.log.state(of: event) else { return nil }
        let lane = lane(of: event)
        // After the end of a stream a state is of no consequence; the end itself is what is worth telling.
        if model.state(ofLane: lane, at: event.sequence).isOver { return nil }
        let outstanding = model.lanes[lane].totals(upTo: event.sequence).outstanding
        switch state {
        case .paused:
            return CaptionDraft(event: event, first: pauseBegins(event), second: stillDue(outstanding))
        case .resumed:
            return CaptionDraft(event: event, first: "The sink is resumed: it asks again.", second: stillWaiting())
        case .working:
            let gate =
                outstanding == .none
                ? "Nothing is asked for until it ends."
                : "The demand is not 0: \(outstanding) more may still come meanwhile, and this is no backpressure."
            return CaptionDraft(event: event, tone: .past, first: "The batch is full and the work begins.", second: gate)
        case .idle:
            return CaptionDraft(event: event, tone: .past, first: "The batch ended.", second: busySentence() ?? lostSentence())
        case .finished, .promise, .custom:
            return CaptionDraft(event: event, tone: .past, first: "\(name(ofLane: lane)) \(nowIs(state)).")
        }
    }

    /// `is now stepping and has promise #4`, `has text "A"`.
    private func nowIs(_ state: StreamState) -> String {
        let facts = state.facts.map { $0.kind == "state" ? "is now \($0.value)" : "has \($0.kind) \($0.value)" }
        return ValueList.names(facts)
    }

    private func pauseBegins(_ event: TraceEntry) -> String {
        let fills = facts.demandBuffer == nil ? "" : ", so the buffer fills"
        if let value = event.cause.flatMap({ model.log[sequence: $0] }), value.kind == .value {
            return "The sink paused with \(facts.text(value)): it asks for nothing\(fills)."
        }
        return "The sink is paused: it asks for nothing\(fills)."
    }

    private func stillDue(_ outstanding: Demand) -> String? {
        switch outstanding {
        case .none: nil
        case .max(1): "Pausing takes effect at the next value: the one that was asked for still comes."
        default: "\(outstanding) values that were asked for can still come through."
        }
    }

    func subscribed() -> CaptionDraft? {
        guard let event = burst.last(.subscribed) else { return nil }
        let asked = burst.all(.request).filter { $0.edge == event.edge }.compactMap(\.event.demand).reduce(Demand.none, +)
        let name = name(ofLane: lane(of: event))
        let asks = asked == .none ? "has asked for nothing yet" : "asks for \(asked)"
        return CaptionDraft(event: event, first: "\(name) subscribed and \(asks).")
    }

    func note() -> CaptionDraft? {
        burst.last(.note).map { CaptionDraft(event: $0, tone: .past, first: facts.text($0)) }
    }
}
