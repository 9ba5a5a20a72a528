/// Bounds the work of a reconstruction: each record pays for some steps, so that no file costs more than its length.
///
/// An undamaged trace leaves most of it unused.
struct StepAllowance: Sendable {
    private static let perRecord = 64
    private static let advance = 4_096

    private var steps = StepAllowance.advance

    /// Grants the steps of one record.
    ///
    /// - Parameter text: The length of its text, in bytes.
    @inline(__always)
    mutating func grant(text: Int) { steps &+= StepAllowance.perRecord &* (1 &+ text) }

    /// The cost of holding a value with `text` bytes in one more operator: its text is repeated at its entry and its departure.
    static func costOfHolding(text: Int) -> Int { 1 + text }

    /// Spends steps if enough are left, and returns whether they were.
    mutating func spend(_ count: Int) -> Bool {
        guard count <= steps else { return false }
        steps -= count
        return true
    }
}
