import FlowTrace

/// Finds live edges by one of their identifiers.
struct EdgeIndex<Key: Hashable & Sendable>: Sendable {
    /// The edges of one key: nearly always one, which needs no array.
    private enum Edges {
        case one(TracedEdge.Index)
        case several([TracedEdge.Index])
    }

    /// The most edges under one key; a further one evicts the oldest.
    private let limit: Int
    private var edges: [Key: Edges] = [:]

    /// - Parameter limit: At least 2.
    init(limit: Int) { self.limit = limit }

    subscript(_ key: Key) -> [TracedEdge.Index] {
        switch edges[key] {
        case .one(let edge): [edge]
        case .several(let edges): edges
        case nil: []
        }
    }

    /// The only edge under a key; `nil` if there are several or none.
    func only(_ key: Key) -> TracedEdge.Index? {
        if case .one(let edge) = edges[key] { edge } else { nil }
    }

    /// Adds an edge. Returns the evicted one.
    ///
    /// - Complexity: O(edges under the key).
    mutating func add(_ edge: TracedEdge.Index, under key: Key) -> TracedEdge.Index? {
        switch edges[key] {
        case nil: edges[key] = .one(edge)
        case .one(let known): if known != edge { edges[key] = .several([known, edge]) }
        case .several(var all):
            guard !all.contains(edge) else { return nil }
            // Keeps the array unique, so that it is not copied.
            edges[key] = .one(edge)
            let oldest = all.count == limit ? all.removeFirst() : nil
            all.append(edge)
            edges[key] = .several(all)
            return oldest
        }
        return nil
    }

    /// - Complexity: O(edges under the key).
    mutating func remove(_ edge: TracedEdge.Index, under key: Key) {
        switch edges[key] {
        case nil: break
        case .one(let known): if known == edge { edges[key] = nil }
        case .several(var all):
            edges[key] = .one(edge)
            all.removeAll { $0 == edge }
            edges[key] = all.count > 1 ? .several(all) : all.first.map { .one($0) }
        }
    }
}

/// A cache of the edges of recently called subscribers. It finds the few that are called repeatedly without hashing.
struct RecentEdges: Sendable {
    /// The number of slot pairs. A pair holds the latest result and the one before.
    private static let pairs = 32
    private static let shift = 64 - pairs.trailingZeroBitCount

    private var known: [(key: HookKey, edge: TracedEdge.Index)?] = []

    /// The only edge under a key of `table`, which must be the same table each time; `nil` if there are several or none.
    ///
    /// - Complexity: O(1).
    mutating func only(_ key: HookKey, in table: EdgeIndex<HookKey>) -> TracedEdge.Index? {
        if known.isEmpty { known = Array(repeating: nil, count: 2 * RecentEdges.pairs) }
        // Identifiers are addresses: their differing bits must reach the highest bits.
        let slot = 2 * Int(truncatingIfNeeded: (key.id &* 0x9E37_79B9_7F4A_7C15) >> RecentEdges.shift)
        if let recent = known[slot], recent.key == key { return recent.edge }
        if let recent = known[slot + 1], recent.key == key { return recent.edge }
        guard let edge = table.only(key) else { return nil }
        known[slot + 1] = known[slot]
        known[slot] = (key, edge)
        return edge
    }
}
