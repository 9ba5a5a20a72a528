import FlowTrace

/// The ends of edges, and the reuse of their places.
extension TracedGraph {
    /// Ends an edge, whose identifiers the program may reuse.
    mutating func end(_ edge: TracedEdge.Index, at time: UInt64) {
        guard edges[edge].isLive else { return }
        edges[edge].isLive = false
        edges[edge].time.end = time
        aliases[edge] = nil
        rememberServed(by: edge)
        forgetTask(of: edge)
        bySubscriberID.remove(edge, under: edges[edge].key.id)
        if let subscription = edges[edge].subscription { byOperator.remove(edge, under: subscription.id) }
        for object in edges[edge].publisherObjects { byPublisher.remove(edge, under: object) }
        for subject in edges[edge].subjects { bySubject.remove(edge, under: subject) }
        for owner in edges[edge].owners { byOwner.remove(edge, under: owner) }
        if edges[edge].openCalls == 0 { retire(edge) }
    }

    /// Records the beginning of a call to an edge's subscriber.
    @inline(__always)
    mutating func enter(_ edge: TracedEdge.Index) { edges[edge].openCalls += 1 }

    /// Records the return of a call to an edge's subscriber, or that the return will stay unknown.
    @inline(__always)
    mutating func leave(_ edge: TracedEdge.Index) {
        edges[edge].openCalls -= 1
        if edges[edge].openCalls == 0, !edges[edge].isLive { retire(edge) }
    }

    /// Frees the place of an ended edge for another subscription.
    private mutating func retire(_ edge: TracedEdge.Index) {
        let old = edges[edge]
        guard !old.isRetired else { return }
        edges[edge].isRetired = true
        subscribers[old.node, default: 1] -= 1
        guard let shape = old.shape, unlink(edge) else { return }
        let isShared = subscribers[old.node] != 0
        if !isShared { subscribers[old.node] = nil }
        ended.add(
            edge, shape: shape, node: isShared ? old.node : nil, hasFailed: old.hasFailed,
            duration: old.time.end &- old.time.begin, isStream: isProducer(edge))
    }

    /// Removes an ended edge from the lists of its neighbours. Returns whether the allowance sufficed.
    private mutating func unlink(_ edge: TracedEdge.Index) -> Bool {
        let (feeders, downstream) = (edges[edge].feeders, edges[edge].downstream)
        let cost =
            feeders.reduce(0) { $0 + edges[$1].downstream.count } + downstream.reduce(0) { $0 + edges[$1].feeders.count }
            + edges[edge].madeInside.count
        guard allowance.spend(cost / TracedGraph.sharing) else { return false }
        for feeder in feeders { edges[feeder].downstream.removeAll { $0 == edge } }
        for receiver in downstream { edges[receiver].feeders.removeAll { $0 == edge } }
        for inner in edges[edge].madeInside where edges[inner].subscribedIn == edge { edges[inner].subscribedIn = nil }
        (edges[edge].feeders, edges[edge].downstream, edges[edge].madeInside) = ([], [], [])
        return true
    }

    /// Gives the place of an ended edge to a new one.
    mutating func replace(_ edge: TracedEdge.Index, by new: TracedSubscribing) {
        let old = edges[edge]
        bySubscriber.remove(edge, under: old.key)
        forgotten.insert(old.key.id)
        if let subscription = old.subscription {
            groups[subscription]?.removeAll { $0 == edge }
            if groups[subscription]?.isEmpty == true { groups[subscription] = nil }
            forgotten.insert(subscription.id)
        }
        edges[edge] = TracedEdge(new, id: old.id, node: old.node)
        edges[edge].life = old.life + 1
        edges[edge].streamNode = old.streamNode
        // Late calls to the ended one have yet to return.
        edges[edge].openCalls = old.openCalls
        edges[edge].isUndoubted = old.isUndoubted
        change(edge) { $0.doubts = [] }
        if old.doubts.contains(.incomplete) { changeStores(of: edge) { $0.doubts = [] } }
        replaced.append(edge)
    }

    /// Whether a subscriber or a subscription may belong to a replaced edge.
    func isForgotten(_ identifier: UInt64) -> Bool {
        forgotten.contains(identifier)
    }

    /// Ends the edges of a subscriber whose object is gone.
    mutating func bury(subscriber id: UInt64, at time: UInt64) {
        for edge in bySubscriberID[id] { end(edge, at: time) }
        served.forget(id)
    }
}
