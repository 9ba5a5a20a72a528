/// When the values that a stage holds came, oldest first.
struct WaitingLine: Sendable {
    private var times: [UInt64] = []
    /// How many at the beginning of ``times`` have left.
    private var left = 0

    var count: Int {
        times.count - left
    }

    mutating func append(_ time: UInt64) {
        times.append(time)
    }

    /// - Complexity: O(1) amortised.
    mutating func removeFirst() -> UInt64? {
        guard left < times.count else { return nil }
        defer {
            left += 1
            if left == times.count {
                times.removeAll(keepingCapacity: times.capacity <= 64)
                left = 0
            } else if left >= 64, 2 * left > times.count {
                times.removeFirst(left)
                left = 0
            }
        }
        return times[left]
    }
}
