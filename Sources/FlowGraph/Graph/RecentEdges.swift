import FlowTrace

/// The edges of the subscribers that were called last: the same few are called again and again, and are found here without hashing.
struct RecentEdges: Sendable {
    /// A key has two places, the second for what was found before the last.
    private static let pairs = 16

    private var known: [(key: HookKey, edge: Int)?] = []

    /// The edge under a key in an index, `nil` where there are several or none. The index must be the same each time.
    ///
    /// - Complexity: O(1).
    mutating func only(_ key: HookKey, in index: EdgeIndex<HookKey>) -> Int? {
        if known.isEmpty { known = Array(repeating: nil, count: 2 * RecentEdges.pairs) }
        let place = 2 * (Int(truncatingIfNeeded: key.id >> 4 ^ key.id >> 9) & (RecentEdges.pairs - 1))
        if let recent = known[place], recent.key == key { return recent.edge }
        if let recent = known[place + 1], recent.key == key { return recent.edge }
        guard let edge = index.only(key) else { return nil }
        known[place + 1] = known[place]
        known[place] = (key, edge)
        return edge
    }
}
