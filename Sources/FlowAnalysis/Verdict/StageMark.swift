/// A stage's sums at a moment, with what it held and how long a value had waited.
struct StageMark: Sendable {
    var totals = StageTotals()
    var held = 0
    /// How long the last value that left had waited, in nanoseconds.
    var wait: UInt64 = 0
}
