/// How much may happen between two frames, counted in events and pieces of work: so keys and signals are answered soon, whatever runs.
struct FrameAllowance {
    /// At 30 frames a second 30,000 a second.
    static let perFrame = 1_000

    /// No limit, for runs without a screen.
    static let unlimited = FrameAllowance(count: .max)

    private var left: Int
    /// How much of the time that was to pass did not, because the allowance was spent, in nanoseconds.
    var shortfall: UInt64 = 0

    /// - Parameter count: How many events and pieces of work.
    init(count: Int = perFrame) {
        left = count
    }

    /// Whether nothing more may happen before the next frame.
    var isSpent: Bool {
        left <= 0
    }

    /// Counts what has happened.
    mutating func spend(_ count: Int) {
        left -= count
    }
}
