/// What a stage that holds more and more leads to.
public struct Forecast: Hashable, Sendable {
    /// Values a second by which it grew over the window; positive.
    public let growth: Double
    /// Nanoseconds until it is full; `nil` where it has no limit.
    public let fullIn: UInt64?

    /// `growing 2.1 a second, full in 14 s`.
    public var text: String {
        let growing = "growing \(Percent.decimal(growth)) a second"
        return fullIn.map { "\(growing), full in \(Percent.seconds($0))" } ?? growing
    }
}
