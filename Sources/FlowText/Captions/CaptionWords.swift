import FlowModel
import FlowTrace

/// Writes a caption: picks the most important event of a burst, and words it.
struct CaptionWords {
    let facts: StreamFacts
    let burst: Burst
    let nextRequest: TraceTime?

    var model: StreamModel { facts.model }

    /// The caption of the burst; `nil` for none.
    func draft() -> CaptionDraft? {
        let byWeight = [replay, failure, drop, cancel, finished, stored, request, values, subscribed, state, note]
        return byWeight.lazy.compactMap { $0() }.first
    }

    // MARK: Facts

    func lane(of entry: TraceEntry) -> Int { model.laneIndex(of: entry) ?? 0 }

    func role(of entry: TraceEntry) -> LaneSpec.Role? { model.laneIndex(of: entry).map { model.lanes[$0].spec.role } }

    /// `The output`, `The source`, or the lane's name if there are several.
    func name(ofLane lane: Int) -> String {
        let spec = model.lanes[lane].spec
        if spec.role == .output { return facts.onlyOutput == lane ? "The output" : spec.name }
        let isOnly = model.lanes.count { $0.spec.role == spec.role } == 1
        return isOnly || !model.hasDeclaredLanes ? "The \(spec.role.rawValue)" : spec.name
    }

    /// The output whose demand the buffer waits for.
    var output: Int? { facts.onlyOutput }

    /// Whether the burst began with a request of the pacing node.
    var isPaceTimer: Bool { burst.root.kind == .request && model.laneIndex(of: burst.root).map(facts.isPaced(lane:)) == true }

    /// `nobody asks (demand 0 since D at 5.00)`; `nil` while there is demand.
    ///
    /// - Parameter store: The store of the waiting values; if `nil`, the demand of the only output counts.
    func nobodyAsks(before sequence: Int, _ store: StoreWords? = nil) -> String? {
        if let link = store.flatMap({ model.hiddenEdge(belowLane: $0.lane, upTo: sequence) }) { return asksForNothing(link) }
        guard let output = store?.outlet ?? output else { return "nobody asks" }
        let history = model.lanes[output]
        let others = store?.outlets.dropFirst() ?? []
        guard ([output] + others).allSatisfy({ model.lanes[$0].totals(upTo: sequence).outstanding == .none }) else { return nil }
        let taker = model.hasDeclaredLanes ? nil : store?.taker
        guard let spender = history.lastMark(of: \.values, upTo: sequence) else {
            if model.doubts(ofLane: output).contains(.incomplete) { return "\(taker ?? "nobody") was not seen to ask" }
            return "\(taker ?? "nobody") has \(taker == nil ? "" : "not ")asked yet"
        }
        let deed = facts.paused(output) == nil ? "requests nothing" : "is paused"
        let asks = taker.map { "\($0) \(deed)" } ?? "nobody asks"
        return "\(asks) (demand 0 since \(ValueList.named(facts.text(spender))) at \(Seconds.text(spender.time)))"
    }

    /// `pace requests nothing (demand 0 since A at 0.00)`; `nil` while it has demand.
    func asksForNothing(_ link: HiddenEdge) -> String? {
        guard link.outstanding == .none, !link.isOver else { return nil }
        let spender = link.lastValue.flatMap { model.log[sequence: $0] }
        let since = spender.map { " (demand 0 since \(ValueList.named(facts.text($0))) at \(Seconds.text($0.time)))" } ?? ""
        return (link.asker.map { "\(model.stageName($0)) requests nothing" } ?? "nobody asks") + since
    }

    // MARK: The consequence

    /// The sentence about the next request, or about the pause that delays it.
    func next() -> String? {
        if let paused = pausedSentence() { return paused }
        // With several outputs, the pace concerns only one of them.
        let isAbout = output != nil || burst.entries.contains { model.laneIndex(of: $0).map(facts.isPaced(lane:)) == true }
        guard let nextRequest, isAbout else { return nil }
        let asker = facts.pace == nil ? "The subscriber" : "The pace timer"
        return "\(asker) asks again at \(Seconds.text(nextRequest))."
    }

    /// The sentence about a paused sink: why the buffer fills, or which value still passed.
    func pausedSentence() -> String? {
        guard let output, let since = facts.paused(output) else { return nil }
        if let value = model.lanes[output].lastMark(of: \.values, upTo: facts.moment.sequence), value.time > since,
            burst.entries.contains(where: { $0.sequence == value.sequence })
        {
            return
                "\(ValueList.subject(facts.text(value))) still came through at \(Seconds.text(value.time)): it had been asked for."
        }
        guard let buffer = facts.demandBuffer else { return "The sink is paused: it requests nothing." }
        let isFull = facts.totals(buffer).held == model.node(ofLane: buffer)?.capacity
        return "The sink is paused: it requests nothing, so the buffer \(isFull ? "stays full" : "fills")."
    }

    /// `The end waits for the next request, at 8.00.`; `nil` if no end waits, or values are ahead of it.
    func endSentence() -> String? {
        model.waitingEnds(at: facts.sequence).lazy.compactMap {
            EndWords(facts: facts, wait: $0, nextRequest: nextRequest).sentence
        }
        .first
    }

    /// `F still waits for the next one, then the end.`
    ///
    /// - Parameter store: The lane of the store; `nil` for the only store that waits for demand.
    func stillWaiting(in store: Int? = nil) -> String? {
        guard let buffer = store ?? facts.demandBuffer else { return nil }
        let held = facts.contents(buffer)
        let endsHere = model.waitingEnds(at: facts.sequence).contains { $0.store == buffer && !$0.isFailure }
        let end = endsHere ? ", then the end" : ""
        switch held.count {
        case 0: return nil
        case 1: return "\(ValueList.subject(held.oldest[0])) still waits for the next one\(end)."
        case 2: return "\(ValueList.subject("\(held.oldest[0]) and \(held.oldest[1])")) still wait\(end)."
        default: return "\(ValueList.subject(held.oldest[0])) and \(held.count - 1) more still wait\(end)."
        }
    }

    /// The sentence about values that arrived while the subscriber was busy, because nothing held them back.
    func busySentence() -> String? {
        guard let output else { return nil }
        let groups = model.busyArrivals(ofLane: output, upTo: facts.moment.sequence).map(\.values).filter { !$0.isEmpty }
        guard !groups.isEmpty else { return nil }
        return "\(ValueList.subject(ValueList.groups(groups.suffix(3)))) arrived while it was busy: this is no backpressure."
    }

    /// The values that the source dropped for lack of demand.
    func lostSentence() -> String? {
        guard let source = facts.source, facts.buffer == nil else { return nil }
        let history = model.lanes[source]
        var groups: [[String]] = []
        var offered = -1
        for mark in history.newest(12, of: \.dropped, upTo: facts.moment.sequence) {
            if groups.isEmpty || mark.totals.offered != offered + 1 { groups.append([]) }
            groups[groups.count - 1].append(facts.text(mark))
            offered = mark.totals.offered
        }
        guard !groups.isEmpty else { return nil }
        let shown = Array(groups.suffix(4))
        let were = shown.joined().count == 1 ? "was" : "were"
        return "\(ValueList.subject(ValueList.groups(shown))) found no demand and \(were) dropped at the source."
    }
}
