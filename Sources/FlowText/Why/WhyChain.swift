import FlowModel
import FlowTrace

/// The events that led to an event: the calls around it, and its preconditions.
struct WhyChain {
    private let model: StreamModel
    /// The calls that led to the event, the outermost first, the event last.
    let callPath: [TraceEntry]
    /// The role of each event in the chain, by sequence number.
    private(set) var links: [Int: WhyStep.Link] = [:]
    /// Whether causes are missing: forgotten by the log, or beyond the limit.
    private(set) var isCut = false

    /// The most events in a chain.
    private static let limit = 48

    init(to event: TraceEntry, in model: StreamModel) {
        self.model = model
        let calls = WhyChain.calls(to: event, in: model)
        callPath = calls.entries.reversed()
        isCut = calls.isCut
        for entry in callPath { links[entry.sequence] = .cause }
        links[event.sequence] = .event
        for entry in callPath { addConditions(of: entry) }
        let last = [demand(for: event), lastDemandValue(before: event)].compactMap(\.self)
        for entry in last where links[entry.sequence] == nil { links[entry.sequence] = .condition }
    }

    /// The events, in order.
    var entries: [TraceEntry] { links.keys.sorted().compactMap { model.log[sequence: $0] } }

    /// Finds the calls around an event, from the event itself outward.
    private static func calls(to event: TraceEntry, in model: StreamModel) -> (entries: [TraceEntry], isCut: Bool) {
        var entries = [event]
        while entries.count < limit, let last = entries.last {
            guard let cause = model.cause(of: last) else {
                return (entries + Burst.state(before: last, in: model), false)
            }
            guard let above = model.log[sequence: cause] else { break }
            entries.append(above)
        }
        return (entries, true)
    }

    /// Adds the preconditions of an event, and the calls that led there.
    private mutating func addConditions(of entry: TraceEntry) {
        for condition in conditions(of: entry) where links[condition.sequence] == nil && links.count < WhyChain.limit {
            let calls = WhyChain.calls(to: condition, in: model)
            let new = calls.entries.filter { links[$0.sequence] == nil }
            isCut = isCut || calls.isCut
            for call in new { links[call.sequence] = .condition }
            for call in new { addConditions(of: call) }
        }
    }

    private mutating func conditions(of entry: TraceEntry) -> [TraceEntry] {
        switch entry.kind {
        case .unbuffered, .dropped: [arrival(of: entry)].compactMap(\.self)
        case .value: [replayedValue(for: entry)].compactMap(\.self)
        case .finished, .failure: [end(before: entry)].compactMap(\.self)
        case .subscribed, .request, .returned, .cancel, .offered, .buffered, .state, .note, .causeLink: []
        }
    }

    /// Finds the event by which the value that now leaves a store had entered it.
    private mutating func arrival(of entry: TraceEntry) -> TraceEntry? {
        guard let arrival = model.arrival(endedBy: entry) else { return nil }
        let entered = model.log[sequence: arrival.sequence]
        if entered == nil { isCut = true }
        return entered
    }

    /// Finds the event that put a replayed value into the replay.
    private func replayedValue(for entry: TraceEntry) -> TraceEntry? {
        guard let lane = model.laneIndex(of: entry), let node = model.replay(aboveLane: lane) else { return nil }
        let cause = model.cause(of: entry).flatMap { model.log[sequence: $0]?.kind }
        guard cause == .request || cause == .subscribed, let value = model.log.value(of: entry) else { return nil }
        let store = model.lanes.indices.first {
            model.edge(ofLane: $0).map { $0.role == .store && $0.upstream == node.id } ?? false
        }
        guard let store else { return nil }
        let held = model.lanes[store].held(after: entry.sequence).compactMap { model.log[sequence: $0.entered] }
        return held.last { model.log.value(of: $0) == value }
    }

    /// The end that a node received earlier and passes on now.
    private func end(before entry: TraceEntry) -> TraceEntry? {
        guard let edge = model.log.edge(entry.edge), let node = edge.upstream else { return nil }
        let cause = model.cause(of: entry).flatMap { model.log[sequence: $0]?.kind }
        guard cause?.isTerminal != true else { return nil }
        let others = model.log.edges.filter { $0.id != edge.id && $0.role != .store }
        return lastEnd(entry.kind, on: others.filter { $0.downstream == node }, before: entry)
            ?? lastEnd(entry.kind, on: others.filter { $0.role == .source }, before: entry) ?? refusal(by: node, before: entry)
    }

    private func lastEnd(_ kind: SignalKind, on edges: [EdgeFact], before entry: TraceEntry) -> TraceEntry? {
        let lanes = Set(edges.compactMap { model.laneIndex(ofEdge: $0.id) })
        let marks = lanes.compactMap { model.lanes[$0].lastMark(of: \.endings, upTo: entry.sequence - 1) }
        return marks.compactMap { model.log[sequence: $0.sequence] }.filter { $0.kind == kind }.max { $0.sequence < $1.sequence }
    }

    /// The value that overflowed a buffer and made it fail.
    private func refusal(by node: NodeID, before entry: TraceEntry) -> TraceEntry? {
        guard entry.kind == .failure else { return nil }
        let stores = model.lanes.indices.filter {
            model.edge(ofLane: $0).map { $0.role == .store && $0.upstream == node } ?? false
        }
        let drops = stores.flatMap { model.lanes[$0].newest(32, of: \.dropped, upTo: entry.sequence - 1) }
        return drops.compactMap { model.log[sequence: $0.sequence] }.last {
            $0.event.dropReason == .error && model.item(endedBy: $0) == nil
        }
    }

    /// The earlier request that a value answers; `nil` if the value was sent within the call of a request.
    private func demand(for entry: TraceEntry) -> TraceEntry? {
        guard entry.kind == .value, let lane = model.laneIndex(of: entry), !model.lanes[lane].spec.isShared,
            !callPath.contains(where: { $0.kind == .request && $0.edge == entry.edge }),
            let number = model.lanes[lane].mark(of: entry.sequence)?.totals.values
        else { return nil }
        let request = model.lanes[lane].demandMark(forValue: number)
        return request.flatMap { $0.sequence < entry.sequence ? model.log[sequence: $0.sequence] : nil }
    }

    /// The value that spent the last demand, so that a later one was dropped or had to wait.
    private func lastDemandValue(before entry: TraceEntry) -> TraceEntry? {
        guard entry.event.dropReason == .noDemand || entry.kind == .buffered else { return nil }
        let facts = StreamFacts(model, at: model.moment(ofEvent: entry.sequence))
        guard let output = facts.onlyOutput, facts.totals(output).outstanding == .none else { return nil }
        return model.lanes[output].lastMark(of: \.values, upTo: entry.sequence).flatMap { model.log[sequence: $0.sequence] }
    }
}

extension StreamModel {
    /// The value's stay in a store, ended by this event.
    func item(endedBy entry: TraceEntry) -> HeldItem? {
        guard let lane = laneIndex(of: entry), let mark = lanes[lane].mark(of: entry.sequence) else { return nil }
        return lanes[lane].item(endedBy: mark)
    }

    /// The entrance of a value into the store that it leaves; `nil` if it was refused.
    ///
    /// A store without a lane is searched for the newest equal value, some thousands of events back.
    func arrival(endedBy entry: TraceEntry) -> (sequence: Int, time: TraceTime)? {
        if let item = item(endedBy: entry) { return (item.entered, item.enteredAt) }
        let isExit = entry.kind == .unbuffered || entry.kind == .dropped && entry.event.dropReason != .overflowNewest
        guard isExit, laneIndex(of: entry) == nil else { return nil }
        let value = log.value(of: entry)
        let near = log.entries(after: entry.sequence - 4096, upTo: entry.sequence - 1)
        let entered = near.last { $0.kind == .buffered && $0.edge == entry.edge && log.value(of: $0) == value }
        return entered.map { ($0.sequence, $0.time) }
    }

    /// The value's stay in a store, begun by this event.
    func item(begunBy entry: TraceEntry) -> HeldItem? {
        guard entry.kind == .buffered, let lane = laneIndex(of: entry) else { return nil }
        return lanes[lane].items(upTo: entry.sequence).last { $0.entered == entry.sequence }
    }

    /// The name of an event's lane; the name of its edge if it has none.
    func label(of entry: TraceEntry) -> String { laneName(of: entry) ?? log.edgeName(entry.edge) ?? "" }
}

extension LaneHistory {
    /// The event that requested the value with this number, counted from 1; `nil` if unknown.
    ///
    /// - Complexity: O(log *n*).
    func demandMark(forValue number: Int) -> Mark? {
        let index = marks.partitioningIndex { mark in
            (mark.totals.requested + mark.totals.returned).count.map { $0 >= number } ?? true
        }
        guard marks.indices.contains(index) else { return nil }
        return marks[index].kind == .request || marks[index].kind == .returned ? marks[index] : nil
    }
}
