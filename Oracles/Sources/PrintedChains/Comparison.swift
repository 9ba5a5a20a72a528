import OracleChains

/// Runs every printed chain and holds it to what the playground gives.
struct Comparison {
    /// Chains whose order OpenCombine leaves to chance, by what is printed of them, with the reason: what comes in one moment is compared
    /// without its order.
    static let unordered: [String: String] = [
        "Sharing and looking/share": subject, "assets/share": subject,
        #"let source = marbles("ab-c|").share(); source.map { $0 + "1" }.sink { print($0) }; source.filter { $0 != "a" }.sink()"#:
            subject,
        "let both = [1, 2].publisher.makeConnectable(); both.map { $0 }.sink(); both.sink(); both.connect()": subject,
        "let level = CurrentValueSubject<Int, Never>(5); let doubled = level.map { $0 * 2 }; doubled.zip(level.dropFirst())":
            subject,
    ]
    private static let subject = "OpenCombine's subjects keep their subscribers in a Set, the playground's serve them in turn"

    private(set) var differences: [String] = []

    /// Compares a chain, and notes how it differs.
    mutating func compare(_ chain: OracleChain, with printed: (@escaping (String) -> Void) -> Void) {
        var lines: [String] = []
        printed { lines.append($0) }
        let played = chain.played()
        let isSame = Self.unordered[chain.name] == nil ? lines == played : lines.sorted() == played.sorted()
        guard !isSame else { return }
        differences.append(
            """
            \(chain.title)
            \(Self.difference(played, lines).joined(separator: "\n"))
            """)
    }

    /// Lines of the playground with a `-`, those of Swift with a `+`, where they differ.
    private static func difference(_ played: [String], _ swift: [String]) -> [String] {
        let changes = swift.difference(from: played)
        let removed = changes.removals.map { change in
            guard case .remove(let offset, let line, _) = change else { preconditionFailure("not a removal") }
            return (offset, 0, "  - playground: \(line)")
        }
        let added = changes.insertions.map { change in
            guard case .insert(let offset, let line, _) = change else { preconditionFailure("not an insertion") }
            return (offset, 1, "  + Swift:      \(line)")
        }
        return (removed + added).sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}
