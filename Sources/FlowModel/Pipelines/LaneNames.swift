/// Tells apart lanes of one pipeline that would have the same name, as the inputs of one `zip` do: `zip`, `zip (2)`.
///
/// The number is in brackets, because `zip 2` is another operator.
struct LaneNames {
    private var counts: [String: Int] = [:]

    /// The name, or from the second lane on the name with a number.
    ///
    /// - Complexity: O(length of the name).
    mutating func unique(_ name: String) -> String {
        counts[name, default: 0] += 1
        let number = counts[name] ?? 1
        return number == 1 ? name : unique("\(name) (\(number))")
    }
}
