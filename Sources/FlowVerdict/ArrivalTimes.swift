/// The arrival times of the values that a stage holds, oldest first.
///
/// Values with equal times are counted together. To bound memory, once there are ``limit`` times, each pair of neighbours is
/// merged into the earlier time.
struct ArrivalTimes: Sendable {
    /// The maximum number of separate times.
    static let limit = 4_096

    private(set) var moments: [(time: UInt64, count: Int)] = []
    /// The number of leading ``moments`` whose values have left.
    private var left = 0
    /// The number of waiting values.
    private(set) var count = 0

    /// The time of the value that has waited longest.
    var first: UInt64? { left < moments.count ? moments[left].time : nil }

    /// - Complexity: O(1) amortised.
    mutating func append(_ time: UInt64) {
        count += 1
        if left < moments.count, moments[moments.count - 1].time == time {
            moments[moments.count - 1].count += 1
            return
        }
        if moments.count - left >= ArrivalTimes.limit { thin() }
        moments.append((time, 1))
    }

    private mutating func thin() {
        let kept = moments[left...]
        moments = stride(from: kept.startIndex, to: kept.endIndex, by: 2).map { index in
            let next = index + 1 < kept.endIndex ? kept[index + 1].count : 0
            return (kept[index].time, kept[index].count + next)
        }
        left = 0
    }

    /// - Complexity: O(1) amortised.
    mutating func removeFirst() -> UInt64? {
        guard left < moments.count else { return nil }
        count -= 1
        let time = moments[left].time
        moments[left].count -= 1
        guard moments[left].count == 0 else { return time }
        left += 1
        if left == moments.count {
            moments.removeAll(keepingCapacity: moments.capacity <= 64)
            left = 0
        } else if left >= 64, 2 * left > moments.count {
            moments.removeFirst(left)
            left = 0
        }
        return time
    }
}
