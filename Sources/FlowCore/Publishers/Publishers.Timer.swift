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
    /// The grid of ticks begins with the first request, and the first value comes one interval later. While there is no demand
    /// nothing is scheduled; the next value comes at the next tick of the same grid, with the next number. Each subscriber has a
    /// separate timer, which lives until it is cancelled or finished, or has no demand.
    ///
    /// - Parameters:
    ///   - scheduler: Sends the values.
    ///   - interval: The time from tick to tick.
    ///   - times: How many values to send. The last one finishes.
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

        /// `nil` is the system's default queue.
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
    ///   - queue: Sends the values; `nil` is the system's default queue.
    ///   - interval: The time from tick to tick.
    ///   - leeway: How late a tick may be, to save energy.
    ///   - times: How many values to send. The last one finishes.
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

    /// Calls `tick` at `date` and then every `interval` until the result is cancelled, which is done exactly once.
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
/// A source is started when it is made, never suspended, kept alive by the returned object, and cancelled exactly once.
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
