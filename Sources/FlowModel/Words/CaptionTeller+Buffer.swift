import FlowTrace

extension CaptionTeller {
    /// What happened in the buffer: out after waiting, else straight through, else held.
    func stored() -> CaptionDraft? {
        guard let buffer = facts.demandBuffer else { return nil }
        let entries = burst.entries.filter { model.laneIndex(of: $0) == buffer }
        let exits = entries.filter { $0.kind == .unbuffered }
        let entrances = entries.filter { $0.kind == .buffered }
        if let exit = exits.last(where: { waited($0, in: buffer) }) {
            return leaving(exit, all: exits.filter { waited($0, in: buffer) })
        }
        if let exit = exits.last { return straight(exit) }
        return entrances.last.map { held($0, all: entrances) }
    }

    private func waited(_ exit: TraceEntry, in buffer: Int) -> Bool {
        guard let mark = model.lanes[buffer].mark(of: exit.sequence) else { return false }
        guard let item = model.lanes[buffer].item(endedBy: mark) else { return false }
        return item.entered < burst.start
    }

    private func leaving(_ exit: TraceEntry, all exits: [TraceEntry]) -> CaptionDraft {
        return CaptionDraft(
            event: exit, first: "\(facts.list(exits)) left the buffer: \(asker(of: exit)).",
            second: pausedSentence() ?? stillWaiting() ?? "The buffer is empty.", followed: facts.text(exit))
    }

    /// Who asked: `the pace timer fired and asked for 1 more`.
    private func asker(of exit: TraceEntry) -> String {
        let request = burst.all(.request).last { $0.sequence < exit.sequence }
        if isPaceTimer { return "the pace timer fired and asked for \(burst.root.event.demand ?? .none) more" }
        guard let request else { return "its turn had come" }
        return "the subscriber asked for \(request.event.demand ?? .none) more"
    }

    private func straight(_ exit: TraceEntry) -> CaptionDraft {
        let demand = output.flatMap { model.lanes[$0].lastMark(of: { $0.requests + $0.returns }, upTo: exit.sequence) }
        let why =
            if let demand {
                "the demand of \(Seconds.text(demand.time)) was waiting for it"
            } else {
                "it had been asked for"
            }
        let value = facts.text(exit)
        return CaptionDraft(
            event: exit, first: "\(value) went straight through the buffer: \(why).", second: next(), followed: value)
    }

    private func held(_ entrance: TraceEntry, all entrances: [TraceEntry]) -> CaptionDraft {
        guard let why = nobodyAsks(before: entrance.sequence) else { return onItsWay(entrance) }
        let were = "\(facts.list(entrances)) " + (entrances.count == 1 ? "was sent and is held" : "were sent and are held")
        return CaptionDraft(
            event: entrance, first: "\(were): \(why).", second: next() ?? holds(lane(of: entrance)),
            followed: facts.text(entrance))
    }

    /// A value that nothing keeps in the buffer.
    private func onItsWay(_ entrance: TraceEntry) -> CaptionDraft {
        let value = facts.text(entrance)
        return CaptionDraft(
            event: entrance, first: "\(value) entered the buffer: it had been asked for, so it goes on at once.", followed: value)
    }

    private func holds(_ buffer: Int) -> String {
        let held = facts.totals(buffer).held
        guard let capacity = model.node(ofLane: buffer)?.capacity else { return "The buffer holds \(held)." }
        return "The buffer holds \(held) of \(capacity)."
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
        burst.entries.last { $0.kind == .state && facts.text($0) == "processed" }
    }

    func afterWork(_ state: TraceEntry, request: TraceEntry) -> CaptionDraft {
        let count = request.event.demand ?? .none
        return CaptionDraft(
            event: state, first: "The batch ended: \(count) more \(count == .max(1) ? "is" : "are") asked for.",
            second: busySentence() ?? lostSentence())
    }
}
