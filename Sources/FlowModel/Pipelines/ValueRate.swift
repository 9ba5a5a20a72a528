import FlowTrace

/// How many values came in the last second, counted in whole seconds and shared out between the last two.
struct ValueRate: Hashable, Sendable {
    private var second: UInt64 = 0
    private var count = 0
    private var before = 0

    mutating func add(at time: TraceTime) {
        let now = time.nanoseconds / 1_000_000_000
        if now != second {
            before = now == second + 1 ? count : 0
            count = 0
            second = now
        }
        count += 1
    }

    /// Values a second at a time not before the last value's.
    func rate(at time: TraceTime) -> Double {
        let now = time.nanoseconds / 1_000_000_000
        let part = Double(time.nanoseconds % 1_000_000_000) / 1_000_000_000
        if now == second { return Double(count) + Double(before) * (1 - part) }
        return now == second + 1 ? Double(count) * (1 - part) : 0
    }
}
