/// What a stage that holds more and more leads to.
public struct Forecast: Hashable, Sendable {
    /// Values a second by which it grew over the window; positive.
    public let growth: Double
    /// Nanoseconds until it is full; `nil` where it has no limit.
    public let fullIn: UInt64?
}
