/// Numbers lanes of one pipeline with equal names, such as the inputs of one `zip`: `zip`, `zip (2)`.
///
/// The number is in brackets, because `zip 2` is another operator.
struct LaneNames {
    private var counts: [String: Int] = [:]

    /// The name, with a number from its second lane on.
    ///
    /// - Complexity: O(length of the name).
    mutating func unique(_ name: String) -> String {
        counts[name, default: 0] += 1
        let number = counts[name] ?? 1
        return number == 1 ? name : unique("\(name) (\(number))")
    }
}
