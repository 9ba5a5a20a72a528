import FlowTrace

extension TracedGraph {
    /// The subscriber of an edge, or one erased from it, is being subscribed to a further publisher.
    mutating func addAlias(_ key: HookKey, of edge: Int) {
        guard aliases[edge, default: []].count < TracedGraph.sharing else { return doubt(edge, .incomplete) }
        aliases[edge, default: []].append(TracedAlias(key: key))
    }

    mutating func noteAlias(of edge: Int, publisher: HookKey) {
        guard let last = aliases[edge]?.indices.last else { return }
        aliases[edge]?[last].publisher = publisher
    }

    /// Makes an edge of an alias, once its subscriber turns out to be called as well as the one it was made from: an operator has
    /// wrapped its subscriber in an `AnySubscriber`.
    ///
    /// - Parameter handing: The edges that are just being handed a subscription.
    mutating func promoteAlias(_ key: HookKey, handing: [Int]) {
        for edge in bySubscriberID[key.id] {
            guard let known = aliases[edge], edges[edge].key != key || handing.contains(edge),
                let place = known.firstIndex(where: { $0.key == key })
            else { continue }
            aliases[edge]?.remove(at: place)
            promote(known[place], of: edge)
            return
        }
    }

    private mutating func promote(_ alias: TracedAlias, of edge: Int) {
        edges[edge].publisherTypes.removeAll { $0 == alias.publisher.tag }
        edges[edge].publisherObjects.removeAll { $0 == alias.publisher.id && $0 != 0 }
        byPublisher.remove(edge, under: alias.publisher.id)
        let upper = add(alias.key, on: edges[edge].thread, subscribedIn: edge, deliveredIn: nil)
        takePublisher(alias.publisher, for: upper, isAlias: false)
        edges[upper].subscriberType = edges[edge].subscriberType
        setValueType(edges[edge].valueType, of: upper)
        for input in edges[edge].madeInside where edges[input].downstream == [edge] { move(input, from: edge, to: upper) }
        link(upper, to: edge)
        guard edges[edge].key == alias.key else { return }
        bySubscriber.remove(edge, under: alias.key)
        doubt(edge, and: bySubscriber.add(edge, under: alias.key))
    }

    private mutating func move(_ input: Int, from edge: Int, to upper: Int) {
        edges[input].downstream = []
        link(input, to: upper)
    }
}

/// A publisher that was subscribed with the subscriber of a known edge.
struct TracedAlias {
    /// The subscriber, erased or not.
    let key: HookKey
    /// The publisher object, 0 for none, and the tag of its type.
    var publisher = HookKey(id: 0, tag: 0)
}

extension TracedGraph {
    /// The edge of a subscriber that is called.
    ///
    /// Where one subscriber has several live edges, it is the one that shares its subscription with the edge whose call this one
    /// happens in, or the one that is just being subscribed. Where all share one subscription, an operator has wrapped its
    /// subscriber, and the calls are nested in order. Otherwise it is a guess, and the edges are marked.
    ///
    /// - Parameters:
    ///   - frames: The calls in which this one happens.
    ///   - isBusy: Whether a call keeps its edge from being the one.
    mutating func edge(
        for key: HookKey, in frames: @autoclosure () -> [HookFrame], avoiding isBusy: (HookFrame.Call) -> Bool
    ) -> Int? {
        if let only = recent.only(key, in: bySubscriber) { return only }
        let exact = bySubscriber[key]
        let known = exact.isEmpty ? bySubscriberID[key.id] : exact
        guard known.count > 1 else { return known.first }
        let live = known.filter { edges[$0].isLive }
        guard live.count > 1 else { return live.first ?? known.last }
        let frames = frames()
        let busy = TracedGraph.busy(frames, isBusy)
        if let outer = frames.last?.edge, let near = live.first(where: { isNear($0, to: outer) && !busy.contains($0) }) {
            return near
        }
        if Set(live.map { edges[$0].subscription }).count > 1 { live.forEach { doubt($0, .ambiguousSubscriber) } }
        return live.first { !busy.contains($0) } ?? live.last
    }

    /// The edges of those calls.
    static func busy(_ frames: [HookFrame], _ isBusy: (HookFrame.Call) -> Bool) -> [Int] {
        frames.compactMap { isBusy($0.call) ? $0.edge : nil }
    }

    private func isNear(_ edge: Int, to outer: Int) -> Bool {
        edge == outer || edges[edge].subscription != nil && edges[edge].subscription == edges[outer].subscription
    }
}
