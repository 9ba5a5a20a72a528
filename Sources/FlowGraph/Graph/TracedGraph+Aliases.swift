import FlowTrace

extension TracedGraph {
    /// Records that the subscriber of `edge`, or one erased from it, is being subscribed to a further publisher.
    mutating func addAlias(_ key: HookKey, of edge: TracedEdge.Index) {
        guard aliases[edge, default: []].count < TracedGraph.sharing else { return doubt(edge, .incomplete) }
        aliases[edge, default: []].append(TracedAlias(key: key))
    }

    mutating func setAliasPublisher(of edge: TracedEdge.Index, publisher: HookKey) {
        guard let last = aliases[edge]?.indices.last else { return }
        aliases[edge]?[last].publisher = publisher
    }

    /// Turns an alias into an edge once its subscriber is called: an operator has wrapped its subscriber in an `AnySubscriber`.
    ///
    /// - Parameter handing: The edges that are being handed a subscription.
    mutating func promoteAlias(_ key: HookKey, handing: [TracedEdge.Index]) {
        for edge in bySubscriberID[key.id] {
            guard let known = aliases[edge], edges[edge].key != key || handing.contains(edge),
                let index = known.firstIndex(where: { $0.key == key })
            else { continue }
            aliases[edge]?.remove(at: index)
            promote(known[index], of: edge)
            return
        }
    }

    private mutating func promote(_ alias: TracedAlias, of edge: TracedEdge.Index) {
        edges[edge].publisherTypes.removeAll { $0 == alias.publisher.tag }
        edges[edge].publisherObjects.removeAll { $0 == alias.publisher.id && $0 != 0 }
        byPublisher.remove(edge, under: alias.publisher.id)
        var new = TracedSubscribing(
            key: alias.key, thread: edges[edge].thread, time: edges[edge].time.begin, subscribedIn: edge, deliveredIn: nil)
        new.append(TracedFact(kind: .publisherType, key: alias.publisher))
        new.append(TracedFact(kind: .subscriberType, key: HookKey(id: 0, tag: edges[edge].subscriberType)))
        if let type = edges[edge].valueType { new.append(TracedFact(kind: .valueType, key: HookKey(id: 0, tag: type))) }
        let upper = add(new)
        for input in edges[edge].madeInside where edges[input].downstream == [edge] { move(input, from: edge, to: upper) }
        link(upper, to: edge)
        guard edges[edge].key == alias.key else { return }
        bySubscriber.remove(edge, under: alias.key)
        doubt(edge, and: bySubscriber.add(edge, under: alias.key))
    }

    private mutating func move(_ input: TracedEdge.Index, from edge: TracedEdge.Index, to upper: TracedEdge.Index) {
        edges[input].downstream = []
        edges[input].hadDownstream = false
        edges[edge].feeders.removeAll { $0 == input }
        link(input, to: upper)
    }
}

/// A publisher subscribed with the subscriber of a known edge.
struct TracedAlias {
    /// The subscriber, erased or not.
    let key: HookKey
    /// The publisher object, 0 for none, and the tag of its type.
    var publisher = HookKey(id: 0, tag: 0)
}

extension TracedGraph {
    /// The edge of a called subscriber.
    ///
    /// Of several live edges of a subscriber, it is the one fed by the edge of the enclosing call, or sharing its subscription.
    /// If all share one subscription, an operator has wrapped its subscriber, and the calls nest in order. Otherwise it is a
    /// guess, and the edges are marked.
    ///
    /// - Parameters:
    ///   - frames: The enclosing calls.
    ///   - isBusy: Whether an enclosing call rules its edge out.
    mutating func edge(
        for key: HookKey, in frames: @autoclosure () -> [HookFrame], avoiding isBusy: (HookFrame.Call) -> Bool
    ) -> TracedEdge.Index? {
        if let only = recent.only(key, in: bySubscriber) { return only }
        let exact = bySubscriber[key]
        let known = exact.isEmpty ? bySubscriberID[key.id] : exact
        guard known.count > 1 else { return known.first }
        let live = known.filter { edges[$0].isLive }
        guard live.count > 1 else { return live.first ?? known.last }
        let frames = frames()
        let busy = TracedGraph.busy(frames, isBusy)
        if let outer = frames.last(where: { $0.call != .send })?.edge,
            let near = live.first(where: { isNear($0, to: outer) && !busy.contains($0) })
        {
            return near
        }
        if Set(live.map { edges[$0].subscription }).count > 1 { live.forEach { doubt($0, .ambiguousSubscriber) } }
        return live.first { !busy.contains($0) } ?? live.last
    }

    /// The edges that the enclosing calls rule out.
    static func busy(_ frames: [HookFrame], _ isBusy: (HookFrame.Call) -> Bool) -> [TracedEdge.Index] {
        frames.compactMap { isBusy($0.call) ? $0.edge : nil }
    }

    private func isNear(_ edge: TracedEdge.Index, to outer: TracedEdge.Index) -> Bool {
        edge == outer || edges[outer].downstream.contains(edge)
            || edges[edge].subscription != nil && edges[edge].subscription == edges[outer].subscription
    }
}
