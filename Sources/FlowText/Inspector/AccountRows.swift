import FlowAnalysis
import FlowTrace

/// The inspector's rows of where a lane's values go and of the rules that were broken on it.
struct AccountRows {
    /// In a longer log the way of a value is not looked for while one looks on.
    private static let followed = 100_000

    let stream: StreamAnalysis
    let facts: StreamFacts
    let lane: Int

    /// The ledger of the operator above an output, unless another lane shows that node.
    func ledger() -> [InspectorRow] {
        let model = facts.model
        guard let id = model.edge(ofLane: lane)?.upstream, let node = model.node(id) else { return [] }
        let isShown = model.lanes.indices.contains { model.lanes[$0].spec.role != .output && model.node(ofLane: $0)?.id == id }
        guard !isShown else { return [] }
        let lines = stream.ledger(of: id, at: facts.sequence)
        return lines.enumerated().map { number, line in
            let name = lines.count > 1 ? "\(node.name) \(number + 1)" : node.name
            return .ledger(
                .init(
                    arrived: line.expected, left: line.out, held: line.held, filtered: line.filtered, dropped: line.dropped.total,
                    missing: line.residue ?? 0, name: name, unknown: line.unknown?.name))
        }
    }

    /// The way of the newest value on the lane.
    func journey() -> [InspectorRow] {
        let history = facts.history(lane)
        guard facts.model.log.entries.count <= AccountRows.followed,
            let mark = history.lastMark(of: history.spec.role == .output ? \.values : \.offered, upTo: facts.sequence),
            let journey = Journey(of: mark.sequence, in: facts.model.log, upTo: facts.sequence), journey.events.count > 1
        else { return [] }
        return [.journey(journey.words(in: facts.model.log, text: facts.text))]
    }

    /// Each rule that was broken on the lane, the newest first.
    func breaches() -> [InspectorRow] {
        stream.violations.rules(brokenOn: lane, upTo: facts.sequence).compactMap { own in
            own.last.map { .breach(.init(rule: $0.rule, count: own.count, last: $0.time, known: $0.known)) }
        }
    }
}
