import FlowTrace

/// The traits that a subscription shares with all others made at the same place of a program's graph.
///
/// Identifiers count only for the place that they denote in the graph: a hundred requests of one `flatMap` have one shape.
struct EdgeShape: Hashable, Sendable {
    /// A fact of subscribing.
    struct Fact: Hashable, Sendable {
        let kind: FactKind
        let subkind: UInt8
        let tag: UInt32
        let number: UInt64
        /// The edges that its identifier stands for.
        let edges: [TracedEdge.Index]
    }

    /// In whose signal a subscription was made.
    enum Occasion: Hashable, Sendable {
        case none
        /// In the subscribing of an edge.
        case subscribing(TracedEdge.Index)
        /// In the delivery to an operator that it serves, as its outputs tell.
        case serving([TracedEdge.Index])
        /// In the delivery to any other subscriber, by the types of publisher and subscriber. Not by edge: where each
        /// subscription makes the next, as a loader of pages does, every one would have a separate shape.
        case delivery(publisher: UInt32?, subscriber: UInt32)
    }

    let facts: [Fact]
    let occasion: Occasion

    /// The edge that it belongs to, so that it is forgotten with that edge: the edge in whose subscribing it was made, or that it
    /// serves.
    var above: TracedEdge.Index? {
        switch occasion {
        case .subscribing(let edge): edge
        case .serving(let edges): edges.first
        case .none, .delivery: facts.lazy.compactMap(\.edges.first).first
        }
    }
}

/// The ended edges, each until another subscription of its shape takes its place.
///
/// So the number of edges is bounded by the number that were live at one time, plus a few whose details stay visible: the last of
/// each shape, the last failures, and the longest. A program may make and end subscriptions for weeks. Streams of tasks made by
/// one line, one after the other, take each other's place: they are lives of one pipeline.
struct EndedEdges: Sendable {
    /// How many of a shape keep their place at least, in the order in which they ended.
    private let kept: Int
    /// How many more keep it because they failed.
    private static let failures = 3

    /// The ended edges of one shape, which may be replaced by each other.
    private struct Pool: Sendable {
        var ordinary = ArrivalQueue<TracedEdge.Index>()
        var failed = ArrivalQueue<TracedEdge.Index>()
        var longest: (edge: TracedEdge.Index, duration: UInt64)?
    }

    private struct Key: Hashable {
        let shape: Int
        /// The publisher, where other subscriptions to it are live.
        let node: NodeID?
    }

    private var shapes: [EdgeShape: Int] = [:]
    private var pools: [Key: Pool] = [:]

    /// - Parameter kept: How many of a shape keep their place at least.
    init(keeping kept: Int) {
        self.kept = kept
    }

    /// How many shapes there are.
    var shapeCount: Int { shapes.count }

    /// The number of a shape.
    mutating func number(of shape: EdgeShape) -> Int {
        if let known = shapes[shape] { return known }
        shapes[shape] = shapes.count
        return shapes.count - 1
    }

    /// Adds an edge that is over.
    ///
    /// - Parameters:
    ///   - node: Its publisher, where others are subscribed to it.
    ///   - duration: How long it lived, in nanoseconds.
    ///   - isStream: Whether it feeds a stream of tasks: the next of its shape takes its place at once.
    mutating func add(
        _ edge: TracedEdge.Index, shape: Int, node: NodeID?, hasFailed: Bool, duration: UInt64, isStream: Bool
    ) {
        let key = Key(shape: shape, node: node)
        var pool = pools.removeValue(forKey: key) ?? Pool()
        if isStream {
            pool.ordinary.append(edge)
        } else if hasFailed {
            pool.failed.append(edge)
            if pool.failed.count > EndedEdges.failures, let oldest = pool.failed.popFirst() { pool.ordinary.append(oldest) }
        } else if duration > pool.longest?.duration ?? 0 {
            if let longest = pool.longest { pool.ordinary.append(longest.edge) }
            pool.longest = (edge, duration)
        } else {
            pool.ordinary.append(edge)
        }
        pools[key] = pool
    }

    /// Removes and returns the edge whose place a new subscription may take, `nil` if it gets a new one.
    ///
    /// - Parameters:
    ///   - isStream: Whether the new one feeds a stream of tasks.
    ///   - isPast: Whether an edge belonged to a former life of the edge above: such edges are not kept.
    mutating func take(
        shape: Int, node: NodeID?, isStream: Bool, isPast: (TracedEdge.Index) -> Bool
    ) -> TracedEdge.Index? {
        let key = Key(shape: shape, node: node)
        guard let pool = pools[key] else { return nil }
        let kept = isStream && kept < .max ? 0 : kept
        if let first = pool.ordinary.first, pool.ordinary.count > kept || isPast(first) { return pools[key]?.ordinary.popFirst() }
        if let first = pool.failed.first, isPast(first) { return pools[key]?.failed.popFirst() }
        guard let longest = pool.longest, isPast(longest.edge) else { return nil }
        pools[key]?.longest = nil
        return longest.edge
    }
}
