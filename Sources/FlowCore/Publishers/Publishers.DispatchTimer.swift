import Dispatch
import OpenCombineShim

extension Publishers {
    /// A timer on a dispatch queue; see ``OpenCombine/Publishers/timer(queue:interval:leeway:times:)``.
    public struct DispatchTimer: Publisher {
        public typealias Output = Int
        public typealias Failure = Never

        /// Where the values are sent; `nil` is the system's default queue.
        public let queue: DispatchQueue?
        /// The time from tick to tick.
        public let interval: DispatchTimeInterval
        /// How late a tick may be, to save energy.
        public let leeway: DispatchTimeInterval
        /// How many values to send before finishing.
        public let times: Subscribers.Demand

        public func receive(subscriber: some Subscriber<Int, Never>) {
            let source = DispatchTicks(queue: queue, leeway: leeway)
            TimerSubscription.begin(subscriber, source: source, interval: .init(interval), times: times)
        }
    }

    /// Publishes 1, 2, 3… on a dispatch queue, and only what is asked for.
    ///
    /// The grid of ticks begins with the first request, and the first value comes one interval later. While nobody wants a value
    /// nothing is scheduled; the next value asked for comes at the next tick of the same grid, with the next number. Each
    /// subscriber has a timer of its own, which lives until it is cancelled or finished, or nothing is asked of it.
    ///
    /// - Parameters:
    ///   - queue: Where the values are sent; `nil` is the system's default queue.
    ///   - interval: The time from tick to tick.
    ///   - leeway: How late a tick may be, to save energy.
    ///   - times: How many values to send before finishing, which happens with the last one.
    /// - Precondition: `interval` is positive.
    public static func timer(
        queue: DispatchQueue? = nil, interval: DispatchTimeInterval, leeway: DispatchTimeInterval = .nanoseconds(0),
        times: Subscribers.Demand = .unlimited
    ) -> DispatchTimer {
        DispatchTimer(queue: queue, interval: interval, leeway: leeway, times: times)
    }
}
