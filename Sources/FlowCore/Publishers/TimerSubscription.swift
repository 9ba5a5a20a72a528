import FlowTrace
import FlowCombine

/// A subscription to a timer publisher: the lock around its state machine, and the machine's effects.
///
/// Proof for `@unchecked`: all state is behind the lock; only ticks call the downstream, one at a time.
final class TimerSubscription<Downstream: Subscriber, Source: TickSource>: Subscription, CustomStringConvertible,
    @unchecked Sendable
where Downstream.Input == Int, Downstream.Failure == Never {
    /// The downstream and the source, released at the end: pending work must not keep a scheduler alive.
    private struct Ends {
        let downstream: Downstream
        let source: Source
    }

    private struct State {
        var machine: TimerStateMachine<Source.Time>
        var ends: Ends?
    }

    private let lock: LockedBox<State>
    private let interval: Source.Time.Stride

    /// Hands a subscriber its subscription, followed by the end if there are no values to send.
    static func begin(_ downstream: Downstream, source: Source, interval: Source.Time.Stride, times: Subscribers.Demand) {
        guard times > .none else {
            downstream.receive(subscription: Subscriptions.empty)
            downstream.receive(completion: .finished)
            return
        }
        downstream.receive(
            subscription: TimerSubscription(downstream: downstream, source: source, interval: interval, times: times))
    }

    init(downstream: Downstream, source: Source, interval: Source.Time.Stride, times: Subscribers.Demand) {
        lock = LockedBox(
            State(
                machine: TimerStateMachine(interval: interval, times: times), ends: Ends(downstream: downstream, source: source)))
        self.interval = interval
    }

    var description: String { "Timer" }

    func request(_ demand: Subscribers.Demand) {
        guard let source = lock.withLock({ $0.ends?.source }) else { return }
        let now = source.now
        guard case .start(let date, let run) = lock.withLock({ $0.machine.request(demand, now: now) }) else { return }
        let ticks = source.start(at: date, interval: interval) { [self] in tick(run: run) }
        lock.withLock { $0.machine.started(ticks, run: run) }?.cancel()
    }

    func cancel() {
        let (ticks, _) = lock.withLock { ($0.machine.cancel(), $0.ends.take()) }
        ticks?.cancel()
    }

    private func tick(run: UInt64) {
        let (value, downstream) = lock.withLock { ($0.machine.tick(run: run), $0.ends?.downstream) }
        guard let value, let downstream else { return }
        let returned = downstream.receive(value)
        switch lock.withLock({ $0.machine.sent(returned: returned) }) {
        case .none: break
        case .stop(let ticks): ticks?.cancel()
        case .finish(let ticks):
            ticks?.cancel()
            lock.withLock { $0.ends.take() }?.downstream.receive(completion: .finished)
        }
    }
}
