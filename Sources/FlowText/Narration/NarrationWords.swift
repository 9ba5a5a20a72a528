import FlowAnalysis
import FlowModel
import FlowTrace

/// Writes the sentence about an event and its consequences in the same call.
struct NarrationWords {
    let facts: StreamFacts
    private let log: LogWords
    private var model: StreamModel { facts.model }

    /// The most events in one sentence; further events are only counted.
    private static let most = 24

    init(facts: StreamFacts, violations: ViolationIndex) {
        self.facts = facts
        log = LogWords(facts: facts, violations: violations)
    }

    /// - Precondition: The call has an event.
    func narration(of call: [LogDraft]) -> Narration {
        let last = call.map(\.last.sequence).max() ?? 0
        var clauses = call.prefix(NarrationWords.most).map(clause)
        let left = call.dropFirst(clauses.count).reduce(0) { $0 + $1.members.count }
        if left > 0 { clauses.append("and \(left) more \(left == 1 ? "event" : "events")") }
        let stores = Set(call.filter { !goesThrough($0) }.flatMap(\.members).compactMap(store)).sorted()
        clauses += stores.map { StoreLevel(StreamFacts(model, at: model.moment(ofEvent: last)), lane: $0).words }
        return Narration(
            time: call[0].head.time, sequences: call[0].head.sequence...max(call[0].head.sequence, last),
            text: clauses.joined(separator: "; "),
            isNews: call.contains { isNews($0.head) || log.violation(of: $0) != nil })
    }

    private func isNews(_ entry: TraceEntry) -> Bool {
        switch entry.kind {
        case .subscribed, .finished, .failure, .cancel: true
        case .state: isNews(model.log.state(of: entry))
        case .note: entry.event.knowsHeld != nil
        case .request, .value, .returned, .offered, .dropped, .buffered, .unbuffered, .causeLink: false
        }
    }

    private func isNews(_ state: StreamState?) -> Bool {
        switch state {
        case .paused, .resumed, .hand: true
        case .working, .idle, .finished, .handler, .custom, nil: false
        }
    }

    /// Whether a value entered and left a store in one call, which leaves the store unchanged.
    private func goesThrough(_ draft: LogDraft) -> Bool { draft.head.kind == .buffered && draft.first(.unbuffered) != nil }

    /// The store whose contents an event changed.
    private func store(_ entry: TraceEntry) -> Int? {
        guard let lane = model.laneIndex(of: entry), model.lanes[lane].spec.role == .buffer else { return nil }
        return [.buffered, .unbuffered, .dropped].contains(entry.kind) ? lane : nil
    }

    private func clause(_ draft: LogDraft) -> String {
        let breach = log.violation(of: draft).map { ", which \($0)" } ?? ""
        return deed(of: draft) + breach
    }

    private func deed(of draft: LogDraft) -> String {
        let (entry, value) = (draft.head, facts.text(draft.head))
        let lane = model.laneName(of: entry) ?? ""
        switch entry.kind {
        case .subscribed:
            let stream = model.laneIndex(of: entry).flatMap(facts.streamFed)
            if let stream { return "\(lane) feeds \(model.stageName(stream))" }
            let asked = draft.members.compactMap(\.event.demand).reduce(Demand.none, +)
            return "\(lane) subscribed" + (draft.first(.request) == nil ? "" : " and asked for \(asked)")
        case .request: return request(entry, lane)
        case .value: return received(draft, lane)
        case .offered:
            let drop = draft.first(.dropped).map { ", which was dropped\(reason($0))" } ?? ""
            return "\(lane) sent \(value)\(drop)"
        case .dropped: return "\(lane) dropped \(counted(draft.members))\(reason(entry))"
        case .buffered:
            if draft.first(.unbuffered) != nil { return "\(ValueList.named(value)) went straight through \(lane)" }
            return log.isChannel(entry)
                ? "the send of \(ValueList.named(value)) waits in \(lane)" : "\(ValueList.named(value)) entered \(lane)"
        case .unbuffered: return left(entry, value, lane)
        case .finished: return "\(lane) finished"
        case .failure: return "\(lane) \(FailureText.words(value))"
        case .cancel: return entry.event.isLetGo ? "the stream of \(lane) was let go" : "\(lane) cancelled"
        case .state: return state(entry, lane, value)
        case .note: return "\(lane): \(entry.event.knowsHeld.map(LogWords.held) ?? value)"
        case .returned, .causeLink: return "\(lane): \(value)"
        }
    }

    private func request(_ entry: TraceEntry, _ lane: String) -> String {
        let isPace = entry.cause == nil && model.laneIndex(of: entry).map(facts.isPaced) ?? false
        let nothing = log.findsNothing(entry) ? ", and nothing is held" : ""
        return "\(isPace ? "the pace timer" : lane) asked for \(entry.event.demand ?? .none)\(nothing)"
    }

    private func received(_ draft: LogDraft, _ lane: String) -> String {
        let index = model.laneIndex(of: draft.head)
        let values = draft.members.filter { $0.kind == .value }
        let isReplayed = index.map(model.isBelowReplay) == true && facts.isAnswer(draft.head)
        let deed = index.map(facts.isSent) == true ? "sent" : isReplayed ? "got from the replay" : "received"
        var text = "\(lane) \(deed) \(counted(values))"
        let demand = log.returned(for: draft.last).flatMap { model.log[sequence: $0.sequence]?.event.demand } ?? .none
        if demand != .none { text += " and asked for \(demand) more" }
        guard facts.buffer == nil, !draft.causedEnd, let left = model.outstanding(after: draft.last).count else { return text }
        return text + ", \(left) outstanding"
    }

    private func left(_ entry: TraceEntry, _ value: String, _ lane: String) -> String {
        if entry.event.leftUnseen { return "\(ValueList.named(value)) may have left \(lane): records are missing" }
        if log.isReplay(entry) { return "\(lane) evicted \(value)" }
        let history = model.laneIndex(of: entry).map { model.lanes[$0] }
        let item = history?.mark(of: entry.sequence).flatMap { history?.item(endedBy: $0) }
        let isLeast = history?.totals(upTo: entry.sequence).heldIsLowerBound ?? true
        guard let item, !isLeast else { return "\(ValueList.named(value)) left \(lane)" }
        return "\(ValueList.named(value)) left \(lane) after \(Seconds.duration(nanoseconds: entry.time - item.enteredAt))"
    }

    private func state(_ entry: TraceEntry, _ lane: String, _ value: String) -> String {
        switch model.log.state(of: entry) {
        case .paused: "\(lane) paused: it requests nothing"
        case .resumed: "\(lane) resumed"
        case .hand(let state): "\(lane): \(state)"
        case .some(let state): "\(lane) is now \(state)"
        case nil: "\(lane) is now \(value)"
        }
    }

    private func reason(_ entry: TraceEntry) -> String { model.log.dropWords(entry).map { " (\($0))" } ?? "" }

    private func counted(_ entries: [TraceEntry]) -> String { facts.counted(entries, "values") }
}

/// The contents of a store, in a few words: `buffer holds F`, `buffer holds 20 of 20, 10 goes next`, `buffer is empty`.
struct StoreLevel {
    let words: String

    /// The most values that are named one by one.
    private static let most = 3

    init(_ facts: StreamFacts, lane: Int) {
        let (name, totals) = (facts.history(lane).spec.name, facts.totals(lane))
        if facts.isChannel(lane), !totals.heldIsLowerBound {
            words = "\(facts.producersWords(inChannel: lane).text { _ in "" }) in \(name)"
            return
        }
        let contents = facts.contents(lane)
        let capacity = facts.model.node(ofLane: lane)?.capacity
        let limit = capacity.map { " of \($0)" } ?? ""
        let isNamed = contents.count <= StoreLevel.most
        words =
            switch (totals.heldIsLowerBound, contents.count) {
            case (true, _): "\(name) holds \(totals.heldCount.words)\(limit)"
            case (false, 0): "\(name) is empty"
            case (false, _) where isNamed:
                "\(name) holds \(ValueList.text(contents.oldest))" + (contents.count == capacity ? " and is full" : "")
            case (false, _): "\(name) holds \(contents.count)\(limit)" + (contents.oldest.first.map { ", \($0) goes next" } ?? "")
            }
    }
}
