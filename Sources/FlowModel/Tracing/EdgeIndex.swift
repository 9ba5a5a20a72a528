/// The live edges by one of their numbers.
struct EdgeIndex<Key: Hashable & Sendable>: Sendable {
    private var edges: [Key: [Int]] = [:]

    subscript(_ key: Key) -> [Int] {
        edges[key] ?? []
    }

    mutating func add(_ edge: Int, under key: Key) {
        if edges[key]?.contains(edge) != true { edges[key, default: []].append(edge) }
    }

    mutating func remove(_ edge: Int, under key: Key) {
        edges[key]?.removeAll { $0 == edge }
        if edges[key]?.isEmpty == true { edges[key] = nil }
    }
}
