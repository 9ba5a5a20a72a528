import FlowTrace

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
