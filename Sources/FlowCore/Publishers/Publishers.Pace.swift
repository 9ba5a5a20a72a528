import OpenCombineShim

extension Publishers {
    /// A publisher that asks upstream for one value at a time, at least an interval after the last one came.
    public struct Pace<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The time from one value to the next request; read anew for each value.
        public let interval: () -> Context.SchedulerTimeType.Stride
        /// Where the next value is asked for.
        public let scheduler: Context

        /// Creates a publisher that paces `upstream`; see ``OpenCombine/Publisher/pace(_:scheduler:)``.
        public init(upstream: Upstream, interval: @escaping () -> Context.SchedulerTimeType.Stride, scheduler: Context) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
        }

        public func receive(subscriber: some Subscriber<Output, Failure>) {
            upstream.subscribe(PaceSubscription(downstream: subscriber, interval: interval, scheduler: scheduler))
        }
    }
}

extension Publisher {
    /// Asks for one value at a time, only when downstream wants one and `interval` has passed since the last one came.
    ///
    /// Upstream feels the pace as backpressure: put a `buffer` before it to keep what comes faster. A completion is passed on as
    /// soon as upstream sends it.
    ///
    /// - Parameters:
    ///   - interval: The time from one value to the next request; read anew for each value, so that it can change meanwhile.
    ///   - scheduler: Where the next value is asked for.
    public func pace<Context: Scheduler>(
        _ interval: @autoclosure @escaping () -> Context.SchedulerTimeType.Stride, scheduler: Context
    ) -> Publishers.Pace<Self, Context> {
        Publishers.Pace(upstream: self, interval: interval, scheduler: scheduler)
    }
}
