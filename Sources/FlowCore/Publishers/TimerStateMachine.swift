import FlowCombine

/// The pure logic of a timer publisher.
///
/// Ticks come in runs: demand starts a run if none is active, and a run ends for good when the demand is used up. Late ticks of
/// an ended run are recognised by the run's number and ignored, so that starts and stops cannot overtake each other.
struct TimerStateMachine<Time: Strideable> {
    enum RequestAction {
        case none
        case start(at: Time, run: UInt64)
    }

    enum SentAction {
        case none
        case stop((any Cancellable)?)
        case finish((any Cancellable)?)
    }

    private enum Phase {
        case idle
        case running((any Cancellable)?)
        case over
    }

    let interval: Time.Stride
    private let times: Subscribers.Demand
    private var phase = Phase.idle
    private var run: UInt64 = 0
    private var origin: Time?
    private var demand = Subscribers.Demand.none
    private var count = 0
    private var isSending = false

    init(interval: Time.Stride, times: Subscribers.Demand) {
        precondition(interval > .zero, "A timer's interval must be positive, got \(interval)")
        self.interval = interval
        self.times = times
    }

    mutating func request(_ demand: Subscribers.Demand, now: Time) -> RequestAction {
        if case .over = phase { return .none }
        self.demand += demand
        guard case .idle = phase, self.demand > .none else { return .none }
        run += 1
        phase = .running(nil)
        return .start(at: nextOnGrid(after: now), run: run)
    }

    /// - Parameter ticks: The ticks of `run`; cancelling this object stops them.
    /// - Returns: `ticks`, to be cancelled, if the run has already ended.
    mutating func started(_ ticks: any Cancellable, run: UInt64) -> (any Cancellable)? {
        guard case .running = phase, run == self.run else { return ticks }
        phase = .running(ticks)
        return nil
    }

    /// - Returns: The value to send; `nil` for a stale tick.
    mutating func tick(run: UInt64) -> Int? {
        guard case .running = phase, run == self.run, !isSending, demand > .none else { return nil }
        isSending = true
        demand -= 1
        count += 1
        return count
    }

    /// - Parameter returned: The demand that the downstream returned for the value.
    mutating func sent(returned: Subscribers.Demand) -> SentAction {
        isSending = false
        guard case .running(let ticks) = phase else { return .none }
        demand += returned
        if times == .max(count) {
            phase = .over
            return .finish(ticks)
        }
        guard demand == .none else { return .none }
        phase = .idle
        return .stop(ticks)
    }

    /// - Returns: The ticks to cancel.
    mutating func cancel() -> (any Cancellable)? {
        defer { phase = .over }
        guard case .running(let ticks) = phase else { return nil }
        return ticks
    }

    /// The first moment of the grid after `now`. The grid begins with the first request.
    ///
    /// - Complexity: O(log *n*) for *n* intervals since the beginning; strides cannot be divided.
    private mutating func nextOnGrid(after now: Time) -> Time {
        var point = origin ?? now
        origin = point
        var step = interval
        var steps = [step]
        while point.advanced(by: step) <= now {
            point = point.advanced(by: step)
            step += step
            steps.append(step)
        }
        for step in steps.reversed() where point.advanced(by: step) <= now {
            point = point.advanced(by: step)
        }
        return point.advanced(by: interval)
    }
}
