import FlowCore

/// A list of signals that a test writes itself, with virtual times.
public final class SignalLog<Value, Failure: Error> {
    /// What was noted, in order.
    public private(set) var entries: [RecordedSignal<Value, Failure>] = []

    private let scheduler: VirtualTimeScheduler

    /// Creates an empty log that tells the time by `scheduler`.
    public init(on scheduler: VirtualTimeScheduler) {
        self.scheduler = scheduler
    }

    /// Notes `signal` with the present moment.
    public func note(_ signal: RecordedSignal<Value, Failure>.Signal) {
        entries.append(RecordedSignal(time: scheduler.now, signal: signal))
    }
}
