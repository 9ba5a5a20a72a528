import FlowAnalysis
import FlowTrace

extension CaptionTeller {
    /// What happened in a store: out after waiting, else straight through, else held.
    func stored() -> CaptionDraft? {
        guard let lane = storeOfBurst else { return nil }
        let store = StoreWords(facts: facts, lane: lane)
        let entries = burst.entries.filter { model.laneIndex(of: $0) == lane }
        let exits = entries.filter { $0.kind == .unbuffered }
        let entrances = entries.filter { $0.kind == .buffered }
        if let exit = exits.last(where: { waited($0, in: lane) }) {
            return leaving(exit, all: exits.filter { waited($0, in: lane) }, store)
        }
        if let exit = exits.last { return straight(exit, store) }
        return entrances.last.map { held($0, all: entrances, store) }
    }

    /// The lane of the store that the burst changed last; in a scenario the one that waits for demand.
    private var storeOfBurst: Int? {
        guard model.isProgram else { return facts.demandBuffer }
        let changes = burst.entries.last { ($0.kind == .buffered || $0.kind == .unbuffered) && role(of: $0) == .buffer }
        // What has come further than the last store is told of where it got to.
        guard let changes,
            !burst.entries.contains(where: { $0.kind == .value && $0.sequence > changes.sequence && !isRelease($0) })
        else { return nil }
        return model.laneIndex(of: changes)
    }

    /// Whether a value is the one that comes out of a store in the burst.
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
            event: exit, first: "\(facts.list(exits)) left \(store.name): \(asker(of: exit, store)).",
            second: pausedSentence() ?? still ?? "\(store.capitalised) is empty.", followed: facts.text(exit))
    }

    /// Who asked: `the pace timer fired and asked for 1 more`.
    private func asker(of exit: TraceEntry, _ store: StoreWords) -> String {
        let request = burst.all(.request).last { $0.sequence < exit.sequence }
        if isPaceTimer { return "the pace timer fired and asked for \(burst.root.event.demand ?? .none) more" }
        if let release = store.letsGo { return release }
        if let request { return "\(store.taker) asked for \(request.event.demand ?? .none) more" }
        if model.isProgram { return "\(store.taker) had asked for it" }
        guard let pace = facts.pace else { return "it had been asked for" }
        return "the pace lets one through every \(pace.detail)"
    }

    private func straight(_ exit: TraceEntry, _ store: StoreWords) -> CaptionDraft {
        let demand = store.outlet.flatMap { model.lanes[$0].lastMark(of: { $0.requests + $0.returns }, upTo: exit.sequence) }
        let why =
            if let demand {
                "the demand of \(Seconds.text(demand.time)) was waiting for it"
            } else {
                "it had been asked for"
            }
        let value = facts.text(exit)
        return CaptionDraft(
            event: exit, first: "\(value) went straight through \(store.name): \(why).", second: next(), followed: value)
    }

    private func held(_ entrance: TraceEntry, all entrances: [TraceEntry], _ store: StoreWords) -> CaptionDraft {
        let ahead = model.lanes[store.lane].totals(upTo: entrance.sequence).held - entrances.count
        guard let why = store.waitsFor ?? nobodyAsks(before: entrance.sequence, store) ?? queued(behind: ahead) else {
            return onItsWay(entrance, store)
        }
        let place = model.isProgram ? " in \(store.name)" : ""
        let isOne = entrances.count == 1
        let deed = model.isProgram ? isOne ? "is held" : "are held" : isOne ? "was sent and is held" : "were sent and are held"
        return CaptionDraft(
            event: entrance, first: "\(facts.list(entrances)) \(deed)\(place): \(why).", second: next() ?? holds(store),
            followed: facts.text(entrance))
    }

    /// Others that came before it and go first.
    private func queued(behind count: Int) -> String? {
        count <= 0 ? nil : count == 1 ? "1 value waits before it" : "\(count) values wait before it"
    }

    /// A value that nothing keeps in the store.
    private func onItsWay(_ entrance: TraceEntry, _ store: StoreWords) -> CaptionDraft {
        let value = facts.text(entrance)
        return CaptionDraft(
            event: entrance, first: "\(value) entered \(store.name): it had been asked for, so it goes on at once.",
            followed: value)
    }

    private func holds(_ store: StoreWords) -> String? {
        let held = facts.totals(store.lane).held
        guard let capacity = store.node?.capacity else {
            // One value that waits for its time is told already.
            return model.isProgram && held < 2 ? nil : "\(store.capitalised) holds \(held)."
        }
        return "\(store.capitalised) holds \(held) of \(capacity)."
    }

    /// A request that an empty buffer could not answer.
    func request() -> CaptionDraft? {
        guard let event = burst.last(.request), burst.root.kind == .request, burst.all(.value).isEmpty else { return nil }
        let count = event.event.demand ?? .none
        let isOver = model.state(ofLane: lane(of: event), at: event.sequence).isOver
        if isOver {
            return CaptionDraft(event: event, first: "\(count) more asked for, but the stream is over: nothing happens.")
        }
        if let state = workEnded() { return afterWork(state, request: event) }
        let isEmpty = facts.demandBuffer.map { facts.totals($0).held == 0 } ?? false
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

    private func outstandingSentence(_ lane: Int) -> String? {
        guard let count = facts.totals(lane).outstanding.count else { return "The demand is unlimited now." }
        return "The demand is \(count) now."
    }

    private func workEnded() -> TraceEntry? {
        burst.entries.last { model.log.state(of: $0) == .idle }
    }

    func afterWork(_ state: TraceEntry, request: TraceEntry) -> CaptionDraft {
        let count = request.event.demand ?? .none
        return CaptionDraft(
            event: state, first: "The batch ended: \(count) more \(count == .max(1) ? "is" : "are") asked for.",
            second: busySentence() ?? lostSentence())
    }
}
