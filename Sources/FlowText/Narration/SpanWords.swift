import FlowModel
import FlowTrace

/// What happened on a lane in a span of time, in a few clauses.
struct SpanWords {
    let facts: StreamFacts
    let lane: Int
    /// The sequence of the last event before the span.
    let start: Int

    var clauses: [String] {
        let (before, after) = (history.totals(upTo: start), facts.totals(lane))
        guard before != after else { return [] }
        return switch history.spec.role {
        case .source: source(before, after)
        case .buffer: buffer(before, after)
        case .output: output(before, after)
        }
    }

    private var history: LaneHistory { facts.history(lane) }
    private var name: String { history.spec.name }

    private func source(_ before: EdgeAccount, _ after: EdgeAccount) -> [String] {
        let lost = after.dropped - before.dropped
        guard let sent = counted(\.offered, before, after) else { return [] }
        return ["\(name) sent \(sent)" + (lost > 0 ? ", of which \(lost) \(lost == 1 ? "was" : "were") dropped" : "")]
    }

    private func buffer(_ before: EdgeAccount, _ after: EdgeAccount) -> [String] {
        let dropped = counted(\.dropped, before, after).map { "\(name) dropped \($0)" }
        return [dropped, StoreLevel(facts, lane: lane).words].compactMap(\.self)
    }

    private func output(_ before: EdgeAccount, _ after: EdgeAccount) -> [String] {
        let deed = facts.isSent(onLane: lane) ? "sent" : "received"
        let received = counted(\.values, before, after).map { "\(name) \(deed) \($0)" }
        let isOver = facts.model.state(ofLane: lane, at: facts.sequence).isOver
        let isSame = isOver || before.outstanding == after.outstanding
        let asks = isSame ? nil : after.outstanding.count.map { "\(name) has \($0) outstanding" }
        return [received, asks].compactMap(\.self)
    }

    /// `4, 9 to 12`, of one value that value; `nil` of none.
    private func counted(_ count: (EdgeAccount) -> Int, _ before: EdgeAccount, _ after: EdgeAccount) -> String? {
        let (first, last) = (count(before) + 1, count(after))
        guard first <= last else { return nil }
        let texts = [first, last].map { history.mark(number: $0, of: count, upTo: facts.sequence).map(facts.text) ?? "" }
        guard !texts.contains("") else { return "\(last - first + 1) \(first == last ? "value" : "values")" }
        return first == last ? texts[0] : "\(last - first + 1), \(texts[0]) to \(texts[1])"
    }
}
