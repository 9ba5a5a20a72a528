import DequeModule
import FlowTrace
import FlowCombine

/// One subscription of a buffer: executes and records the decisions of ``BufferStateMachine``.
///
/// Records are made under the lock, so that they are in the order of the events; values are described before the lock is taken.
/// No foreign code is called, and no value released, with the lock held.
final class BufferStorage<Downstream: Subscriber>: Subscriber, Subscription {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure
    private typealias Machine = BufferStateMachine<Held<Input>, Failure>

    private struct State {
        var machine: Machine
        var downstream: Downstream?
    }

    /// A step of the drain with everything needed to perform it.
    private enum Work {
        case deliver(Input, to: Downstream, CauseMark)
        case complete(Subscribers.Completion<Failure>, to: Downstream, ended: Machine.Ended, owed: Subscribers.Demand)
        case rest(owed: Subscribers.Demand)
    }

    private let state: LockedBox<State>
    private let probe: StoreProbe<TraceValue>
    private let makeError: (() -> Failure)?

    init(
        downstream: Downstream, size: Int, prefetch: Publishers.PrefetchStrategy,
        whenFull: Publishers.BufferingStrategy<Failure>, probe: StoreProbe<TraceValue>
    ) {
        let overflow: Machine.Overflow
        switch whenFull {
        case .dropNewest: (overflow, makeError) = (.dropNewest, nil)
        case .dropOldest: (overflow, makeError) = (.dropOldest, nil)
        case .customError(let make): (overflow, makeError) = (.fail, make)
        #if canImport(Combine)
            @unknown default: (overflow, makeError) = (.dropNewest, nil)
        #endif
        }
        self.probe = probe
        let machine = Machine(size: size, keepsFull: prefetch == .keepFull, overflow: overflow)
        state = LockedBox(State(machine: machine, downstream: downstream))
    }

    // MARK: From the upstream

    func receive(subscription: any Subscription) {
        guard let demand = state.withLock({ $0.machine.receive(subscription: subscription) }) else {
            subscription.cancel()
            return
        }
        subscription.request(demand)
        guard let downstream = state.withLock({ $0.downstream }) else { return }
        downstream.receive(subscription: self)
        let work = state.withLock { state in prepare(state.machine.handOver(), &state) }
        drain(from: work)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let held = Held(value: input, trace: .describing(input))
        let (reception, work) = state.withLock { state in
            let reception = state.machine.receive(held)
            record(reception, of: held)
            return (reception, prepare(Self.isOver(reception) ? nil : state.machine.beginDraining(), &state))
        }
        if case .overflowed(let upstream) = reception {
            overflow(upstream)
            return .none
        }
        return drain(from: work)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let work = state.withLock { state in prepare(state.machine.receive(completion: completion), &state) }
        drain(from: work)
    }

    private static func isOver(_ reception: Machine.Reception) -> Bool {
        switch reception {
        case .held, .refused: false
        case .overflowed, .lateAfterFailure, .lateAfterCancel, .ignored: true
        }
    }

    private func overflow(_ upstream: any Subscription) {
        guard let error = makeError?() else { preconditionFailure("a buffer overflowed without an error to fail with") }
        let work = state.withLock { state in prepare(state.machine.fail(with: error), &state) }
        upstream.cancel()
        drain(from: work)
    }

    // MARK: From the downstream

    func request(_ demand: Subscribers.Demand) {
        let asked = state.withLock { state in
            state.machine.request(demand).map { ($0.upstream, prepare($0.step, &state)) }
        }
        guard let (upstream, work) = asked else { return }
        let owed = drain(from: work)
        if owed > .none { upstream.request(owed) }
    }

    func cancel() {
        let ended = state.withLock { state in
            state.machine.cancel().map { ended in
                ended.lost.forEach { drop($0, reason: .cancelled) }
                return (ended, downstream: state.downstream.take())
            }
        }
        ended?.0.upstream.cancel()
    }

    // MARK: Draining

    /// Adds the downstream to a step, and records the step; called with the lock held.
    private func prepare(_ step: Machine.Step?, _ state: inout State) -> Work? {
        switch step {
        case nil: return nil
        case .deliver(let held):
            guard let downstream = state.downstream else { preconditionFailure("a buffer delivers after its end") }
            return .deliver(held.value, to: downstream, held.trace.map(probe.unbuffered) ?? .none)
        case .complete(let completion, let ended, let owed):
            guard let downstream = state.downstream.take() else { preconditionFailure("a buffer completes twice") }
            ended.lost.forEach { drop($0, reason: .error) }
            return .complete(completion, to: downstream, ended: ended, owed: owed)
        case .rest(let owed): return .rest(owed: owed)
        }
    }

    /// Performs steps until none is left.
    ///
    /// - Returns: The demand owed to the upstream.
    @discardableResult
    private func drain(from first: Work?) -> Subscribers.Demand {
        var next = first
        while let work = next {
            switch work {
            case .deliver(let value, let downstream, let mark):
                let returned = probe.recorder.causing(mark) { downstream.receive(value) }
                next = state.withLock { state in prepare(state.machine.delivered(returning: returned), &state) }
            case .complete(let completion, let downstream, _, let owed):
                downstream.receive(completion: completion)
                return owed
            case .rest(let owed): return owed
            }
        }
        return .none
    }

    // MARK: Recording

    private func record(_ reception: Machine.Reception, of held: Held<Input>) {
        switch reception {
        case .held(let evicted):
            if let evicted { drop(evicted, reason: .overflowOldest) }
            if let trace = held.trace { probe.buffered(trace) }
        case .refused: drop(held, reason: .overflowNewest)
        case .overflowed, .lateAfterFailure: drop(held, reason: .error)
        case .lateAfterCancel: drop(held, reason: .cancelled)
        case .ignored: break
        }
    }

    private func drop(_ held: Held<Input>, reason: DropReason) {
        if let trace = held.trace { probe.dropped(trace, reason: reason) }
    }
}

extension BufferStorage: CustomStringConvertible {
    var description: String { "Buffer" }
}
