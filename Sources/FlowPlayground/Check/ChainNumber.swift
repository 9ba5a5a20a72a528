/// A number of a chain that can be changed: a literal.
public struct ChainNumber: Hashable, Sendable {
    /// What the number is of.
    public enum Unit: Hashable, Sendable {
        /// Things that are counted.
        case count
        /// Seconds, with a fraction.
        case seconds
        /// Milliseconds, microseconds or nanoseconds.
        case parts(of: String)
    }

    /// The label, the constant's or the operator's name, with a number from the second on: `size`, `pace`, `pace2`.
    public let name: String
    /// Where it stands.
    public let span: Span
    /// Its value as it is written.
    public let value: Double
    /// What it is of.
    public let unit: Unit
}
