import FlowTrace

/// Finds the stages that an edge connects.
extension UtilizationMeter {
    mutating func connect(_ index: Int, in log: TraceLog) {
        guard let fact = log.edge(id(index)) else { return }
        let edge = edges[index]
        guard edge.role == .link else {
            guard let node = fact.upstream else { return }
            let stage = stage(of: node, edge: fact.id, in: log)
            if edge.role == .store { stages[stage].isStore = true } else { stages[stage].isSource = true }
            stages[stage].isReplay = log.node(node)?.role == .replay
            stages[stage].isStream = log.node(node)?.operation.recordsEach == true
            move(index, upper: stage, lower: nil)
            return setSettled(index, true, declarations: log.declarations)
        }
        // A subscription made within the call of a value waits until its downstream is known.
        guard !edge.isInner, edge.pendingMaker == nil else { return }
        let upper = fact.upstream.map { stage(above: fact, $0, in: log) } ?? edge.upper ?? staticSource(of: fact, in: log)
        let lower = fact.downstream.map { stage(of: $0, edge: fact.id, in: log) }
        let isFed = lower.map { !stages[$0].isUnfed } ?? false
        if upper != edge.upper || lower != edge.lower { move(index, upper: upper, lower: lower ?? edge.lower) }
        if let upper, let lower, fact.upstream.flatMap({ log.node($0)?.operation }) == .send,
            !stages[lower].producers.contains(upper)
        {
            stages[lower].producers.append(upper)
        }
        // While its lower stage was unknown, its values were counted for a separate stage.
        if let lower, let known = edge.lower, known != lower, stages[known].node == nil {
            stages[lower].adoptValues(of: stages[known], isFurther: isFed)
        }
        setSettled(index, fact.upstream != nil && fact.downstream != nil, declarations: log.declarations)
    }

    /// The stage of a node, created at its first use.
    private mutating func stage(of node: NodeID, edge: EdgeID, in log: TraceLog) -> Int {
        if let stage = stageOfNode[node] ?? ownerOfNode[node] { return stage }
        stages.append(StageMeter(node: node, edge: edge))
        stages[stages.count - 1].isStream = log.node(node)?.isStream == true
        stageOfNode[node] = stages.count - 1
        return stages.count - 1
    }

    /// The stage above a probe's link. Until a cause shows the upstream of that stage, it is the source or store declared last.
    private mutating func stage(above fact: EdgeFact, _ node: NodeID, in log: TraceLog) -> Int {
        let isNew = stageOfNode[node] == nil && ownerOfNode[node] == nil
        let stage = stage(of: node, edge: fact.id, in: log)
        guard isNew, log.node(node)?.role != .source, let feeder = staticSource(of: fact, in: log) else { return stage }
        if feeder != stage { stages[stage].feeders = [feeder] }
        return stage
    }

    /// The most likely stage above a probe's link: the source or store declared last before it that has no output yet.
    private mutating func staticSource(of fact: EdgeFact, in log: TraceLog) -> Int? {
        guard index(of: fact.id).map({ edges[$0].life == .unseen }) ?? true else { return nil }
        recordOrigins(log)
        let index = origins.partitioningIndex { $0 >= fact.id }
        guard index > 0, let candidate = log.edge(origins[index - 1]), let node = candidate.upstream else { return nil }
        let stage = stage(of: node, edge: candidate.id, in: log)
        return stages[stage].outputs.ever == 0 || log.node(node)?.role == .replay ? stage : nil
    }

    /// Reads the new sources and stores.
    private mutating func recordOrigins(_ log: TraceLog) {
        for index in log.edgeIndices(declaredAfter: knownDeclarations) {
            let fact = log.edges[index]
            guard fact.role != .link, fact.upstream != nil else { continue }
            let index = origins.partitioningIndex { $0 >= fact.id }
            if index == origins.count || origins[index] != fact.id { origins.insert(fact.id, at: index) }
        }
        knownDeclarations = log.edgeDeclarations
    }

    // MARK: Causes

    /// Completes an edge with an unknown end when a value passes it. The cause of the value shows the stage above; an unknown
    /// stage below is created.
    mutating func complete(_ index: Int, _ entry: TraceEntry, in log: TraceLog) {
        var upper = edges[index].upper
        if edges[index].attempts > 0 {
            let found = origin(of: entry, in: log)
            countAttempt(index, isLast: found != nil)
            upper = found ?? upper
        }
        var lower = edges[index].lower
        if lower == nil {
            stages.append(StageMeter(node: nil, edge: id(index)))
            lower = stages.count - 1
        }
        if upper != edges[index].upper || lower != edges[index].lower { move(index, upper: upper, lower: lower) }
    }

    /// Finds the upstream of a stage without an input edge: an edge with an unknown end, or a stage.
    mutating func findFeeder(of stage: Int, _ index: Int, _ entry: TraceEntry, in log: TraceLog) {
        let found = origin(of: entry, in: log)
        countAttempt(index, isLast: false)
        guard let found, found != stage else { return }
        if stages[found].node == nil, let edge = self.index(of: stages[found].edge), edges[edge].lower == found {
            move(edge, upper: edges[edge].upper, lower: stage)
            stages[stage].adoptValues(of: stages[found])
            stages[stage].feeders = []
        } else if !stages[stage].feeders.contains(found) {
            stages[stage].feeders.append(found)
        }
    }

    /// The stage that sent the nearest value among an event's causes.
    private func origin(of entry: TraceEntry, in log: TraceLog) -> Int? {
        var next = entry.cause
        for _ in 0..<8 {
            guard let sequence = next, let above = log[sequence: sequence] else { return nil }
            if above.edge != entry.edge, let index = index(of: above.edge) {
                switch above.kind {
                case .offered, .unbuffered, .buffered: return edges[index].upper
                case .value: return edges[index].lower
                case .subscribed, .request, .returned, .finished, .failure, .cancel, .dropped, .state, .note, .causeLink: break
                }
            }
            next = above.cause
        }
        return nil
    }

    // MARK: Inner publishers

    /// Assigns a subscription made within the call of a value to the operator that received the value, if the subscription leads
    /// to it.
    mutating func adoptInner(_ index: Int, _ entry: TraceEntry, in log: TraceLog) {
        guard !edges[index].isSettled, let value = valueBeingDelivered(at: entry, in: log),
            let maker = maker(below: value.edge, in: log)
        else { return }
        if !adopt(index, maker: maker, in: log) { setPending(index, maker: maker) }
    }

    /// The stage that receives the values of an edge, or else the stage whose inner publisher receives them.
    private func maker(below edge: EdgeID, in log: TraceLog) -> Int? {
        guard let index = index(of: edge) else { return nil }
        return edges[index].lower ?? log.edge(edge)?.downstream.flatMap { ownerOfNode[$0] }
    }

    /// Decides whether a subscription made within the call of a value serves the operator that received the value. Called at the
    /// first signal of the subscription.
    mutating func settlePending(_ index: Int, maker: Int, in log: TraceLog) {
        setPending(index, maker: nil)
        _ = adopt(index, maker: maker, in: log)
    }

    private mutating func adopt(_ index: Int, maker: Int, in log: TraceLog) -> Bool {
        guard let fact = log.edge(id(index)), let below = fact.downstream else { return false }
        let isLast = stageOfNode[below] == maker
        guard isLast || ownerOfNode[below] == maker else { return false }
        move(index, upper: nil, lower: isLast ? maker : nil, isInner: true)
        setSettled(index, true, declarations: log.declarations)
        if let node = fact.upstream, stageOfNode[node] == nil, ownerOfNode[node] == nil {
            ownerOfNode[node] = maker
        }
        return true
    }

    /// The value whose call made a subscription, directly or through the subscriptions around it.
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
