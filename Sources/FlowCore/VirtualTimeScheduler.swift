import FlowTrace
import HeapModule
import FlowCombine
internal import Synchronization

/// Runs scheduled work in virtual time, in order of deadline; work with equal deadlines runs in the order of scheduling.
///
/// Time starts at 0 and moves only through ``advance(to:limit:)``, ``advance(by:)``, ``step()`` and ``run(limit:)``, so the same
/// work gives the same events every time, and time can be stopped, stepped and slowed. While work runs, `now` is its deadline.
///
/// - Important: Use it on one thread; the class is not `Sendable`. ``clock`` may be read from any thread.
public final class VirtualTimeScheduler: Scheduler {
    public typealias SchedulerTimeType = VirtualTime
    public typealias SchedulerOptions = Never

    /// The default limit of ``run(limit:)``.
    public static let defaultLimit = 1_000_000

    /// The current moment, for recorders.
    public let clock = VirtualClock()

    private var queue = Heap<Job>()
    private var nextSequence: UInt64 = 0
    private var cancelled: Set<UInt64> = []

    public init() {}

    public var now: VirtualTime { clock.now }

    public var minimumTolerance: VirtualTime.Stride { .nanoseconds(1) }

    /// The deadline of the next work, `nil` if there is none.
    ///
    /// - Complexity: O(1), amortised over cancelled work.
    public var nextDeadline: VirtualTime? {
        discardCancelled()
        return queue.min?.deadline
    }

    // MARK: Scheduler

    /// Schedules work at the current moment, after work already due.
    public func schedule(options: Never?, _ action: @escaping () -> Void) { enqueue(at: now, period: nil, action) }

    /// Schedules work at `date`; a date in the past means the current moment.
    public func schedule(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        enqueue(at: max(date, now), period: nil, action)
    }

    /// Schedules work at `date` and then every `interval`, until the returned token is cancelled.
    ///
    /// - Precondition: `interval` is positive.
    public func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        precondition(interval.nanoseconds > 0, "interval must be positive, got \(interval.nanoseconds) ns")
        let sequence = enqueue(at: max(date, now), period: interval, action)
        return AnyCancellable { [weak self] in self?.cancel(sequence) }
    }

    // MARK: Moving time

    /// Moves time to `date`, running all work due up to and including it.
    ///
    /// Work scheduled meanwhile runs in the same call if it falls due. A date in the past moves nothing.
    ///
    /// - Parameters:
    ///   - date: The moment to reach.
    ///   - limit: The maximum number of jobs to run; at the limit, time stays at the deadline of the last one.
    /// - Returns: Whether all due work has run.
    /// - Complexity: O(*k* log *n*) for *k* jobs run out of *n* pending.
    @discardableResult
    public func advance(to date: VirtualTime, limit: Int = defaultLimit) -> Bool {
        var count = 0
        while let deadline = nextDeadline, deadline <= date {
            guard count < limit else { return false }
            step()
            count += 1
        }
        if date > now { clock.now = date }
        return true
    }

    /// Moves time forward by `interval`; see ``advance(to:limit:)``.
    public func advance(by interval: VirtualTime.Stride) { advance(to: now.advanced(by: interval)) }

    /// Runs the next work and moves time to its deadline.
    ///
    /// - Returns: Whether there was any work.
    @discardableResult
    public func step() -> Bool {
        discardCancelled()
        guard let job = queue.popMin() else { return false }
        clock.now = job.deadline
        if let period = job.period {
            queue.insert(
                Job(deadline: job.deadline.advanced(by: period), sequence: job.sequence, period: period, action: job.action))
        }
        job.action()
        return true
    }

    /// Runs work until none is left, or until `limit` jobs have run, so that an endless timer ends too.
    ///
    /// - Returns: Whether no work is left.
    @discardableResult
    public func run(limit: Int = defaultLimit) -> Bool {
        for _ in 0..<limit where !step() { return true }
        return nextDeadline == nil
    }

    /// Discards all pending work and releases its captures, which often include this scheduler.
    public func removeAll() {
        queue = Heap()
        cancelled = []
    }

    @discardableResult
    private func enqueue(at deadline: VirtualTime, period: VirtualTime.Stride?, _ action: @escaping () -> Void) -> UInt64 {
        nextSequence += 1
        queue.insert(Job(deadline: deadline, sequence: nextSequence, period: period, action: action))
        return nextSequence
    }

    private func cancel(_ sequence: UInt64) { cancelled.insert(sequence) }

    private func discardCancelled() {
        while !cancelled.isEmpty, let next = queue.min, cancelled.remove(next.sequence) != nil {
            queue.removeMin()
        }
    }

    private struct Job: Comparable {
        let deadline: VirtualTime
        let sequence: UInt64
        let period: VirtualTime.Stride?
        let action: () -> Void

        static func < (lhs: Job, rhs: Job) -> Bool { (lhs.deadline, lhs.sequence) < (rhs.deadline, rhs.sequence) }

        static func == (lhs: Job, rhs: Job) -> Bool { lhs.sequence == rhs.sequence }
    }
}

/// The current moment of a ``VirtualTimeScheduler``, readable from any thread for a recorder's timestamps.
public final class VirtualClock: Sendable {
    private let nanoseconds = Atomic<Int64>(0)

    init() {}

    public internal(set) var now: VirtualTime {
        get { VirtualTime(nanoseconds: nanoseconds.load(ordering: .relaxed)) }
        set { nanoseconds.store(newValue.nanoseconds, ordering: .relaxed) }
    }

    /// The clock for a recorder.
    public var traceClock: TraceClock { .custom { self.now.traceTime.nanoseconds } }
}
