/// The candidates that Tab goes through, and then what was typed.
struct CompletionCycle: Equatable {
    /// The place in the line where they stand.
    let place: Int
    let insertions: [String]
    let typed: [Character]
    /// The candidate that is in the line, `nil` for what was typed.
    private(set) var chosen: Int?

    /// The next one to stand in the line; `nil` where there is none.
    mutating func next(_ step: Int) -> [Character]? {
        guard !insertions.isEmpty else { return nil }
        // What was typed is one more of them.
        let count = insertions.count + 1
        let next = ((chosen.map { $0 + 1 } ?? 0) + step + count) % count
        chosen = next == 0 ? nil : next - 1
        return chosen.map { Array(insertions[$0]) } ?? typed
    }
}
