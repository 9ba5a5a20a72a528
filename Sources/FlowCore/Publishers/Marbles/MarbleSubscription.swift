import FlowTrace
import FlowCombine

/// One subscription of marbles: sends each signal at its time.
///
/// - Important: The scheduler sends the signals, one at a time; requests and cancels may come from any thread.
final class MarbleSubscription<Downstream: Subscriber, Context: Scheduler>: Subscription where Downstream.Input == String {
    typealias Failure = Downstream.Failure

    private struct State {
        var downstream: Downstream?
        var demand = Subscribers.Demand.none
        var timer: (any Cancellable)?
        var next = 0
    }

    private let script: MarbleScript
    private let unit: Context.SchedulerTimeType.Stride
    private let scheduler: Context
    private let failure: Failure?
    private let target: ProbeTarget?
    private let start: Context.SchedulerTimeType
    private let state: LockedBox<State>

    init(_ marbles: Publishers.Marbles<Failure, Context>, downstream: Downstream, target: ProbeTarget?) {
        script = marbles.script
        unit = marbles.unit
        scheduler = marbles.scheduler
        failure = marbles.failure
        self.target = target
        start = marbles.scheduler.now
        state = LockedBox(State(downstream: downstream))
    }

    func begin() { scheduleNext() }

    func request(_ demand: Subscribers.Demand) { state.withLock { $0.demand += demand } }

    func cancel() {
        let (timer, downstream) = state.withLock { ($0.timer.take(), $0.downstream.take()) }
        withExtendedLifetime(downstream) { timer?.cancel() }
    }

    /// Schedules the next signal as repeating work that stops itself, since only repeating work can be cancelled.
    private func scheduleNext() {
        let index = state.withLock { $0.downstream == nil ? nil : $0.next }
        guard let index, index < script.signals.count else { return }
        let date = start.advanced(by: length(of: script.signals[index].unit))
        let timer = scheduler.schedule(after: date, interval: .seconds(1_000_000), tolerance: .seconds(0), options: nil) {
            self.fire()
        }
        let isOver = state.withLock { state in
            guard state.downstream != nil else { return true }
            state.timer = timer
            return false
        }
        if isOver { timer.cancel() }
    }

    private func length(of units: Int) -> Context.SchedulerTimeType.Stride {
        var length = Context.SchedulerTimeType.Stride.seconds(0)
        var power = unit
        var rest = units
        // A stride cannot be multiplied by a number of units, so it is doubled and added.
        while rest > 0 {
            if rest % 2 == 1 { length += power }
            power += power
            rest /= 2
        }
        return length
    }

    private func fire() {
        let index = state.withLock { state in
            state.timer.take()?.cancel()
            defer { state.next += 1 }
            return state.next
        }
        let moment = script.signals[index].unit
        send(script.signals[index].signal)
        // Signals of the same moment are sent by the same job.
        while let next = nextSignal(at: moment) { send(next) }
        scheduleNext()
    }

    private func nextSignal(at moment: Int) -> MarbleScript.Signal? {
        state.withLock { state in
            guard state.downstream != nil, state.next < script.signals.count, script.signals[state.next].unit == moment else {
                return nil
            }
            defer { state.next += 1 }
            return script.signals[state.next].signal
        }
    }

    private func send(_ signal: MarbleScript.Signal) {
        switch signal {
        case .value(let value): send(value)
        case .finished: complete(.finished)
        case .failed:
            guard let failure else { preconditionFailure("marbles fail without an error") }
            complete(.failure(failure))
        }
    }

    private func send(_ value: String) {
        guard let target else { return deliver(value) }
        let mark = target.recorder.record(.offered, on: target.edge, value: .string(value))
        target.recorder.causing(mark) { deliver(value) }
    }

    private func deliver(_ value: String) {
        let downstream = state.withLock { state -> Downstream? in
            guard state.demand > .none else { return nil }
            state.demand -= 1
            return state.downstream
        }
        if let downstream {
            let more = downstream.receive(value)
            if more > .none { request(more) }
        } else if let target {
            target.recorder.record(.dropped, on: target.edge, value: .string(value), reason: .noDemand)
        }
    }

    private func complete(_ completion: Subscribers.Completion<Failure>) {
        guard let downstream = state.withLock({ $0.downstream.take() }) else { return }
        guard let target else { return downstream.receive(completion: completion) }
        let mark = target.recorder.record(completion, on: target.edge)
        target.recorder.causing(mark) { downstream.receive(completion: completion) }
    }
}

extension MarbleSubscription: CustomStringConvertible {
    var description: String { "Marbles" }
}
