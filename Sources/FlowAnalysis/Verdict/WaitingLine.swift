/// When the values that a stage holds came, oldest first.
///
/// Values of one moment are kept together; where more than ``limit`` moments would be kept, neighbours are, by the time of the earlier, so
/// that a store without bounds costs no more than one that is small.
struct WaitingLine: Sendable {
    /// The most moments that are told apart.
    static let limit = 4_096

    private(set) var moments: [(time: UInt64, count: Int)] = []
    /// How many at the beginning of ``moments`` have left.
    private var left = 0
    /// How many values wait.
    private(set) var count = 0

    /// - Complexity: O(1) amortised.
    mutating func append(_ time: UInt64) {
        count += 1
        if left < moments.count, moments[moments.count - 1].time == time {
            moments[moments.count - 1].count += 1
            return
        }
        if moments.count - left >= WaitingLine.limit { thin() }
        moments.append((time, 1))
    }

    private mutating func thin() {
        let kept = moments[left...]
        moments = stride(from: kept.startIndex, to: kept.endIndex, by: 2).map { place in
            let next = place + 1 < kept.endIndex ? kept[place + 1].count : 0
            return (kept[place].time, kept[place].count + next)
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
