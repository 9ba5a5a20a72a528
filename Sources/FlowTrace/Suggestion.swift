/// Guesses the intended word behind a mistyped one.
public enum Suggestion {
    /// The choice with the fewest edits from `word`, `nil` if all are too far.
    ///
    /// - Complexity: O(length of `word` × length of all choices).
    public static func nearest(to word: String, among choices: [String]) -> String? {
        let scored = choices.map { (choice: $0, distance: distance(Array(word), Array($0))) }
        guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(2, best.choice.count / 3) ? best.choice : nil
    }

    /// Edits between two words: insertions, deletions, replacements and swaps of neighbours.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for (i, left) in a.enumerated() {
            var row = [i + 1]
            for (j, right) in b.enumerated() {
                var best = min(rows[i][j] + (left == right ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left == b[j - 1], a[i - 1] == right { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
