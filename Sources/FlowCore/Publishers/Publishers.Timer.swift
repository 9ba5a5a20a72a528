import Dispatch
import FlowCombine

extension Publishers {
    /// A timer on any scheduler; see ``OpenCombine/Publishers/timer(scheduler:interval:times:)``.
    public struct SchedulerTimer<Context: Scheduler>: Publisher {
        public typealias Output = Int
        public typealias Failure = Never

        public let scheduler: Context
        public let interval: Context.SchedulerTimeType.Stride
        public let times: Subscribers.Demand

        public func receive(subscriber: some Subscriber<Int, Never>) {
            let source = SchedulerTicks(scheduler: scheduler)
            TimerSubscription.begin(subscriber, source: source, interval: interval, times: times)
        }
    }

    /// Publishes 1, 2, 3… on a scheduler, and only on demand.
    ///
    /// The grid of ticks begins with the first request, and the first value follows one interval later. Without demand nothing
    /// is scheduled; new demand continues with the next number, at the next tick of the same grid. Each subscriber has a
    /// separate timer, which runs while it has demand.
    ///
    /// - Parameters:
    ///   - scheduler: Sends the values.
    ///   - interval: The time from tick to tick.
    ///   - times: The number of values to send; the stream finishes with the last.
    /// - Precondition: `interval` is positive.
    public static func timer<Context: Scheduler>(
        scheduler: Context, interval: Context.SchedulerTimeType.Stride, times: Subscribers.Demand = .unlimited
    ) -> SchedulerTimer<Context> {
        SchedulerTimer(scheduler: scheduler, interval: interval, times: times)
    }
}

extension Publishers {
    /// A timer on a dispatch queue; see ``OpenCombine/Publishers/timer(queue:interval:leeway:times:)``.
    public struct DispatchTimer: Publisher {
        public typealias Output = Int
        public typealias Failure = Never

        /// The queue; `nil` for the system's default queue.
        public let queue: DispatchQueue?
        public let interval: DispatchTimeInterval
        public let leeway: DispatchTimeInterval
        public let times: Subscribers.Demand

        public func receive(subscriber: some Subscriber<Int, Never>) {
            let source = DispatchTicks(queue: queue, leeway: leeway)
            TimerSubscription.begin(subscriber, source: source, interval: .init(interval), times: times)
        }
    }

    /// Publishes 1, 2, 3… on a dispatch queue, and only on demand; see
    /// ``OpenCombine/Publishers/timer(scheduler:interval:times:)``.
    ///
    /// - Parameters:
    ///   - queue: Sends the values; `nil` for the system's default queue.
    ///   - interval: The time from tick to tick.
    ///   - leeway: The tolerance of a tick, to save energy.
    ///   - times: The number of values to send; the stream finishes with the last.
    /// - Precondition: `interval` is positive.
    public static func timer(
        queue: DispatchQueue? = nil, interval: DispatchTimeInterval, leeway: DispatchTimeInterval = .nanoseconds(0),
        times: Subscribers.Demand = .unlimited
    ) -> DispatchTimer {
        DispatchTimer(queue: queue, interval: interval, leeway: leeway, times: times)
    }
}

/// A source of time and ticks for a timer publisher.
protocol TickSource {
    associatedtype Time: Strideable

    var now: Time { get }

    /// Calls `tick` at `date` and then every `interval`, until the result is cancelled. The caller cancels it exactly once.
    func start(at date: Time, interval: Time.Stride, _ tick: @escaping () -> Void) -> any Cancellable
}

struct SchedulerTicks<Context: Scheduler>: TickSource {
    let scheduler: Context

    var now: Context.SchedulerTimeType { scheduler.now }

    func start(
        at date: Context.SchedulerTimeType, interval: Context.SchedulerTimeType.Stride, _ tick: @escaping () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date, interval: interval, tick)
    }
}

/// Ticks from a `DispatchSourceTimer`, one source for each run of ticks.
///
/// A source is started when created, never suspended, retained by the returned object, and cancelled exactly once.
struct DispatchTicks: TickSource {
    let queue: DispatchQueue?
    let leeway: DispatchTimeInterval

    var now: DispatchQueue.SchedulerTimeType { DispatchQueue.SchedulerTimeType(.now()) }

    func start(
        at date: DispatchQueue.SchedulerTimeType, interval: DispatchQueue.SchedulerTimeType.Stride, _ tick: @escaping () -> Void
    ) -> any Cancellable {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: leeway)
        source.setEventHandler(handler: tick)
        source.resume()
        return Ticking(source: source)
    }

    private final class Ticking: Cancellable {
        let source: any DispatchSourceTimer

        init(source: any DispatchSourceTimer) { self.source = source }

        func cancel() { source.cancel() }
    }
}
