/// The waits of jobs for one executor, as of a moment.
public struct ExecutorDelay: Hashable, Sendable {
    public let executor: TracedExecutor
    /// The wait of the job that is unanswered, in nanoseconds; `nil` if none has waited for long.
    public let waiting: UInt64?
    /// The part of ``waiting`` in which the system withheld the processor from no thread of the program, in nanoseconds.
    public let blocked: UInt64
    /// The program's processor time in the latest long wait, in thousandths of a core.
    public let load: UInt32
    /// The longest wait of the last ten seconds, in nanoseconds.
    public let recent: UInt64
    /// The blocked parts of waits in the last two seconds, in nanoseconds.
    public let recentlyBlocked: UInt64
    /// The blocked parts of all waits so far, in nanoseconds.
    public let totalBlocked: UInt64
    /// The longest wait so far, in nanoseconds.
    public let longest: UInt64
    /// The number of answered jobs so far, and the sum of their waits in nanoseconds.
    public let count: UInt64
    public let sum: UInt64

    /// The span of ``recent`` in nanoseconds.
    public static let window: UInt64 = 10_000_000_000
    /// The span of ``recentlyBlocked`` in nanoseconds.
    static let shortWindow: UInt64 = 2_000_000_000
    /// The wait that proves that an executor is blocked, if the system withheld the processor from no thread meanwhile. In
    /// nanoseconds.
    static let blockedWait: UInt64 = 1_000_000_000

    /// Whether it serves no jobs: a job has waited for a second, or jobs waited for at least half of the last two seconds.
    ///
    /// Time in which a thread of the program was ready to run, but the system ran others, does not count.
    public var isBlocked: Bool { blocked >= ExecutorDelay.blockedWait || recentlyBlocked >= ExecutorDelay.shortWindow / 2 }

    /// Whether the program computes while jobs wait: it used at least half a core.
    public var isComputing: Bool { load >= 500 }

    /// The mean wait of the answered jobs, in nanoseconds; `nil` if none was answered.
    public var mean: UInt64? { count > 0 ? sum / count : nil }
}

extension ExecutorHistory {
    /// A wait without a further record for this time is over, or the program is: the agent records open waits four times a second.
    /// In nanoseconds.
    static let patience: UInt64 = 500_000_000

    /// The waits for an executor as of a time in nanoseconds; `nil` if none is recorded until then.
    ///
    /// - Complexity: O(log samples + samples of ten seconds).
    public func delay(of executor: TracedExecutor, at time: UInt64) -> ExecutorDelay? {
        let samples = samples(of: executor)
        let end = samples.partitioningIndex { $0.time > time }
        guard end > 0 else { return nil }
        let last = samples[end - 1]
        let isOpen = last.kind == .waits
        let since = time - min(time, ExecutorDelay.window)
        let recent = samples[..<end].reversed().prefix { $0.time >= since }
        let before = samples.partitioningIndex { $0.time > time - min(time, ExecutorDelay.shortWindow) }
        let known = before > 0 ? samples[before - 1].blocked : 0
        let load = samples[..<end].reversed().prefix { $0.time >= since }.first { $0.kind != .served }?.load ?? 0
        return ExecutorDelay(
            executor: executor, waiting: isOpen ? last.wait.saturatingSum(min(time - last.time, ExecutorHistory.patience)) : nil,
            blocked: isOpen ? last.open : 0, load: load, recent: recent.map(\.wait).max() ?? last.wait,
            recentlyBlocked: last.blocked - min(last.blocked, known), totalBlocked: last.blocked, longest: last.longest,
            count: last.count, sum: last.sum)
    }

    /// The waits for all measured executors as of a time in nanoseconds.
    public func delays(at time: UInt64) -> [ExecutorDelay] { TracedExecutor.measured.compactMap { delay(of: $0, at: time) } }
}

/// A wait for an executor over a limit.
package struct ExecutorExcess: Hashable, Sendable {
    package let executor: TracedExecutor
    /// The time of the first record of a wait over the limit.
    package let first: TraceTime
    /// The longest wait, in nanoseconds.
    package let longest: UInt64
    /// Whether the longest wait is still open.
    package let isOpen: Bool
}

extension ExecutorHistory {
    /// The executors for which a job waited longer than a limit in nanoseconds.
    package func excesses(over limit: UInt64) -> [ExecutorExcess] {
        TracedExecutor.measured.compactMap { executor in
            let long = samples(of: executor).filter { $0.wait > limit }
            guard let first = long.first, let longest = long.map(\.wait).max() else { return nil }
            let last = samples(of: executor).last
            return ExecutorExcess(
                executor: executor, first: TraceTime(nanoseconds: first.time), longest: longest,
                isOpen: last?.kind == .waits && last?.wait == longest)
        }
    }
}
