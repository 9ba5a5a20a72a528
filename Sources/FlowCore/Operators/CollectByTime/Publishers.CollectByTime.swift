#if !canImport(Combine)
    import FlowCombine

    extension Publishers {
        /// The strategy by which `collect` groups values.
        public enum TimeGroupingStrategy<Context: Scheduler> {
            /// The values of each interval leave at its end.
            case byTime(Context, Context.SchedulerTimeType.Stride)
            /// As `byTime`, but held values also leave as soon as there are this many.
            case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
        }

        /// A publisher that sends the values of each interval as an array: Combine's operator, missing in OpenCombine.
        ///
        /// Intervals begin with the subscription; an empty interval sends nothing. Demand on the upstream is unlimited. An array
        /// without demand is held, and leaves with the next demand. Held values are sent before the finish; a failure is sent
        /// immediately, and drops the held values.
        public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
            public typealias Output = [Upstream.Output]
            public typealias Failure = Upstream.Failure

            public let upstream: Upstream
            public let strategy: TimeGroupingStrategy<Context>

            public func receive(subscriber: some Subscriber<Output, Failure>) {
                switch strategy {
                case .byTime(let scheduler, let interval):
                    upstream.subscribe(
                        CollectByTimeStorage(downstream: subscriber, scheduler: scheduler, interval: interval, count: nil))
                case .byTimeOrCount(let scheduler, let interval, let count):
                    upstream.subscribe(
                        CollectByTimeStorage(downstream: subscriber, scheduler: scheduler, interval: interval, count: count))
                }
            }
        }
    }

    extension Publisher {
        /// Sends the values of each interval as an array.
        ///
        /// - Parameters:
        ///   - strategy: The intervals, and the size of a group that leaves before the end of its interval.
        ///   - options: Ignored: the timer uses the scheduler's default options.
        @_disfavoredOverload
        public func collect<Context: Scheduler>(
            _ strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions? = nil
        ) -> Publishers.CollectByTime<Self, Context> {
            if case .byTimeOrCount(_, _, let count) = strategy {
                precondition(count > 0, "a group must have room for at least 1 value, got \(count)")
            }
            return Publishers.CollectByTime(upstream: self, strategy: strategy)
        }
    }
#endif
