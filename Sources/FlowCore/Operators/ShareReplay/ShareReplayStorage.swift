import FlowTrace
import FlowCombine

/// The shared state of all subscribers of a replay: executes and records the decisions of ``ShareReplayStateMachine``.
///
/// Records are made under the lock, so that they are in the order of the events; values are described before the lock is taken.
/// No foreign code is called with the lock held. The storage lives while it has a subscriber or may get one. When released, it
/// cancels the upstream.
final class ShareReplayStorage<Output, Failure: Error> {
    private typealias Machine = ShareReplayStateMachine<Held<Output>, Failure, AnySubscriber<Output, Failure>>

    /// An arrival and its record.
    private struct FanOut {
        let subscribers: [ShareReplaySubscriberID]
        let mark: CauseMark
        /// The evicted value, the ended subscription and the late arrival, to be released outside the lock.
        var left: Held<Output>?
        var upstream: (any Subscription)?
        var late: Machine.Arrival?
    }

    private let state: LockedBox<Machine>
    private let probe: StoreProbe<TraceValue>?

    init(capacity: Int, probe: StoreProbe<TraceValue>?) {
        state = LockedBox(Machine(capacity: capacity))
        self.probe = probe
    }

    deinit {
        state.withLock { $0.takeUpstream() }?.cancel()
    }

    // MARK: From the upstream

    func receive(subscription: any Subscription) {
        guard state.withLock({ $0.receive(subscription: subscription) }) else { return subscription.cancel() }
        subscription.request(.unlimited)
    }

    func receive(_ value: Output) {
        let held = Held(value: value, trace: probe == nil ? nil : .describing(value))
        fanOut(from: state.withLock { record($0.receive(.value(held))) })
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        fanOut(from: state.withLock { record($0.receive(.completion(completion))) })
    }

    private func fanOut(from first: FanOut?) {
        var next = first
        while let fanOut = next {
            causing(fanOut.mark) {
                for id in fanOut.subscribers { drain(id, from: state.withLock { $0.beginDraining(id) }) }
            }
            next = state.withLock { record($0.nextFanOut()) }
        }
    }

    // MARK: From the downstream

    /// Adds a subscriber and hands it its subscription.
    ///
    /// - Returns: Whether it is the first subscriber ever. If so, the caller subscribes to the upstream.
    func subscribe(_ downstream: AnySubscriber<Output, Failure>) -> Bool {
        let (id, isFirst) = state.withLock { $0.subscribe(downstream) }
        downstream.receive(subscription: ShareReplaySubscription(storage: self, id: id))
        drain(id, from: state.withLock { $0.handOver(to: id) })
        return isFirst
    }

    func request(_ demand: Subscribers.Demand, for id: ShareReplaySubscriberID) {
        drain(id, from: state.withLock { $0.request(demand, for: id) })
    }

    func cancel(_ id: ShareReplaySubscriberID) { _ = state.withLock { $0.cancel(id) } }

    private func drain(_ id: ShareReplaySubscriberID, from first: Machine.Step?) {
        var next = first
        while let step = next {
            switch step {
            case .deliver(let held, let downstream):
                let returned = downstream.receive(held.value)
                next = state.withLock { $0.delivered(to: id, returning: returned) }
            case .complete(let completion, let downstream):
                downstream.receive(completion: completion)
                return
            case .rest: return
            }
        }
    }

    // MARK: Recording

    /// Records an arrival; called with the lock held.
    private func record(_ fanOut: Machine.FanOut?) -> FanOut? {
        switch fanOut {
        case nil: return nil
        case .late(let arrival): return FanOut(subscribers: [], mark: .none, late: arrival)
        case .completion(let subscribers, let upstream): return FanOut(subscribers: subscribers, mark: .none, upstream: upstream)
        case .value(let held, let left, let isLost, let subscribers):
            guard let probe, let trace = held.trace else { return FanOut(subscribers: subscribers, mark: .none, left: left) }
            if let old = left?.trace {
                if isLost { probe.dropped(old, reason: .overflowOldest) } else { probe.unbuffered(old) }
            }
            return FanOut(subscribers: subscribers, mark: probe.buffered(trace), left: left)
        }
    }

    /// Runs `body` with a record as its cause. Without a record, as for a completion, the current cause stays.
    private func causing(_ mark: CauseMark, _ body: () -> Void) {
        guard let probe, mark != .none else { return body() }
        probe.recorder.causing(mark, body)
    }
}
