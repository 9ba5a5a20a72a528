import FlowAnalysis
import FlowModel
import FlowTrace
import FlowVerdict

/// Finds the rows of the inspector.
public enum Inspector {
    /// The most values listed in a row.
    static let listed = 64

    /// The rows of a lane about the loops and streams of other pipelines.
    ///
    /// - Parameters:
    ///   - report: The report on the pipeline.
    ///   - edge: The edge of the lane.
    package static func links(in report: PipelineReport?, of edge: EdgeID?) -> [InspectorRow] {
        guard let report, let edge else { return [] }
        return report.loops.filter { $0.edges.contains(edge) }.map { $0.isOwnLoop ? .feeds($0.other) : .fedBy($0.other) }
    }

    /// The rows of a lane at a moment, the most important first.
    ///
    /// - Parameters:
    ///   - stream: The lanes, and the analysis of their events.
    ///   - lane: The lane's index in the model.
    ///   - moment: The moment shown.
    ///   - next: The time of the subscriber's next request, if known.
    ///   - interval: The pace in words, if it may differ from the node's declaration.
    /// - Complexity: O(held + log *n*).
    public static func rows(
        of stream: StreamAnalysis, lane: Int, at moment: Moment, next: TraceTime? = nil, interval: String? = nil
    ) -> [InspectorRow] {
        let model = stream.model
        guard model.lanes.indices.contains(lane) else { return [] }
        let facts = StreamFacts(model, at: moment)
        let accounts = AccountRows(stream: stream, facts: facts, lane: lane)
        let demand = DemandRows(facts: facts, next: next, interval: interval)
        let doubts = model.doubts(ofLane: lane).each.map(InspectorRow.doubt)
        switch model.lanes[lane].spec.role {
        case .source: return doubts + SourceRows(facts: facts, lane: lane).rows(accounts)
        case .buffer: return doubts + BufferRows(facts: facts, lane: lane, demandRows: demand).rows(accounts)
        case .output: return doubts + OutputRows(facts: facts, lane: lane, demandRows: demand).rows(accounts)
        }
    }
}

/// The inspector's rows for a source.
struct SourceRows {
    let facts: StreamFacts
    let lane: Int

    func rows(_ accounts: AccountRows) -> [InspectorRow] {
        let totals = facts.totals(lane)
        let window = facts.rateWindow(lane)
        let rate = CountedRate(of: \.offered, in: facts.model.lanes[lane], window, at: facts.moment)
        let state = facts.model.state(ofLane: lane, at: facts.moment.sequence)
        return accounts.violations() + [.sent(count: totals.offered)] + lost()
            + [.rate(.init(input: rate, output: nil, window: window)), .state(state)] + accounts.journey()
    }

    /// The dropped values of the source; empty if there are none.
    func lost() -> [InspectorRow] {
        let marks = facts.model.lanes[lane].newest(Inspector.listed, of: \.dropped, upTo: facts.moment.sequence)
        guard let last = marks.last, let reason = facts.model.log[sequence: last.sequence]?.event.dropReason else { return [] }
        return [.lost(.init(values: marks.map { facts.model.listed($0.sequence) }, count: last.totals.dropped, reason: reason))]
    }
}

/// The inspector's rows about demand and pace.
struct DemandRows {
    let facts: StreamFacts
    let next: TraceTime?
    /// The pace in words, if it may differ from the node's declaration.
    let interval: String?

    /// The outstanding demand of an output, its last request, and the value that met it.
    func demand(ofLane lane: Int) -> InspectorRow {
        let history = facts.model.lanes[lane]
        let totals = facts.totals(lane)
        // A demand returned from `receive(_:)` counts as a request too.
        let last = history.lastMark(of: { $0.requests + $0.returns }, upTo: facts.moment.sequence)
        let value = history.lastMark(of: \.values, upTo: facts.moment.sequence)
        let isMet = totals.outstanding == .none && last.map { $0.sequence < value?.sequence ?? 0 } == true
        return .demand(
            .init(
                count: totals.outstanding, last: last.flatMap { facts.model.log[sequence: $0.sequence]?.event.demand },
                at: last?.time, metBy: isMet ? value.map(facts.text) : nil,
                onTheWay: facts.model.passage(to: lane)?.count(in: facts.model, upTo: facts.sequence) ?? 0))
    }

    /// The pacing node, if there is one.
    func pace() -> [InspectorRow] {
        guard let node = facts.pace, let lane = facts.onlyOutput else { return [] }
        let interval = interval ?? node.detail
        guard !facts.model.state(ofLane: lane, at: facts.moment.sequence).isOver else {
            return [.pace(.init(interval: interval, nextIn: nil, fraction: nil, waitsForSink: false))]
        }
        let isPaused = facts.paused(lane) != nil
        let due = next.flatMap { !isPaused && $0 >= facts.moment.time ? $0 : nil }
        let nextIn = due.map { $0 - facts.moment.time }
        return [.pace(.init(interval: interval, nextIn: nextIn, fraction: due.flatMap(fraction), waitsForSink: isPaused))]
    }

    /// The elapsed fraction of the time from the last value to the next request.
    private func fraction(until due: TraceTime) -> Double? {
        guard let lane = facts.onlyOutput else { return nil }
        let value = facts.model.lanes[lane].lastMark(of: \.values, upTo: facts.moment.sequence)
        guard let start = value?.time, due > start else { return nil }
        return Double(facts.moment.time - start) / Double(due - start)
    }
}

/// The inspector's rows about the fate of a lane's values, and the rules broken on it.
struct AccountRows {
    /// The length of a log beyond which the journey is only computed on request.
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
                    arrived: line.arrived, copies: line.expected == line.arrived ? nil : line.expected, left: line.out,
                    held: line.held, filtered: line.filtered, dropped: line.dropped.total,
                    missing: line.residue ?? 0, name: name, since: line.unknown == .past ? model.log.entries.first?.time : nil,
                    hasLaw: line.law != nil, unknown: unknown(in: line)))
        }
    }

    /// The reasons why values are unaccounted for, in wordings of decreasing length; for an operator without a law, the number of
    /// those values.
    private func unknown(in line: LedgerLine) -> [String] {
        guard case .law? = line.unknown, line.arrived != line.out else { return line.unknown.map { [$0.text] } ?? [] }
        let more = line.arrived - line.out
        return more > 0
            ? [
                "\(more) more in than out: held, filtered or dropped, no record says which", "\(more) more in than out",
                "\(more) more in",
            ]
            : ["\(-more) more out than in: it creates values, or has an unrecorded input", "\(-more) more out than in"]
    }

    /// The journey of the newest value on the lane.
    func journey() -> [InspectorRow] {
        let history = facts.history(lane)
        guard facts.model.log.entries.count <= AccountRows.followed,
            let mark = history.lastMark(of: history.spec.role == .output ? \.values : \.offered, upTo: facts.sequence),
            let journey = Journey(of: mark.sequence, in: facts.model.log, upTo: facts.sequence), journey.events.count > 1
        else { return [] }
        return [.journey(journey.words(in: facts.model.log, text: facts.text))]
    }

    /// The rules broken on the lane, the newest first.
    func violations() -> [InspectorRow] {
        stream.violations.rules(brokenOn: lane, upTo: facts.sequence).compactMap { own in
            own.last.map { .violation(.init(rule: $0.rule, count: own.count, last: $0.time, known: $0.known)) }
        }
    }
}

extension LedgerLine.Unknown {
    package var text: String {
        switch self {
        case .law(let reason): reason
        case .store: "its buffer is not recorded"
        case .output: "its output is not observed"
        case .publishers: "the publishers it made were not seen"
        case .records: "records are missing"
        case .past: "earlier values are not counted"
        case .edges: "the subscription of its values is unknown"
        }
    }
}
