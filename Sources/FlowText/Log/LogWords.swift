import FlowAnalysis
import FlowModel
import FlowTrace

/// The words of a log line.
struct LogWords {
    /// The sign, the colour and the text of a line.
    private struct Content {
        var sign: Sign
        var tone: Tone
        var text: String
    }

    let facts: StreamFacts
    private let violations: ViolationIndex
    private var model: StreamModel { facts.model }

    init(facts: StreamFacts, violations: ViolationIndex) { (self.facts, self.violations) = (facts, violations) }

    func line(of draft: LogDraft, showsTime: Bool, depth: Int) -> LogLine {
        let plain = content(of: draft)
        let content = violation(of: draft).map { Content(sign: .violation, tone: .error, text: "\(plain.text), \($0)") } ?? plain
        let isDemand = draft.head.kind == .request && facts.onlyOutput != nil
        return LogLine(
            time: draft.head.time, showsTime: showsTime, lane: isDemand ? "demand" : model.laneName(of: draft.head) ?? "",
            sign: content.sign, text: content.text, depth: depth,
            sequences: draft.head.sequence...max(draft.head.sequence, draft.last.sequence), tone: content.tone)
    }

    /// The rules that the events of a line broke; `nil` for none.
    func violation(of draft: LogDraft) -> String? {
        let rules = violations.rules(brokenBy: draft.members.map(\.sequence))
        return rules.isEmpty ? nil : rules.map { "breaks \($0.number): \($0.title)" }.joined(separator: ", ")
    }

    private func content(of draft: LogDraft) -> Content {
        let value = facts.text(draft.head)
        switch draft.head.kind {
        case .subscribed: return Content(sign: .subscribed, tone: .plain, text: subscribed(draft))
        case .request: return Content(sign: .request, tone: .asked, text: request(draft.head))
        case .value: return values(draft)
        case .offered: return offered(draft)
        case .dropped: return dropped(draft)
        case .buffered: return buffered(draft)
        case .unbuffered where draft.head.event.leftUnseen:
            return Content(sign: .bufferOut, tone: .past, text: "\(value) may have left: records are missing")
        case .unbuffered:
            return Content(
                sign: .bufferOut, tone: .held, text: "\(value) \(isReplay(draft.head) ? "evicted" : "out")\(exit(draft.head))")
        case .finished: return Content(sign: .finished, tone: .plain, text: "finished")
        case .failure: return Content(sign: .failed, tone: .error, text: FailureText.words(value))
        case .cancel: return Content(sign: .cancelled, tone: .plain, text: cancelled(draft.head))
        case .state: return state(model.log.state(of: draft.head) ?? .custom(value))
        case .note: return Content(sign: .state, tone: .plain, text: draft.head.event.knowsHeld.map(LogWords.held) ?? value)
        case .returned, .causeLink: return Content(sign: .state, tone: .plain, text: value)
        }
    }

    /// The words for a store whose contents become certain or uncertain.
    static func held(isKnown: Bool) -> String {
        isKnown ? "the number held is exact again" : "the number held is a lower bound: records are missing"
    }

    private func subscribed(_ draft: LogDraft) -> String {
        let lane = model.laneIndex(of: draft.head)
        if let stream = lane.flatMap(facts.streamFed) { return "feeds \(model.stageName(stream))" }
        let asked = draft.members.compactMap(\.event.demand).reduce(Demand.none, +)
        return draft.first(.request) == nil ? "subscribed" : "subscribed, asks for \(asked)"
    }

    private func request(_ entry: TraceEntry) -> String {
        var text = "asks for \(entry.event.demand ?? .none)"
        if let lane = model.laneIndex(of: entry), entry.cause == nil, facts.isPaced(lane: lane) { text += ": pace timer" }
        return findsNothing(entry) ? text + ", nothing held" : text
    }

    /// Whether a request met an empty buffer without a held end.
    func findsNothing(_ entry: TraceEntry) -> Bool {
        guard facts.onlyOutput != nil, let buffer = facts.demandBuffer else { return false }
        guard model.lanes[buffer].totals(upTo: entry.sequence).heldCount == 0 else { return false }
        let next = entry.sequence < facts.moment.sequence ? model.log[sequence: entry.sequence + 1] : nil
        return next.map { $0.cause != entry.sequence } ?? true
    }

    private func values(_ draft: LogDraft) -> Content {
        let values = draft.members.filter { $0.kind == .value }
        var text = facts.counted(values, "values")
        if let lane = model.laneIndex(of: draft.head), model.replay(aboveLane: lane) != nil {
            if facts.isAnswer(draft.head) { text = facts.counted(values, "replayed") + (values.count == 1 ? ", replayed" : "") }
        } else if !draft.causedEnd {
            let demand = demand(after: draft.last).joined(separator: ", ")
            if !demand.isEmpty { text += (values.count == 1 ? ", " : "; ") + demand }
        }
        return Content(sign: .value, tone: .got, text: text)
    }

    /// The demand returned for a value; also the demand after it, if it is limited and there is no buffer.
    private func demand(after entry: TraceEntry) -> [String] {
        let mark = returned(for: entry)
        let demand = mark.flatMap { model.log[sequence: $0.sequence]?.event.demand } ?? .none
        let returned = demand == .none ? [] : ["returns ▲\(demand)"]
        guard facts.buffer == nil, let count = mark?.totals.outstanding.count ?? model.outstanding(after: entry).count else {
            return returned
        }
        return returned + ["outstanding \(count)"]
    }

    /// The demand that a subscriber returned when it received a value.
    func returned(for entry: TraceEntry) -> Mark? {
        guard let lane = model.laneIndex(of: entry) else { return nil }
        let history = model.lanes[lane]
        let next = history.countOfMarks(upTo: entry.sequence)
        guard next < history.marks.count, history.marks[next].sequence <= facts.moment.sequence else { return nil }
        return history.marks[next].kind == .returned ? history.marks[next] : nil
    }

    private func offered(_ draft: LogDraft) -> Content {
        let value = facts.text(draft.head)
        guard let drop = draft.first(.dropped) else { return Content(sign: .value, tone: .sent, text: value) }
        return Content(sign: .dropped, tone: .lost, text: "dropped: \(value)\(reason(drop))")
    }

    private func dropped(_ draft: LogDraft) -> Content {
        let text = (draft.members.count == 1 ? "dropped: " : "") + facts.counted(draft.members, "dropped")
        return Content(sign: .dropped, tone: .lost, text: text + reason(draft.head))
    }

    private func reason(_ entry: TraceEntry) -> String {
        model.log.dropWords(entry).map { " (\($0))" } ?? ""
    }

    private func buffered(_ draft: LogDraft) -> Content {
        let value = facts.text(draft.head)
        if draft.first(.unbuffered) != nil { return Content(sign: .value, tone: .held, text: value + " straight through") }
        let held = totals(draft.head)?.heldCount ?? 0
        if isChannel(draft.head) {
            return Content(
                sign: .bufferIn, tone: .held, text: "the send of \(ValueList.named(value)) waits, \(held.words) in all")
        }
        return Content(sign: .bufferIn, tone: .held, text: "\(value) in, holds \(held.words)")
    }

    private func exit(_ entry: TraceEntry) -> String {
        guard let lane = model.laneIndex(of: entry), let mark = model.lanes[lane].mark(of: entry.sequence) else { return "" }
        let held = mark.totals.heldCount
        // If the store may hold more, it is unknown which value left.
        guard !held.isLeast else { return ", holds \(held.words)" }
        let rest = isChannel(entry) ? ", \(held.words) left" : held.count == 0 ? ", empty" : ", holds \(held.words)"
        guard !isReplay(entry), let item = model.lanes[lane].item(endedBy: mark) else { return rest }
        let waited = entry.time - item.enteredAt
        return waited == 0 ? rest : rest + ", waited " + Seconds.duration(nanoseconds: waited)
    }

    /// Whether the event concerns a waiting producer of a channel.
    func isChannel(_ entry: TraceEntry) -> Bool { model.laneIndex(of: entry).map(facts.isChannel) ?? false }

    /// Whether the event happened in a replay, where a value leaves only when a newer one replaces it.
    func isReplay(_ entry: TraceEntry) -> Bool {
        model.laneIndex(of: entry).flatMap { model.node(ofLane: $0) }?.role == .replay
    }

    private func cancelled(_ entry: TraceEntry) -> String {
        let deed = entry.event.isLetGo ? "let go" : "cancels"
        guard let count = totals(entry)?.values, count > 0 else { return deed }
        return "\(deed) (\(ValueCount.words(count)))"
    }

    private func state(_ state: StreamState) -> Content {
        switch state {
        case .paused: Content(sign: .paused, tone: .asked, text: "paused: requests nothing")
        case .resumed: Content(sign: .state, tone: .asked, text: "resumed")
        case .hand(let state): Content(sign: .paused, tone: .asked, text: "\(state)")
        case .working, .idle, .finished, .handler, .custom: Content(sign: .state, tone: .past, text: "state: \(state)")
        }
    }

    private func totals(_ entry: TraceEntry) -> EdgeAccount? {
        model.laneIndex(of: entry).flatMap { model.lanes[$0].mark(of: entry.sequence)?.totals }
    }
}

/// An event in few plain words, without its lane: `value C`, `dropped B (overflow: oldest)`, `request 2`.
public enum EventWords {
    /// The words of an event.
    public static func text(_ entry: TraceEntry, in log: TraceLog) -> String {
        var words = [entry.kind.word]
        if let demand = entry.event.demand { words.append("\(demand)") }
        if let value = log.value(of: entry) { words.append(value.description) }
        if let reason = log.dropWords(entry) { words.append("(\(reason))") }
        return words.joined(separator: " ")
    }
}
