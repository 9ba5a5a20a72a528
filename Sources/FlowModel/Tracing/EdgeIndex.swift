/// The live edges by one of their numbers.
struct EdgeIndex<Key: Hashable & Sendable>: Sendable {
    /// Nearly always one, which is then found without an array.
    private enum Edges {
        case one(Int)
        case several([Int])
    }

    private var edges: [Key: Edges] = [:]

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

    mutating func add(_ edge: Int, under key: Key) {
        let known = self[key]
        if !known.contains(edge) { set(known + [edge], under: key) }
    }

    mutating func remove(_ edge: Int, under key: Key) {
        set(self[key].filter { $0 != edge }, under: key)
    }

    private mutating func set(_ all: [Int], under key: Key) {
        edges[key] = all.count > 1 ? .several(all) : all.first.map { .one($0) }
    }
}
