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
