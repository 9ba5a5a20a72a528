import FlowOperators
import FlowTrace

/// Reads the stores of a trace from its events.
///
/// - Complexity: O(1) an event, amortised; O(edges) for the first event after a declaration. It keeps some 64 bytes for each value of a
///   store, up to a million values a store.
package struct StoreReader: Sendable {
    private var tracks: [NodeID: StoreTrack] = [:]
    private var ends: [EdgeID: (above: NodeID?, below: NodeID?)] = [:]
    private var declarations = -1
    /// The facts and names of the graph, without events.
    private var graph = TraceLog()

    private let survey: StoreSurvey

    /// The value of a store that led to a subscription, as that of an inner publisher of `flatMap`, by the subscription's edge.
    private var subscribed: [EdgeID: (store: NodeID, value: Int)] = [:]

    /// - Parameter survey: The result of a first reading of the same events.
    package init(_ survey: StoreSurvey) { self.survey = survey }

    /// The maximum number of values of all stores. Later events are not read.
    private static let limit = 4_000_000

    /// The largest capacity of a store; larger ones count as this one.
    private static let mostCapacity = 1_000_000_000

    /// The number of events at the last count of the values.
    private var counted = 0
    private var isFull = false

    /// Adds the next event.
    package mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        checkRoom(at: entry.sequence)
        guard !isFull else { return }
        if declarations != log.declarations { (declarations, ends) = (log.declarations, [:]) }
        if graph.count < entry.sequence {
            graph = log
            graph.forget(upTo: .max)
        }
        guard let fact = log.edge(entry.edge) else { return }
        let (above, below) = nodes(of: fact, in: log)
        if fact.role == .link {
            if let below { tracks[below]?.input(entry) }
            if entry.kind == .subscribed { subscribed[entry.edge] = value(behind: entry, in: log) }
            guard let above else { return }
            let answered = answered(by: entry, of: above, in: log)
            let isAfterValue = isAfterValue(entry, in: log)
            tracks[above]?.output(entry, answering: answered, isAfterValue: isAfterValue)
        } else if let above {
            tracks[above]?.store(entry)
            if fact.role == .source, let below = survey.store(below: above) { tracks[below]?.above(entry) }
        }
    }

    /// The value of a store that led to a subscription: it caused it, or the subscription below.
    private func value(behind entry: TraceEntry, in log: TraceLog) -> (store: NodeID, value: Int)? {
        guard let cause = entry.cause.flatMap({ log[sequence: $0] }) else { return nil }
        if cause.kind == .subscribed { return subscribed[cause.edge] }
        guard cause.kind == .value, let store = ends[cause.edge]?.above, let value = tracks[store]?.lastValue(on: cause.edge)
        else { return nil }
        return (store, value)
    }

    /// The value whose inner publisher has ended, so that its store gets a request; `nil` if a request has another cause.
    private func answered(by entry: TraceEntry, of store: NodeID, in log: TraceLog) -> Int? {
        guard entry.kind == .request, let cause = entry.cause.flatMap({ log[sequence: $0] }), cause.kind == .finished,
            let known = subscribed[cause.edge], known.store == store
        else { return nil }
        return known.value
    }

    /// Whether a cancel follows from a value, as that of a consumer which has had enough.
    private func isAfterValue(_ entry: TraceEntry, in log: TraceLog) -> Bool {
        guard entry.kind == .cancel else { return false }
        var cause = entry.cause
        while let number = cause, let earlier = log[sequence: number], earlier.kind == .cancel { cause = earlier.cause }
        return cause.flatMap { log[sequence: $0] }?.kind == .value
    }

    /// Counts the values from time to time.
    private mutating func checkRoom(at sequence: Int) {
        guard sequence >= counted + 65_536 else { return }
        counted = sequence
        isFull = isFull || tracks.values.reduce(0) { $0 + $1.count } >= StoreReader.limit
    }

    /// The stores at the ends of an edge, which are followed from their first event on.
    private mutating func nodes(of fact: EdgeFact, in log: TraceLog) -> (above: NodeID?, below: NodeID?) {
        if let known = ends[fact.id] { return known }
        let ends = (above: above(fact).flatMap(log.node), below: fact.downstream.flatMap(log.node))
        let holds = fact.role == .store
        for node in [ends.above, ends.below].compactMap(\.self)
        where tracks[node.id] == nil && (holds || node.mayBeSized || node.keeping?.isForetold == true) {
            tracks[node.id] = StoreTrack(node, dropper: survey.dropper(above: node.id))
        }
        let ids = (above: ends.above?.id, below: ends.below?.id)
        self.ends[fact.id] = ids
        return ids
    }

    /// The stores that held or lost values, the largest losses first.
    ///
    /// - Parameters:
    ///   - end: The end of the trace.
    ///   - hasGaps: Whether records are missing.
    /// - Complexity: O(arrivals).
    package func histories(until end: TraceTime, hasGaps: Bool) -> [StoreHistory] {
        var groups: [[StoreTrack]] = []
        var groupOfLine: [StoreLine: Int] = [:]
        for track in tracks.values.sorted(by: { $0.node < $1.node }) where isStore(track) {
            let line = graph.node(track.node).flatMap(StoreLine.init)
            if let line, let group = groupOfLine[line] {
                groups[group].append(track)
            } else {
                if let line { groupOfLine[line] = groups.count }
                groups.append([track])
            }
        }
        return groups.compactMap { history(of: $0, until: end, hasGaps: hasGaps) }
            .sorted {
                let sizes = ($0.hasSize ? 0 : 1, $1.hasSize ? 0 : 1)
                return (sizes.0, $1.dropped, $1.recorded.peak, $0.name) < (sizes.1, $0.dropped, $0.recorded.peak, $1.name)
            }
    }

    /// The history of one store alone; `nil` if it is none, or had no values.
    ///
    /// - Parameters:
    ///   - end: The end of the trace.
    ///   - hasGaps: Whether records are missing.
    package func history(of node: NodeID, until end: TraceTime, hasGaps: Bool) -> StoreHistory? {
        tracks[node].flatMap { isStore($0) ? history(of: [$0], until: end, hasGaps: hasGaps) : nil }
    }

    private func isStore(_ track: StoreTrack) -> Bool {
        guard let node = graph.node(track.node), track.hasArrivals else { return false }
        if track.hasHeld && !node.mayBeSized { return true }
        return node.role == .buffer || track.dropsWithoutDemand && survey.puller(of: track.node) == nil
    }

    private func history(of tracks: [StoreTrack], until end: TraceTime, hasGaps: Bool) -> StoreHistory? {
        guard let node = graph.node(tracks[0].node) else { return nil }
        let recorded = tracks.flatMap { $0.all(until: end) }
        let takesTurns = node.keeping == .untilItsTurn
        let lives = takesTurns ? recorded.map { $0.takingTurns() } : recorded
        guard !takesTurns || lives.contains(where: { $0.peak > 0 }) else { return nil }
        let hasNoRoom = node.role == .source || node.queueSource == .senders
        let dropsArriving = hasNoRoom || tracks[0].dropper != nil
        return StoreHistory(
            name: graph.stageName(node.id) ?? node.name, place: node.place, operation: node.operation,
            capacity: hasNoRoom ? 0 : node.capacity.map { min(max(0, $0), StoreReader.mostCapacity) },
            lowMark: node.overflow == .stopProducer ? lowMark(lives) : nil,
            overflow: dropsArriving ? .dropNewest : node.overflow,
            source: source(of: node, tracks[0]), keeping: node.keeping,
            dropper: tracks[0].dropper.flatMap(graph.stageName),
            inputs: node.keeping == .untilAllHave ? inputs(of: lives[0]) : [], consumers: consumers(of: node.id),
            slots: takesTurns ? nil : slots(below: node.id, lives), lives: lives,
            isCut: isFull || tracks.contains(where: \.isFull),
            doubt: doubt(of: node, tracks, recorded, hasGaps: hasGaps))
    }

    private func doubt(
        of node: NodeFact, _ tracks: [StoreTrack], _ lives: [StoreLife], hasGaps: Bool
    ) -> StoreHistory.Doubt? {
        if let keeping = node.keeping, !keeping.isForetold { return .hasNoSize(keeping) }
        if hasGaps || tracks.contains(where: \.isUncertain) { return .gaps }
        if let keeping = node.keeping { return doubt(of: keeping, lives) }
        if node.overflow == .unknown { return .unknownSize }
        if node.overflow == .stopProducer, lowMark(lives) == nil { return .followsMarks }
        if node.overflow == .fail, lives.contains(where: \.hasFailed) { return .hasFailed }
        if lives.contains(where: \.isUnlimited) { return .unlimited }
        if node.role != .buffer, lives.contains(where: { $0.consumers > 1 }) { return .severalSubscribers }
        if lives.contains(where: \.consumersChange) { return .consumersChange }
        if lives.contains(where: \.leftAfterValue) { return .leavesAfterValue }
        if node.isStream, lives.allSatisfy({ $0.consumers == 0 }) { return .unread }
        if lives.allSatisfy({ $0.grants.isEmpty && $0.openings.isEmpty }) { return .unknownDemand }
        if lives.allSatisfy({ $0.delivered == 0 }) { return .nothingDelivered }
        if let below = survey.puller(below: node.id).flatMap(graph.stageName) { return .feedsStore(below) }
        guard tracks[0].source == .pulled else { return nil }
        let above = above(node.id)
        if above.contains(where: sendsUnseen) { return .sendsUnseen }
        if !above.isDisjoint(with: survey.droppers) { return .dropsAbove }
        return node.prefetch == .keepFull ? .sourceFollowsRoom : nil
    }

    /// The doubt of a stage without a size that is foretold. It passes on demand: with unlimited demand, its sources are free.
    private func doubt(of keeping: StoreHistory.Keeping, _ lives: [StoreLife]) -> StoreHistory.Doubt? {
        if lives.contains(where: \.leftAfterValue) { return .leavesAfterValue }
        if lives.allSatisfy({ $0.delivered == 0 }) { return .nothingDelivered }
        if lives.allSatisfy(\.isUnlimited) { return nil }
        if keeping == .untilAllHave { return .hasNoSize(keeping) }
        return lives.allSatisfy { !$0.isUnlimited && $0.openings.isEmpty } ? .unknownDemand : .demandDecides
    }

    /// The number of inner publishers that `flatMap` below a store subscribes to at once: its first demand; `nil` for another consumer.
    private func slots(below node: NodeID, _ lives: [StoreLife]) -> Int? {
        let below = graph.edges.filter { $0.role == .link && above($0) == node }.compactMap(\.downstream)
        guard !below.isEmpty, below.allSatisfy({ graph.node($0)?.operation == .flatMap }) else { return nil }
        return lives.compactMap { $0.openings.first?.units }.max()
    }

    /// The number of held values below which the producers of a store with marks went on most often; `nil` if they never stopped.
    private func lowMark(_ lives: [StoreLife]) -> Int? {
        let counts = lives.reduce(into: [:]) { $0.merge($1.resumptions) { $0 + $1 } }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }.map { $0.key + 1 }
    }

    /// The way in which values come to a store. A stream that makes its values on request has no producer above it.
    private func source(of node: NodeFact, _ track: StoreTrack) -> StoreHistory.Source {
        guard track.source == .pulled else { return track.source }
        if node.overflow == .stopProducer { return .fed }
        let above = above(node.id)
        let makesOnRequest = above.contains { stage in
            graph.node(stage)?.isStream == true && !graph.edges.contains { $0.role == .link && $0.downstream == stage }
        }
        return makesOnRequest ? .pulled : .fed
    }

    /// The stage above an edge; `nil` if unknown.
    private func above(_ edge: EdgeFact) -> NodeID? { edge.upstream ?? survey.above[edge.id] }

    /// Whether a stage sends values without demand and leaves no record of the values that it drops.
    private func sendsUnseen(_ node: NodeID) -> Bool {
        graph.node(node).map { $0.operation.sendsUnasked && !$0.recordsSends } ?? false
    }

    /// The stages whose values reach a stage.
    private func above(_ node: NodeID) -> Set<NodeID> {
        var (found, next): (Set<NodeID>, [NodeID]) = ([], [node])
        while let node = next.popLast() {
            for edge in graph.edges where edge.role == .link && edge.downstream == node {
                if let upstream = above(edge), found.insert(upstream).inserted { next.append(upstream) }
            }
        }
        return found
    }

    private func inputs(of life: StoreLife) -> [String] {
        life.inputs.keys.sorted().map { edge in graph.edge(edge).flatMap(above).flatMap(graph.stageName) ?? "an input" }
    }

    private func consumers(of node: NodeID) -> [String] {
        var known: Set<NodeID> = []
        return graph.edges.compactMap { edge in
            guard edge.role == .link, above(edge) == node, let below = edge.downstream, known.insert(below).inserted else {
                return nil
            }
            return graph.stageName(below)
        }
    }
}

/// What stores of one line of code have in common.
private struct StoreLine: Hashable {
    let operation: OperatorID
    let place: SourcePlace
    let capacity: Int?
    let overflow: OverflowPolicy?

    init?(_ node: NodeFact) {
        guard let place = node.place else { return nil }
        (operation, self.place, capacity, overflow) = (node.operation, place, node.capacity, node.overflow)
    }
}
