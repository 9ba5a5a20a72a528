import FlowModel
import FlowTrace

extension CaptionWords {
    /// Describes the replay of held values to a late subscriber.
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
            event: event, first: "\(name(ofLane: lane)) \(came) \(gets)\(atOnce): replay \(kept).", followed: facts.text(event))
    }

    func values() -> CaptionDraft? {
        let values = burst.all(.value)
        guard let event = values.last else { return sent() }
        let same = values.filter { $0.edge == event.edge }
        if let name = facts.origin(ofLane: lane(of: event)) { return out(of: name, same, event) }
        let exits = Set(model.exits)
        let reached = values.filter { exits.contains(lane(of: $0)) }
        guard let last = reached.last else { return onTheWay(event, same) }
        let lanes = Set(reached.map { lane(of: $0) })
        if lanes.count > 1 { return shared(last, reached, lanes.sorted()) }
        return delivered(last, reached)
    }

    private func delivered(_ event: TraceEntry, _ same: [TraceEntry]) -> CaptionDraft {
        let lane = lane(of: event)
        let to = facts.onlyOutput == nil ? " to \(name(ofLane: lane))" : ""
        let demand = demandClause(facts.totals(lane).outstanding, count: same.count)
        return CaptionDraft(
            event: event, first: "\(arrival(of: event, facts.list(same), count: same.count))\(to): \(demand).",
            second: arrivedBusy(event) ?? next(), followed: facts.text(event))
    }

    /// `B was sent and delivered`; for the output of an operator `2 was sent, and 20 was delivered`.
    private func arrival(of event: TraceEntry, _ values: String, count: Int) -> String {
        let were = count == 1 ? "was" : "were"
        guard let sent = sentValue(before: event) else { return "\(ValueList.subject(values)) \(were) delivered" }
        guard sent != values, count == 1 else { return "\(ValueList.subject(values)) \(were) sent and delivered" }
        return "\(ValueList.subject(sent)) was sent, and \(values) was delivered"
    }

    /// The value that a source sent in the burst before an event.
    private func sentValue(before event: TraceEntry) -> String? {
        if let offered = burst.all(.offered).last(where: { $0.sequence < event.sequence }) { return facts.text(offered) }
        let isSent = model.node(model.log.edge(burst.root.edge)?.upstream)?.role == .source
        guard burst.root.kind == .value, isSent, burst.root.sequence < event.sequence else { return nil }
        return facts.text(burst.root)
    }

    /// Describes a value that reached several subscribers, or the different values that each received.
    private func shared(_ event: TraceEntry, _ reached: [TraceEntry], _ lanes: [Int]) -> CaptionDraft {
        let values = lanes.map { lane in facts.list(reached.filter { self.lane(of: $0) == lane }) }
        let names = lanes.map { name(ofLane: $0) }
        let followed = facts.text(event)
        guard Set(values).count > 1 else {
            let first = "\(arrival(of: event, values[0], count: reached.count / lanes.count)) to \(ValueList.names(names))."
            return CaptionDraft(event: event, first: first, followed: followed)
        }
        let parts = zip(values, names).map { "\($0) to \($1)" }
        return CaptionDraft(event: event, first: "Delivered at once: \(ValueList.names(parts)).", followed: followed)
    }

    /// Describes a value that has left an operator and reached no subscriber.
    private func onTheWay(_ event: TraceEntry, _ same: [TraceEntry]) -> CaptionDraft {
        let name = model.lanes[lane(of: event)].spec.name
        return CaptionDraft(
            event: event, first: "\(ValueList.subject(facts.list(same))) came out of \(name)\(destination(of: event)).",
            followed: facts.text(event))
    }

    /// Describes a value of a traced program: its origin, its destination if known, and the demand left.
    private func out(of name: String, _ same: [TraceEntry], _ event: TraceEntry) -> CaptionDraft {
        let demand = demandClause(facts.totals(lane(of: event)).outstanding, count: same.count)
        return CaptionDraft(
            event: event,
            first: "\(ValueList.subject(facts.list(same))) came out of \(name)\(destination(of: event)): \(demand).",
            followed: facts.text(event))
    }

    /// The destination of a traced program's value: ` and into flatMap`, ` and reached the sink`; empty if unknown.
    private func destination(of event: TraceEntry) -> String {
        guard let node = model.node(model.log.edge(event.edge)?.downstream) else { return "" }
        return node.role == .sink ? " and reached \(model.stageName(node))" : " and into \(model.stageName(node))"
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

    /// Describes a value that reached neither an output within the burst nor a buffer that waits for demand.
    private func sent() -> CaptionDraft? {
        guard let event = burst.last(.offered) else { return nil }
        let value = facts.text(event)
        let passage = output.flatMap { model.passage(to: $0) }
        let isOnItsWay = passage?.origin == lane(of: event) && passage?.isRequested(in: model, upTo: event.sequence) == true
        let kept =
            if !burst.all(.buffered).isEmpty {
                "\(ValueList.subject(value)) was sent and is kept for later subscribers."
            } else {
                "\(ValueList.subject(value)) was sent\(isOnItsWay ? " and is on its way to the output" : "")."
            }
        return CaptionDraft(event: event, first: kept, second: next(), followed: value)
    }

    func state() -> CaptionDraft? {
        guard let event = burst.last(.state), let state = model.log.state(of: event) else { return nil }
        let lane = lane(of: event)
        // After the end of a stream a state does not matter; the end itself is the news.
        if model.state(ofLane: lane, at: event.sequence).isOver { return nil }
        let outstanding = model.lanes[lane].totals(upTo: event.sequence).outstanding
        switch state {
        case .paused: return CaptionDraft(event: event, tone: .asked, first: pauseBegins(event), second: stillDue(outstanding))
        case .resumed:
            return CaptionDraft(
                event: event, tone: .asked, first: pauseEnds(event, outstanding), second: stillWaiting(above: lane))
        case .working:
            let gate =
                outstanding == .none
                ? "Nothing is asked for until it ends."
                : "The demand is not 0: \(outstanding) more may still come meanwhile, and this is no backpressure."
            return CaptionDraft(event: event, tone: .past, first: "The batch is full and the work begins.", second: gate)
        case .idle:
            return CaptionDraft(event: event, tone: .past, first: "The batch ended.", second: busySentence() ?? lostSentence())
        case .hand(let state):
            return CaptionDraft(event: event, tone: .asked, first: "\(name(ofLane: lane)): \(state).")
        case .finished, .handler, .custom:
            return CaptionDraft(event: event, tone: .past, first: "\(name(ofLane: lane)) \(nowIs(state)).")
        }
    }

    /// `is now stepping and has handler #4`, `has text "A"`.
    private func nowIs(_ state: StreamState) -> String {
        let facts = state.facts.map { $0.kind == "state" ? "is now \($0.value)" : "has \($0.kind) \($0.value)" }
        return ValueList.names(facts)
    }

    private func pauseBegins(_ event: TraceEntry) -> String {
        let fills = model.hasDeclaredLanes && facts.demandBuffer != nil ? ", so the buffer fills" : ""
        if let value = event.cause.flatMap({ model.log[sequence: $0] }), value.kind == .value {
            return "\(sink(of: event)) paused with \(facts.text(value)): it requests nothing\(fills)."
        }
        return "\(sink(of: event)) is paused: it requests nothing\(fills)."
    }

    private func pauseEnds(_ event: TraceEntry, _ outstanding: Demand) -> String {
        let then =
            outstanding != .none
            ? "the requested values have not come yet"
            : model.hasDeclaredLanes ? "it asks again" : "it asks again when its work is done"
        return "\(sink(of: event)) is resumed: \(then)."
    }

    private func sink(of event: TraceEntry) -> String {
        model.hasDeclaredLanes ? "The sink" : model.node(ofLane: lane(of: event)).map(model.stageName) ?? "The sink"
    }

    /// The values waiting in the store above an output, or, with declared lanes, in the store that waits for demand.
    private func stillWaiting(above output: Int) -> String? {
        guard !model.hasDeclaredLanes else { return stillWaiting() }
        return facts.store(above: output).flatMap { stillWaiting(in: $0) }
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
        if let stream = facts.streamFed(byLane: lane(of: event)) {
            return CaptionDraft(event: event, first: "\(name) feeds \(model.stageName(stream)).")
        }
        let asks = asked == .none ? "has requested nothing yet" : "asks for \(asked)"
        return CaptionDraft(event: event, first: "\(name) subscribed and \(asks).")
    }

    func note() -> CaptionDraft? { burst.last(.note).map { CaptionDraft(event: $0, tone: .past, first: facts.text($0)) } }

    /// Describes values in a store: released after a wait, else passed straight through, else held.
    func stored() -> CaptionDraft? {
        guard let lane = storeOfBurst else { return nil }
        let store = StoreWords(facts: facts, lane: lane)
        let entries = burst.entries.filter { model.laneIndex(of: $0) == lane }
        let exits = together(entries.filter { $0.kind == .unbuffered })
        let entrances = stillHeld(entries.filter { $0.kind == .buffered }, in: lane)
        if let exit = exits.last(where: { waited($0, in: lane) }) {
            return leaving(exit, all: exits.filter { waited($0, in: lane) }, store)
        }
        if let exit = exits.last { return straight(exit, store) }
        return entrances.last.map { held($0, all: entrances, store) }
    }

    /// Adds the exits just before these at the same time: an operator that combines several values takes them out one by one.
    private func together(_ exits: [TraceEntry]) -> [TraceEntry] {
        guard let first = exits.first else { return [] }
        let before = model.log.entries(after: first.sequence - 1 - StreamFacts.most, upTo: first.sequence - 1).reversed()
            .prefix { $0.kind == .unbuffered && $0.edge == first.edge && $0.time == first.time }
        return before.reversed() + exits
    }

    /// The last of several entrances, and the earlier ones whose values are still held then.
    private func stillHeld(_ entrances: [TraceEntry], in lane: Int) -> [TraceEntry] {
        guard entrances.count > 1, let last = entrances.last else { return entrances }
        let held = Set(model.lanes[lane].held(after: last.sequence).map(\.entered))
        return entrances.filter { held.contains($0.sequence) }
    }

    /// The lane of the store that the burst changed last, or, with declared lanes, the lane of the store that waits for demand.
    private var storeOfBurst: Int? {
        guard !model.hasDeclaredLanes else { return facts.demandBuffer }
        let changes = burst.entries.last { ($0.kind == .buffered || $0.kind == .unbuffered) && role(of: $0) == .buffer }
        // Another caption covers values that went beyond the last store.
        guard let changes,
            !burst.entries.contains(where: { $0.kind == .value && $0.sequence > changes.sequence && !isRelease($0) })
        else { return nil }
        return model.laneIndex(of: changes)
    }

    /// Whether a value has just left a store, in the same burst.
    private func isRelease(_ value: TraceEntry) -> Bool {
        let node = model.log.edge(value.edge)?.upstream
        return burst.entries.contains { $0.kind == .unbuffered && model.log.edge($0.edge)?.upstream == node }
    }

    private func waited(_ exit: TraceEntry, in buffer: Int) -> Bool {
        guard let mark = model.lanes[buffer].mark(of: exit.sequence) else { return false }
        guard let item = model.lanes[buffer].item(endedBy: mark) else { return false }
        return item.entered < burst.start
    }

    private func leaving(_ exit: TraceEntry, all exits: [TraceEntry], _ store: StoreWords) -> CaptionDraft {
        let still = stillWaiting(in: store.lane)
        return CaptionDraft(
            event: exit, first: "\(ValueList.subject(facts.list(exits))) left \(store.name): \(asker(of: exit, store)).",
            second: pausedSentence() ?? still ?? endSentence() ?? "\(store.capitalised) is empty.", followed: facts.text(exit))
    }

    /// The reason why a value left a store: `the pace timer fired and asked for 1 more`.
    private func asker(of exit: TraceEntry, _ store: StoreWords) -> String {
        let request = burst.all(.request).last { $0.sequence < exit.sequence }
        if isPaceTimer { return "the pace timer fired and asked for \(burst.root.event.demand ?? .none) more" }
        if let release = store.release { return release }
        if let request { return "\(store.taker) asked for \(request.event.demand ?? .none) more" }
        if !model.hasDeclaredLanes { return "\(store.taker) had asked for it" }
        guard let pace = facts.pace else { return "it had been asked for" }
        return "the pace lets one through every \(pace.detail)"
    }

    private func straight(_ exit: TraceEntry, _ store: StoreWords) -> CaptionDraft {
        let demand = store.outlet.flatMap { model.lanes[$0].lastMark(of: { $0.requests + $0.returns }, upTo: exit.sequence) }
        let why =
            if let demand {
                "the demand from \(Seconds.text(demand.time)) was waiting for it"
            } else {
                "it had been asked for"
            }
        let value = facts.text(exit)
        return CaptionDraft(
            event: exit, first: "\(ValueList.subject(value)) went straight through \(store.name): \(why).", second: next(),
            followed: value)
    }

    private func held(_ entrance: TraceEntry, all entrances: [TraceEntry], _ store: StoreWords) -> CaptionDraft {
        let why =
            store.waitsFor ?? unread(store) ?? nobodyAsks(before: entrance.sequence, store)
            ?? spentDemand(before: entrance.sequence, store)
        if let why { return held(entrance, entrances, because: why, store) }
        // There is demand for the oldest held value.
        let ahead = model.lanes[store.lane].totals(upTo: entrance.sequence).held - 1
        return queued(behind: ahead).map { held(entrance, [entrance], because: $0, store) } ?? onItsWay(entrance, store)
    }

    private func unread(_ store: StoreWords) -> String? {
        guard facts.isUnread(buffer: store.lane) else { return nil }
        return facts.isChannel(store.lane) ? "\(store.name) has no reader" : "it has no reader"
    }

    private func held(
        _ entrance: TraceEntry, _ entrances: [TraceEntry], because why: String, _ store: StoreWords
    ) -> CaptionDraft {
        if facts.isChannel(store.lane) {
            return CaptionDraft(
                event: entrance, first: "The send of \(ValueList.named(facts.list(entrances))) waits: \(why).",
                second: "\(facts.producersWords(inChannel: store.lane).text { _ in "" }).", followed: facts.text(entrance))
        }
        let location = model.hasDeclaredLanes ? "" : " in \(store.name)"
        let isOne = entrances.count == 1
        let sent = !model.hasDeclaredLanes ? "" : isOne ? "was sent and " : "were sent and "
        let deed = sent + (isOne ? "is held" : "are held")
        return CaptionDraft(
            event: entrance, first: "\(ValueList.subject(facts.list(entrances))) \(deed)\(location): \(why).",
            second: next() ?? holds(store),
            followed: facts.text(entrance))
    }

    /// The value in flight from a channel, which has used the demand below: `send` may return before the value arrives.
    private func spentDemand(before sequence: Int, _ store: StoreWords) -> String? {
        guard facts.isChannel(store.lane), let value = store.onItsWay(before: sequence) else { return nil }
        return "\(store.taker) has asked for one value, and \(facts.text(value)) is on its way"
    }

    /// Mentions the values ahead of a held value.
    private func queued(behind count: Int) -> String? {
        count <= 0 ? nil : count == 1 ? "1 value waits before it" : "\(count) values wait before it"
    }

    /// Describes a value that nothing holds back in the store.
    private func onItsWay(_ entrance: TraceEntry, _ store: StoreWords) -> CaptionDraft {
        let value = facts.text(entrance)
        return CaptionDraft(
            event: entrance,
            first: "\(ValueList.subject(value)) entered \(store.name): it had been asked for, so it goes on at once.",
            followed: value)
    }

    private func holds(_ store: StoreWords) -> String? {
        let count = facts.totals(store.lane).heldCount
        let held = count.words
        guard let capacity = store.node?.capacity else {
            // The first sentence covers a single value that waits for its time.
            return !model.hasDeclaredLanes && count.count < 2 ? nil : "\(store.capitalised) holds \(held)."
        }
        return "\(store.capitalised) holds \(held) of \(capacity)."
    }

    /// Describes a request that no value has answered.
    func request() -> CaptionDraft? {
        guard let event = burst.last(.request), burst.root.kind == .request, burst.all(.value).isEmpty else { return nil }
        let count = event.event.demand ?? .none
        let isOver = model.state(ofLane: lane(of: event), at: event.sequence).isOver
        if isOver {
            return CaptionDraft(event: event, first: "\(count) more asked for, but the stream is over: nothing happens.")
        }
        if let state = workEnded() { return afterWork(state, request: event) }
        // After a value, a loop requests the next one immediately. An earlier event then gets the caption.
        if event.event.isNext, lastValue(before: event)?.time == event.time { return nil }
        if event.event.isNext, let taker = model.node(ofLane: lane(of: event)).map(model.stageName) {
            let stream = facts.origin(ofLane: lane(of: event)) ?? model.lanes[lane(of: event)].spec.name
            let of = stream == taker ? "" : " of \(stream)"
            return CaptionDraft(event: event, first: "\(taker) waits for the next value\(of).")
        }
        let isEmpty = facts.demandBuffer.map { facts.totals($0).heldCount == 0 } ?? false
        let nothing = isEmpty ? ", but nothing is held" : ""
        if isPaceTimer {
            let isOpen = facts.source.map { !model.state(ofLane: $0, at: event.sequence).isOver } ?? true
            return CaptionDraft(
                event: event, first: "The pace timer fired and asked for \(count)\(nothing).",
                second: pausedSentence() ?? (isEmpty && isOpen ? "The next value goes straight through." : nil))
        }
        return CaptionDraft(
            event: event, first: "\(name(ofLane: lane(of: event))) asked for \(count) more\(nothing).",
            second: outstandingSentence(lane(of: event)) ?? lostSentence())
    }

    private func lastValue(before event: TraceEntry) -> Mark? {
        model.lanes[lane(of: event)].lastMark(of: \.values, upTo: event.sequence)
    }

    private func outstandingSentence(_ lane: Int) -> String? {
        guard let count = facts.totals(lane).outstanding.count else { return "The demand is unlimited now." }
        return "The demand is \(count) now."
    }

    private func workEnded() -> TraceEntry? { burst.entries.last { model.log.state(of: $0) == .idle } }

    func afterWork(_ state: TraceEntry, request: TraceEntry) -> CaptionDraft {
        let count = request.event.demand ?? .none
        return CaptionDraft(
            event: state, first: "The batch ended: \(count) more \(count == .max(1) ? "is" : "are") asked for.",
            second: busySentence() ?? lostSentence())
    }
}
