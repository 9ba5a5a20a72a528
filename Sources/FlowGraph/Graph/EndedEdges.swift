import FlowTrace

/// The traits shared by all subscriptions made at one place of a program's graph.
///
/// An identifier counts only as a place in the graph: a hundred requests of one `flatMap` have one shape. A stack counts by the
/// calls of the program's own code: a loop that runs a hundred times has one shape, and two loops have two.
struct EdgeShape: Hashable, Sendable {
    /// A fact about the subscription.
    struct Fact: Hashable, Sendable {
        let kind: FactKind
        let subkind: UInt8
        let tag: UInt32
        let number: UInt64
        /// The edges that its identifier denotes.
        let edges: [TracedEdge.Index]
    }

    /// The signal during which a subscription was made.
    enum Occasion: Hashable, Sendable {
        case none
        /// While an edge was being subscribed.
        case subscribing(TracedEdge.Index)
        /// During a delivery to the operator that it serves, given by its outputs.
        case serving([TracedEdge.Index])
        /// During a delivery to any other subscriber, by the types of the delivering edge. By edge, a page loader in which each
        /// subscription makes the next would have a shape for every page.
        case delivery(publisher: UInt32?, subscriber: UInt32)

        /// Whether the subscription belongs to another one, and was not made by a call of the program.
        var isWithin: Bool {
            switch self {
            case .subscribing, .serving: true
            case .none, .delivery: false
            }
        }
    }

    let facts: [Fact]
    let occasion: Occasion

    /// The edge that it belongs to and is forgotten with: the one being subscribed when it was made, or the one that it serves.
    var above: TracedEdge.Index? {
        switch occasion {
        case .subscribing(let edge): edge
        case .serving(let edges): edges.first
        case .none, .delivery: facts.lazy.compactMap(\.edges.first).first
        }
    }
}

/// The ended edges, each kept until another subscription of its shape takes its place.
///
/// This bounds the edges by the number live at one time, plus a few whose details stay visible: the last of each shape, the last
/// failures, and the longest. A program may make and end subscriptions for weeks. Consecutive streams of tasks made by one line
/// take each other's place: they are lives of one pipeline.
struct EndedEdges: Sendable {
    /// The number of last ended edges of each shape that keep their place.
    private let kept: Int
    /// The number of further ones that keep it because they failed.
    private static let failures = 3

    /// The replaceable ended edges of one ``Key``.
    private struct Pool: Sendable {
        var ordinary = ArrivalQueue<TracedEdge.Index>()
        var failed = ArrivalQueue<TracedEdge.Index>()
        var longest: (edge: TracedEdge.Index, duration: UInt64)?
    }

    private struct Key: Hashable {
        let shape: Int
        /// The publisher, if other subscriptions to it are live.
        let node: NodeID?
    }

    private var shapes: [EdgeShape: Int] = [:]
    private var pools: [Key: Pool] = [:]

    /// - Parameter kept: The number of last ended edges of each shape that keep their place.
    init(keeping kept: Int) {
        self.kept = kept
    }

    var shapeCount: Int { shapes.count }

    /// The number of a shape, assigned at its first use.
    mutating func number(of shape: EdgeShape) -> Int {
        if let known = shapes[shape] { return known }
        shapes[shape] = shapes.count
        return shapes.count - 1
    }

    /// Adds an ended edge.
    ///
    /// - Parameters:
    ///   - node: Its publisher, if others are subscribed to it.
    ///   - duration: Its lifetime, in nanoseconds.
    ///   - isStream: Whether it feeds a stream of tasks; the next of its shape then takes its place at once.
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

    /// Removes and returns the edge whose place a new subscription takes; `nil` if it gets a new edge.
    ///
    /// - Parameters:
    ///   - isStream: Whether the new one feeds a stream of tasks.
    ///   - isPast: Whether an edge belonged to an earlier life of the edge above; such edges are not kept.
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
