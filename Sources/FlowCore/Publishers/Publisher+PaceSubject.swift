import OpenCombineShim

extension Publisher {
    /// Republishes every value through `subject` and asks for the next one only when `interval` has passed.
    ///
    /// A ``SteppingSubscriber`` asks for the values, so upstream feels the pace as backpressure: put a `buffer` before it to keep
    /// what comes faster. The subject is sent to whether anybody listens or not. A completion is passed on as soon as upstream
    /// sends it; a `buffer` sends it only with the next demand, and so one interval after the last value.
    ///
    /// - Parameters:
    ///   - interval: The time from one value to the next request; read anew for each value, so that it can change meanwhile.
    ///   - scheduler: Where the next value is asked for.
    ///   - subject: Where values and completion are sent.
    /// - Returns: Ends the subscription when cancelled, from any thread; letting it go does not. The subject is not told.
    public func pace<Context: Scheduler>(
        _ interval: @autoclosure @escaping () -> Context.SchedulerTimeType.Stride, scheduler: Context,
        subject: some Subject<Output, Failure>
    ) -> any Cancellable & Sendable {
        let subscriber = SteppingSubscriber<Output, Failure> { event in
            switch event {
            case .subscription(let promise):
                promise(.more)
            case .value(let value, let promise):
                let date = scheduler.now.advanced(by: interval())
                subject.send(value)
                scheduler.schedule(after: date) { promise(.more) }
            case .completion(let completion):
                subject.send(completion: completion)
            }
        }
        subscribe(subscriber)
        return subscriber
    }
}
