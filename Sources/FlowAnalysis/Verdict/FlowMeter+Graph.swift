import FlowTrace

/// Which stages an edge connects.
extension FlowMeter {
    /// Reads the facts of an edge.
    mutating func connect(_ place: Int, in log: TraceLog) {
        guard let fact = log.edge(id(place)) else { return }
        let edge = edges[place]
        guard edge.role == .link else {
            guard let node = fact.upstream else { return }
            let stage = stage(of: node, edge: fact.id)
            if edge.role == .store { stages[stage].isStore = true } else { stages[stage].isSource = true }
            stages[stage].isReplay = log.node(node)?.role == .replay
            move(place, upper: stage, lower: nil)
            return noteSettled(place, true, declarations: log.declarations)
        }
        // What is made within the call of a value is placed when it is known for whom.
        guard !edge.isInner, edge.pendingMaker == nil else { return }
        let upper = fact.upstream.map { stage(above: fact, $0, in: log) } ?? edge.upper ?? staticSource(of: fact, in: log)
        let lower = fact.downstream.map { stage(of: $0, edge: fact.id) }
        if upper != edge.upper || lower != edge.lower { move(place, upper: upper, lower: lower ?? edge.lower) }
        noteSettled(place, fact.upstream != nil && fact.downstream != nil, declarations: log.declarations)
    }

    /// The stage of a node, made where there is none yet.
    private mutating func stage(of node: NodeID, edge: EdgeID) -> Int {
        if let stage = stageOfNode[node.rawValue] ?? ownerOfNode[node.rawValue] { return stage }
        stages.append(StageMeter(node: node, edge: edge))
        stageOfNode[node.rawValue] = stages.count - 1
        return stages.count - 1
    }

    /// The stage of the operator above a probe's link; what feeds it is taken to be the source or store declared last, until a cause tells.
    private mutating func stage(above fact: EdgeFact, _ node: NodeID, in log: TraceLog) -> Int {
        let isNew = stageOfNode[node.rawValue] == nil && ownerOfNode[node.rawValue] == nil
        let stage = stage(of: node, edge: fact.id)
        guard isNew, log.node(node)?.role != .source, let feeder = staticSource(of: fact, in: log) else { return stage }
        if feeder != stage { stages[stage].feeders = [feeder] }
        return stage
    }

    /// The stage that a probe's link most likely hangs on, until a cause tells: the one declared last before it that has no output yet.
    private mutating func staticSource(of fact: EdgeFact, in log: TraceLog) -> Int? {
        guard place(fact.id).map({ edges[$0].life == .unseen }) ?? true else { return nil }
        learnOrigins(log)
        let place = origins.partitioningIndex { $0 >= fact.id }
        guard place > 0, let candidate = log.edge(origins[place - 1]), let node = candidate.upstream else { return nil }
        let stage = stage(of: node, edge: candidate.id)
        return stages[stage].outputs.ever == 0 || log.node(node)?.role == .replay ? stage : nil
    }

    /// Notes which sources and stores were declared since the last time.
    private mutating func learnOrigins(_ log: TraceLog) {
        for place in log.edgeIndices(declaredAfter: knownDeclarations) {
            let fact = log.edges[place]
            guard fact.role != .link, fact.upstream != nil else { continue }
            let place = origins.partitioningIndex { $0 >= fact.id }
            if place == origins.count || origins[place] != fact.id { origins.insert(fact.id, at: place) }
        }
        knownDeclarations = log.edgeDeclarations
    }

    // MARK: Causes

    /// A value passes an edge one end of which is not known: what caused it tells where it came from, and what gets it ends there.
    mutating func complete(_ place: Int, _ entry: TraceEntry, in log: TraceLog) {
        var upper = edges[place].upper
        if edges[place].attempts > 0 {
            let found = origin(of: entry, in: log)
            noteAttempt(place, isLast: found != nil)
            upper = found ?? upper
        }
        var lower = edges[place].lower
        if lower == nil {
            stages.append(StageMeter(node: nil, edge: id(place)))
            lower = stages.count - 1
        }
        if upper != edges[place].upper || lower != edges[place].lower { move(place, upper: upper, lower: lower) }
    }

    /// What fills a stage into which no edge leads: an edge of which it is not known where it leads, or a stage.
    mutating func findFeeder(of stage: Int, _ place: Int, _ entry: TraceEntry, in log: TraceLog) {
        let found = origin(of: entry, in: log)
        noteAttempt(place, isLast: false)
        guard let found, found != stage else { return }
        if stages[found].node == nil, let edge = self.place(stages[found].edge), edges[edge].lower == found {
            move(edge, upper: edges[edge].upper, lower: stage)
            stages[stage].feeders = []
        } else if !stages[stage].feeders.contains(found) {
            stages[stage].feeders.append(found)
        }
    }

    /// The stage out of which came the nearest value among an event's causes.
    private func origin(of entry: TraceEntry, in log: TraceLog) -> Int? {
        var next = entry.cause
        for _ in 0..<8 {
            guard let sequence = next, let above = log[sequence: sequence] else { return nil }
            if above.edge != entry.edge, let place = place(above.edge) {
                switch above.kind {
                case .offered, .unbuffered, .buffered: return edges[place].upper
                case .value: return edges[place].lower
                default: break
                }
            }
            next = above.cause
        }
        return nil
    }

    // MARK: Inner publishers

    /// A subscription made within the call of a value serves the operator that got the value, where it leads there.
    mutating func adoptInner(_ place: Int, _ entry: TraceEntry, in log: TraceLog) {
        guard !edges[place].isSettled, let value = valueBeingDelivered(at: entry, in: log),
            let maker = self.place(value.edge).flatMap({ edges[$0].lower })
        else { return }
        if !adopt(place, maker: maker, in: log) { setPending(place, maker: maker) }
    }

    /// Something passes a subscription made within the call of a value: by now it is known whom it serves, if it is the value's operator.
    mutating func settlePending(_ place: Int, maker: Int, in log: TraceLog) {
        setPending(place, maker: nil)
        _ = adopt(place, maker: maker, in: log)
    }

    private mutating func adopt(_ place: Int, maker: Int, in log: TraceLog) -> Bool {
        guard let fact = log.edge(id(place)), let below = fact.downstream else { return false }
        let isLast = stageOfNode[below.rawValue] == maker
        guard isLast || ownerOfNode[below.rawValue] == maker else { return false }
        move(place, upper: nil, lower: isLast ? maker : nil, isInner: true)
        noteSettled(place, true, declarations: log.declarations)
        if let node = fact.upstream, stageOfNode[node.rawValue] == nil, ownerOfNode[node.rawValue] == nil {
            ownerOfNode[node.rawValue] = maker
        }
        return true
    }

    /// The value within whose call something is subscribed; a subscription is handed down within that of the one above.
    private func valueBeingDelivered(at entry: TraceEntry, in log: TraceLog) -> TraceEntry? {
        var next = entry.cause
        for _ in 0..<64 {
            guard let sequence = next, let above = log[sequence: sequence] else { return nil }
            guard above.kind == .subscribed else { return above.kind == .value ? above : nil }
            next = above.cause
        }
        return nil
    }
}
