/// Numbers equal names: the first has the name alone, each later one a number behind it, `map`, `map 2`.
package struct NameNumbers: Sendable {
    private var counts: [String: Int] = [:]

    /// Starts without a name.
    package init() {}

    /// The number of one more of a name, from 1.
    ///
    /// - Complexity: O(length of the name).
    package mutating func number(for name: String) -> Int {
        counts[name, default: 0] += 1
        return counts[name] ?? 1
    }

    /// Takes back the number of one that has another name now, if it was the last of its name.
    package mutating func giveBack(_ number: Int, of name: String) {
        if counts[name] == number { counts[name] = number - 1 }
    }

    /// The title of one more of a name: `map 2`.
    package mutating func title(for name: String) -> String { NameNumbers.title(name, number(for: name)) }

    /// The title of that of a name which has a number.
    package static func title(_ name: String, _ number: Int) -> String { number < 2 ? name : "\(name) \(number)" }
}
