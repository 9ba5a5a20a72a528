/// Maps the records of one thread to their entries in the merged trace.
///
/// Consecutive records of a thread share a run if they are consecutive in the trace too. So the memory grows only with the number
/// of switches between threads.
struct ThreadPositions: Sendable {
    private struct Run: Sendable {
        let position: UInt64
        let sequence: Int
        var count: UInt64
    }

    private var count: UInt64 = 0
    private var runs: [Run] = []
    /// The latest time of its records.
    private var latest: UInt64 = 0

    /// Appends the thread's next record, which became the entry `sequence`.
    mutating func append(_ sequence: Int) {
        if let last = runs.last, last.position + last.count == count, last.sequence + Int(last.count) == sequence {
            runs[runs.count - 1].count += 1
        } else {
            runs.append(Run(position: count, sequence: sequence, count: 1))
        }
        count += 1
    }

    /// Counts a record without an entry.
    mutating func skip() { count += 1 }

    /// Whether the thread's next record, at this time, is older than an earlier one.
    mutating func isBack(at time: UInt64) -> Bool {
        guard time >= latest else { return true }
        latest = time
        return false
    }

    /// Forgets the positions of the entries up to `sequence`.
    mutating func forget(upTo sequence: Int) {
        runs = Array(runs.drop { $0.sequence + Int($0.count) <= sequence + 1 })
    }

    /// The entry of the record that lies `distance` records before the next one, `nil` if it has none.
    ///
    /// - Complexity: O(log *n*) for *n* runs; O(1) if it is in the last one.
    func sequence(back distance: UInt64) -> Int? {
        guard distance > 0, distance <= count else { return nil }
        let position = count - distance
        var low = 0
        var high = runs.count
        if let last = runs.last, last.position <= position { low = runs.count - 1 }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if runs[middle].position <= position { low = middle } else { high = middle }
        }
        guard low < runs.count, runs[low].position <= position else { return nil }
        let offset = position - runs[low].position
        return offset < runs[low].count ? runs[low].sequence + Int(offset) : nil
    }
}
