extension StringProtocol {
    /// The whole rows of a text that have `part` in them, without the blanks at their ends.
    public func rows(with part: String) -> [String] {
        split(separator: "\n").filter { $0.contains(part) }.map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
    }
}
