import FlowCore
import FlowCombine

/// One signal and the virtual time at which it was noted.
public struct RecordedSignal<Value, Failure: Error>: CustomStringConvertible {
    /// A signal.
    public enum Signal {
        case subscribed
        case requested(Subscribers.Demand)
        case value(Value)
        /// A value that was not sent, because it had no demand.
        case dropped(Value)
        case returned(Subscribers.Demand)
        case completion(Subscribers.Completion<Failure>)
        case cancelled
        /// A remark of the test, in its place among the signals.
        case note(String)
    }

    /// The time at which it happened.
    public let time: VirtualTime
    /// The signal.
    public let signal: Signal

    /// Puts `signal` at `seconds`, for expected histories.
    public static func at(_ seconds: Double, _ signal: Signal) -> Self {
        Self(time: VirtualTime(seconds: seconds), signal: signal)
    }

    init(time: VirtualTime, signal: Signal) {
        self.time = time
        self.signal = signal
    }

    public var description: String {
        "\(Double(time.nanoseconds) / 1e9) \(signal)"
    }
}

extension RecordedSignal.Signal: Equatable where Value: Equatable, Failure: Equatable {}
extension RecordedSignal: Equatable where Value: Equatable, Failure: Equatable {}

/// A list of signals that a test writes itself, with virtual times.
public final class SignalLog<Value, Failure: Error> {
    /// The entries, in order.
    public private(set) var entries: [RecordedSignal<Value, Failure>] = []

    private let scheduler: VirtualTimeScheduler

    /// Creates an empty log with the clock of `scheduler`.
    public init(on scheduler: VirtualTimeScheduler) {
        self.scheduler = scheduler
    }

    /// Appends `signal` at the current time.
    public func note(_ signal: RecordedSignal<Value, Failure>.Signal) {
        entries.append(RecordedSignal(time: scheduler.now, signal: signal))
    }
}
