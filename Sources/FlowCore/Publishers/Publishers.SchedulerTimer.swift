import OpenCombineShim

extension Publishers {
    /// A timer on any scheduler; see ``OpenCombine/Publishers/timer(scheduler:interval:times:)``.
    public struct SchedulerTimer<Context: Scheduler>: Publisher {
        public typealias Output = Int
        public typealias Failure = Never

        /// Where the values are sent.
        public let scheduler: Context
        /// The time from tick to tick.
        public let interval: Context.SchedulerTimeType.Stride
        /// How many values to send before finishing.
        public let times: Subscribers.Demand

        public func receive(subscriber: some Subscriber<Int, Never>) {
            let source = SchedulerTicks(scheduler: scheduler)
            TimerSubscription.begin(subscriber, source: source, interval: interval, times: times)
        }
    }

    /// Publishes 1, 2, 3… on a scheduler, and only what is asked for.
    ///
    /// The grid of ticks begins with the first request, and the first value comes one interval later. While nobody wants a value
    /// nothing is scheduled; the next value asked for comes at the next tick of the same grid, with the next number. Each
    /// subscriber has a timer of its own, which lives until it is cancelled or finished, or nothing is asked of it.
    ///
    /// - Parameters:
    ///   - scheduler: Where the values are sent.
    ///   - interval: The time from tick to tick.
    ///   - times: How many values to send before finishing, which happens with the last one.
    /// - Precondition: `interval` is positive.
    public static func timer<Context: Scheduler>(
        scheduler: Context, interval: Context.SchedulerTimeType.Stride, times: Subscribers.Demand = .unlimited
    ) -> SchedulerTimer<Context> {
        SchedulerTimer(scheduler: scheduler, interval: interval, times: times)
    }
}
