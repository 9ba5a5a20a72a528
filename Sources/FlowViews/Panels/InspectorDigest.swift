import FlowAnalysis
import FlowModel
import FlowScreen
import FlowText
import FlowTrace

/// The most telling facts of a lane, packed into few lines.
struct InspectorDigest {
    private let facts: [String]
    private let demand: String?
    private let lane: String?

    /// - Parameter lane: The lane's name, where no title gives it.
    init(_ rows: [InspectorRow], lane: String?) {
        self.lane = lane
        let next = rows.lazy.compactMap { if case .holds(let values, _, _, _, _) = $0 { values.first } else { nil } }.first
        let holds = rows.contains { if case .waited = $0 { true } else { false } } ? [] : InspectorDigest.holdsFact(rows)
        // Without a title there is a sentence about demand above, which says both.
        let listed = rows.filter { row in
            switch row {
            case .demand, .pace: lane == nil
            default: true
            }
        }
        facts = (holds + listed.flatMap { InspectorDigest.facts(of: $0, next: next) }).sorted { $0.rank < $1.rank }.map(\.text)
        demand = InspectorDigest.demandSentence(rows)
    }

    /// At most `count` lines of at most `width` columns; a fact that does not fit a line is left out of it.
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
    private static func demandSentence(_ rows: [InspectorRow]) -> String? {
        var outstanding: Demand?
        var pace = ""
        for row in rows {
            if case .demand(let demand, _, _, _, _) = row { outstanding = demand }
            if case .pace(_, let nextIn, _, let waits) = row { pace = paceFact(nextIn: nextIn, waits: waits) ?? "" }
        }
        return outstanding.map { "demand \($0) outstanding" + (pace.isEmpty ? "" : ", \(pace)") }
    }

    /// What a buffer holds, where no value is said to wait in it: a replay keeps them for others.
    private static func holdsFact(_ rows: [InspectorRow]) -> [(rank: Int, text: String)] {
        rows.compactMap { row in
            guard case .holds(let values, let count, let capacity, _, _) = row else { return nil }
            let limit = capacity.map { " of \($0)" } ?? ""
            return (2, values.isEmpty ? "holds nothing" : "holds \(shown(values)), \(count)\(limit)")
        }
    }

    private static func paceFact(nextIn: UInt64?, waits: Bool) -> String? {
        if waits { return "pace waits for the sink" }
        return nextIn.map { "pace asks again in \(Seconds.duration(nanoseconds: $0))" }
    }

    /// A row's facts, with how telling they are: the lower, the more.
    ///
    /// - Parameter next: The value that leaves the buffer next.
    private static func facts(of row: InspectorRow, next: String?) -> [(rank: Int, text: String)] {
        switch row {
        case .ledger(_, _, _, _, _, _, let name, _):
            guard let ledger = LedgerText(row) else { return [] }
            return [(name == nil ? 0 : 3, ledger.sum + (ledger.trouble.map { "  \($0)" } ?? ""))]
        case .breach(let rule, let count, let last, _): return [(0, BreachText(rule: rule, count: count, last: last).fact)]
        case .journey: return []
        case .waited(let waits): return waitFacts(waits, next: next)
        case .full(_, _, let since?, _): return [(1, "full since \(Seconds.text(since))")]
        case .rate(let input, let output, _):
            return [(6, "rate in \(Seconds.rate(input))" + (output.map { "  out \(Seconds.rate($0))" } ?? ""))]
        case .asked(let count, let requests, let returned):
            let plus = returned == .none ? "" : " + returned \(returned)"
            return [(0, "asked \(count) in \(requests) \(requests == 1 ? "request" : "requests")\(plus)")]
        case .demand(let outstanding, _, _, _, _): return [(5, "\(outstanding) outstanding")]
        case .received(let count, let sent): return [(1, "received \(count)" + (sent.map { " of \($0) sent" } ?? ""))]
        case .replayed(let values, let kept):
            let waited = kept.map { Seconds.duration(nanoseconds: $0) }.joined(separator: ", ")
            return [(1, "replayed \(values.joined(separator: " "))"), (2, "waited \(waited)")]
        case .lost(let values, let count, let reason): return [(1, "lost \(count): \(shown(values)), \(reason.name)")]
        case .sent(let count): return [(0, "sent \(count)")]
        case .pace(_, let nextIn, _, let waits): return paceFact(nextIn: nextIn, waits: waits).map { [(4, $0)] } ?? []
        case .doubt(let doubt): return [(1, "\(EdgeDoubts.sign) \(doubt.wordings.last ?? "")")]
        case .whenBusy, .arrivedBusy, .state, .latency, .undescribed, .labelled, .ended, .note: return wordFacts(row)
        case .full, .holds, .dropped: return []
        }
    }

    private static func wordFacts(_ row: InspectorRow) -> [(rank: Int, text: String)] {
        guard let words = InspectorText(row), let text = words.wordings.last else { return [] }
        let name = words.name == "state" || words.name == "ended" ? "" : words.name + " "
        return [(3, name + text.split(separator: "   ").joined(separator: ", "))]
    }

    private static func waitFacts(_ waits: [Wait], next: String?) -> [(rank: Int, text: String)] {
        let waiting = waits.first { $0.isSoFar && $0.value == next }.map {
            (2, "[\($0.value)] waiting \(Seconds.duration(nanoseconds: $0.nanoseconds))")
        }
        let longest = waits.first(where: \.isLongest).map {
            let value = $0.value == StreamModel.undescribed ? "" : " (\($0.value))"
            return (3, "longest \(Seconds.duration(nanoseconds: $0.nanoseconds))\(value)")
        }
        return [longest, waiting].compactMap(\.self)
    }

    private static func shown(_ values: [String]) -> String {
        (values.count > 4 ? "… " : "") + values.suffix(4).joined(separator: " ")
    }
}
