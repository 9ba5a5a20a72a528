import FlowScreen
import FlowText
import FlowTrace

/// The most telling facts of a lane, packed into few lines.
struct InspectorDigest {
    private let facts: [String]
    private let demand: String?
    private let lane: String?

    /// - Parameter lane: The lane's name, `nil` if a title shows it.
    init(_ rows: [InspectorRow], lane: String?, signs: Signs) {
        self.lane = lane
        let contents = rows.lazy.compactMap { if case .holds(let contents) = $0 { contents } else { nil } }.first
        let waits = rows.contains { if case .waited = $0 { true } else { false } }
        // Without a title, demand and pace have a sentence above the facts.
        let listed = rows.filter { lane == nil || !InspectorDigest.isOfDemand($0) }
        let texts = listed.map { InspectorText($0, signs: signs, next: contents?.values.first) }
        let held = waits ? nil : contents.map { InspectorDigest.contents($0, signs: signs) }
        facts = ([held].compactMap(\.self) + texts.flatMap(\.facts)).sorted { $0.rank < $1.rank }.map(\.text)
        demand = InspectorDigest.demandSentence(rows, signs: signs)
    }

    private static func isOfDemand(_ row: InspectorRow) -> Bool {
        if case .demand = row { return true }
        if case .pace = row { return true }
        return false
    }

    /// At most `count` lines of at most `width` columns. A fact that does not fit is omitted.
    func lines(width: Int, count: Int) -> [String] {
        guard count > 0 else { return [] }
        guard let lane else { return packed(facts, width: width, count: count) }
        let above = count > 1 ? demand.map { [$0] } ?? [] : []
        let head = facts.first.map { ["\(lane) \($0)"] } ?? ["\(lane): nothing yet"]
        return above + packed(head + facts.dropFirst(), width: width, count: count - above.count)
    }

    private func packed(_ facts: [String], width: Int, count: Int) -> [String] {
        var rest = facts
        return (0..<count).compactMap { _ in
            var line = rest.isEmpty ? "" : rest.removeFirst()
            var left: [String] = []
            for fact in rest {
                let longer = line + "   " + fact
                if TextWidth.width(of: longer) <= width { line = longer } else { left.append(fact) }
            }
            rest = left
            return line.isEmpty ? nil : line
        }
    }

    // MARK: Facts

    /// `demand 0 outstanding, pace asks again in 0.60 s`.
    private static func demandSentence(_ rows: [InspectorRow], signs: Signs) -> String? {
        var outstanding: Demand?
        var pace = ""
        for row in rows {
            if case .demand(let demand) = row { outstanding = demand.count }
            if case .pace(let next) = row { pace = next.brief ?? "" }
        }
        return outstanding.map { "demand \(signs.text(of: $0)) outstanding" + (pace.isEmpty ? "" : ", \(pace)") }
    }

    /// The contents of a buffer whose values do not wait, such as a replay's for later subscribers.
    private static func contents(_ contents: InspectorRow.Contents, signs: Signs) -> InspectorText.Fact {
        let limit = contents.capacity.map { " of \($0)" } ?? ""
        guard !contents.values.isEmpty else { return (2, "holds nothing") }
        return (2, "holds \(contents.count.words)\(limit): \(signs.newest(contents.values))")
    }
}
