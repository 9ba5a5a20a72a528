import FlowModel
import FlowTrace

/// The events of a lane in a span of time, in a few clauses.
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

    /// `4 values, 9 to 12` for consecutive numbers, else `3 values: 7, 3, 4`, or the first and the last of many. For a single
    /// value, only the value; `nil` for none.
    private func counted(_ count: (EdgeAccount) -> Int, _ before: EdgeAccount, _ after: EdgeAccount) -> String? {
        let (first, last) = (count(before) + 1, count(after))
        guard first <= last else { return nil }
        let all = last - first + 1
        let numbers = all <= SpanWords.most ? Array(first...last) : [first, last]
        let texts = numbers.map { history.mark(number: $0, of: count, upTo: facts.sequence).map(facts.text) ?? "" }
        guard all > 1 else { return texts[0].isEmpty ? "1 value" : texts[0] }
        guard !texts.contains("") else { return "\(all) values" }
        if all <= SpanWords.most, SpanWords.countUp(texts) { return "\(all) values, \(texts[0]) to \(texts[all - 1])" }
        if all <= SpanWords.few { return "\(all) values: \(texts.joined(separator: ", "))" }
        return "\(all) values, first \(texts[0]), last \(texts[texts.count - 1])"
    }

    /// The most values inspected, and the most values named.
    private static let (most, few) = (256, 6)

    private static func countUp(_ texts: [String]) -> Bool {
        guard let first = Int(texts[0]), texts.count > 2 else { return false }
        return zip(first..., texts).allSatisfy { "\($0)" == $1 }
    }
}
