/// The waits of answered jobs for an executor, counted by their length.
public struct ExecutorHistogram: Hashable, Sendable {
    /// The longest wait of each bucket but the last, which has no limit; in nanoseconds.
    public static let limits: [UInt64] = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000].map { $0 * 1_000_000 }

    /// The number of jobs in each bucket, the shortest waits first.
    public private(set) var counts = [UInt64](repeating: 0, count: limits.count + 1)
    /// The sum of the waits, in nanoseconds.
    public private(set) var sum: UInt64 = 0

    /// The bucket of a wait in nanoseconds.
    package static func bucket(of wait: UInt64) -> Int { limits.partitioningIndex { $0 >= wait } }

    /// Adds a record ``ExecutorKind/served``, whose jobs are all of one bucket.
    mutating func add(_ figures: ExecutorFigures) {
        let bucket = ExecutorHistogram.bucket(of: figures.wait)
        counts[bucket] = counts[bucket].saturatingSum(UInt64(figures.number))
        sum = sum.saturatingSum(figures.word)
    }

    /// The waits for the executors of two programs of one name.
    package static func + (one: ExecutorHistogram, other: ExecutorHistogram) -> ExecutorHistogram {
        var all = one
        for (bucket, count) in other.counts.enumerated() { all.counts[bucket] = all.counts[bucket].saturatingSum(count) }
        all.sum = all.sum.saturatingSum(other.sum)
        return all
    }
}
