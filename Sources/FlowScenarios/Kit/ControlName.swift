/// What a user can do to a running scenario.
public enum ControlName: String, CaseIterable, Sendable {
    /// Pause the sink.
    case pause
    /// Resume the sink.
    case resume
    /// Ask for more values: `request:N`.
    case request
    /// Ask for values without limit.
    case unlimited
    /// Send a value: `emit` or `emit:VALUE`.
    case emit
    /// Send five values at once.
    case burst
    /// Finish the source.
    case finish
    /// Cancel the subscription.
    case cancel
    /// Answer the stepping subscriber's promise.
    case more
    /// Answer the same promise a second time.
    case twice
    /// Answer the promise before the last.
    case stale
    /// Change the pace: `interval:SECONDS`.
    case interval
    /// Change the size of the buffer: `size:N`; restarts.
    case size
}
