/// Numbers equal names from the second on: `map`, `map 2`.
package struct NameNumbers: Sendable {
    private var counts: [String: Int] = [:]

    /// Creates a numbering without names.
    package init() {}

    /// Returns the number of the next use of a name, from 1.
    ///
    /// - Complexity: O(length of the name).
    package mutating func number(for name: String) -> Int {
        counts[name, default: 0] += 1
        return counts[name] ?? 1
    }

    /// Returns the title of the next use of a name: `map 2`.
    package mutating func title(for name: String) -> String { NameNumbers.title(name, number(for: name)) }

    /// The title for a name and its number.
    package static func title(_ name: String, _ number: Int) -> String { number < 2 ? name : "\(name) \(number)" }
}
