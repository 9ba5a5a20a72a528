import FlowTrace

/// The live edges by one of their numbers.
struct EdgeIndex<Key: Hashable & Sendable>: Sendable {
    /// Nearly always one, which is then found without an array.
    private enum Edges {
        case one(Int)
        case several([Int])
    }

    /// The most edges under one key; the oldest makes way for one more.
    private let limit: Int
    private var edges: [Key: Edges] = [:]

    /// - Parameter limit: From 2.
    init(limit: Int) {
        self.limit = limit
    }

    subscript(_ key: Key) -> [Int] {
        switch edges[key] {
        case .one(let edge): [edge]
        case .several(let edges): edges
        case nil: []
        }
    }

    /// The edge under a key, `nil` where there are several or none.
    func only(_ key: Key) -> Int? {
        if case .one(let edge) = edges[key] { edge } else { nil }
    }

    /// Returns the edge that had to make way.
    ///
    /// - Complexity: O(edges under the key).
    mutating func add(_ edge: Int, under key: Key) -> Int? {
        switch edges[key] {
        case nil: edges[key] = .one(edge)
        case .one(let known): if known != edge { edges[key] = .several([known, edge]) }
        case .several(var all):
            guard !all.contains(edge) else { return nil }
            // So that the array is not copied.
            edges[key] = .one(edge)
            let oldest = all.count == limit ? all.removeFirst() : nil
            all.append(edge)
            edges[key] = .several(all)
            return oldest
        }
        return nil
    }

    /// - Complexity: O(edges under the key).
    mutating func remove(_ edge: Int, under key: Key) {
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
