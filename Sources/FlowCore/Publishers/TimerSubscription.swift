import OpenCombineShim

/// The lock and the effects of the timer publishers.
///
/// Proof for `@unchecked`: all state is behind the lock; downstream is only called by a tick, one at a time.
final class TimerSubscription<Downstream: Subscriber, Source: TickSource>: Subscription, CustomStringConvertible,
    @unchecked Sendable
where Downstream.Input == Int, Downstream.Failure == Never {
    private struct State {
        var machine: TimerStateMachine<Source.Time>
        var downstream: Downstream?
    }

    private let lock: StateLock<State>
    private let source: Source
    private let interval: Source.Time.Stride

    init(downstream: Downstream, source: Source, interval: Source.Time.Stride, times: Subscribers.Demand) {
        lock = StateLock(State(machine: TimerStateMachine(interval: interval, times: times), downstream: downstream))
        self.source = source
        self.interval = interval
    }

    var description: String { "Timer" }

    func request(_ demand: Subscribers.Demand) {
        let now = source.now
        guard case .start(let date, let run) = lock.decide({ $0.machine.request(demand, now: now) }) else { return }
        let ticks = source.start(at: date, interval: interval) { [self] in tick(run: run) }
        lock.decide { $0.machine.started(ticks, run: run) }?.cancel()
    }

    func cancel() {
        // Downstream leaves the lock with the action, because its release may run code.
        let (ticks, _) = lock.decide { ($0.machine.cancel(), $0.downstream.take()) }
        ticks?.cancel()
    }

    private func tick(run: UInt64) {
        let (value, downstream) = lock.decide { ($0.machine.tick(run: run), $0.downstream) }
        guard let value, let downstream else { return }
        let returned = downstream.receive(value)
        switch lock.decide({ $0.machine.sent(returned: returned) }) {
        case .none:
            break
        case .stop(let ticks):
            ticks?.cancel()
        case .finish(let ticks):
            ticks?.cancel()
            lock.decide { $0.downstream.take() }?.receive(completion: .finished)
        }
    }
}
