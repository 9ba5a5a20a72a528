import FlowCombine
import FlowCore
import FlowTrace

/// The buffer of one subscription of a debounce or throttle: at most one value. The operator does not report its buffer, so this
/// class derives it from the operator's rules.
///
/// - Important: Use it only on the scheduler's thread.
final class PendingStore {
    /// The rule for the held value.
    enum Rule {
        /// Holds the newest value; sends it after a pause, and drops it if the upstream ends first.
        case debounce
        /// Holds a value that arrives with demand; sends it at the end of the interval, even after the upstream has ended.
        case throttle(latest: Bool)
    }

    private let rule: Rule
    private let probe: StoreProbe<Value>
    private var pending: Value?
    private var demand = Subscribers.Demand.none

    init(_ rule: Rule, label: String, node: NodeID, recorder: Recorder) {
        self.rule = rule
        probe = StoreProbe(
            recorder: recorder, edge: recorder.declareEdge(.store, label: label, upstream: node, downstream: node))
    }

    /// Records that a value arrives at the operator.
    func receive(_ value: Value) {
        if case .throttle(let latest) = rule {
            guard demand > .none else { return refuse(value, .noDemand) }
            guard latest || pending == nil else { return refuse(value, .overflowNewest) }
            if pending == nil { demand -= 1 }
        }
        drop(.superseded)
        pending = value
        probe.buffered(value)
    }

    private func refuse(_ value: Value, _ reason: DropReason) { probe.dropped(value, reason: reason) }

    private func drop(_ reason: DropReason) {
        guard let lost = pending.take() else { return }
        probe.dropped(lost, reason: reason)
    }

    /// Records that the operator's upstream ends.
    func upstreamEnds(_ completion: Subscribers.Completion<any Error>) {
        guard case .debounce = rule else { return }
        if case .failure = completion { drop(.error) } else { drop(.ended) }
    }

    func request(_ demand: Subscribers.Demand) { self.demand += demand }

    func cancel() { drop(.cancelled) }

    /// Records that the held value leaves the operator, and passes the value on.
    func send<Downstream: Subscriber<Value, any Error>>(_ value: Value, to downstream: Downstream) -> Subscribers.Demand {
        guard let kept = pending.take() else { return downstream.receive(value) }
        let returned = probe.recorder.causing(probe.unbuffered(kept)) { downstream.receive(value) }
        demand += returned
        return returned
    }
}

extension OperatorCall {
    /// A debounce or throttle of its receiver, with a record of its buffer.
    func pending<Operated: Publisher>(
        _ rule: PendingStore.Rule, operating: @escaping (Input) -> Operated
    ) -> Value where Operated.Output == Value, Operated.Failure == any Error {
        let stage = run.chain.stages[site.stage ?? 0]
        let node = run.recorder.declareNode(stage.operation.role, stage.operation, detail: stage.argumentText)
        let (upstream, recorder) = (input(into: node), run.recorder)
        return flow(
            Deferred {
                let store = PendingStore(rule, label: stage.label, node: node, recorder: recorder)
                let observed = upstream.handleEvents(
                    receiveOutput: store.receive, receiveCompletion: store.upstreamEnds)
                return PendingOutput(upstream: operating(observed.eraseToAnyPublisher()), store: store)
            }, node: node)
    }
}

/// Records the values that leave a ``PendingStore``.
private struct PendingOutput<Upstream: Publisher>: Publisher where Upstream.Output == Value, Upstream.Failure == any Error {
    typealias Output = Value
    typealias Failure = any Error

    let upstream: Upstream
    let store: PendingStore

    func receive(subscriber: some Subscriber<Value, any Error>) {
        let events = upstream.handleEvents(receiveCancel: store.cancel, receiveRequest: store.request)
        events.subscribe(PendingOutputSubscriber(store: store, downstream: subscriber))
    }
}

private struct PendingOutputSubscriber<Downstream: Subscriber>: Subscriber
where Downstream.Input == Value, Downstream.Failure == any Error {
    let combineIdentifier = CombineIdentifier()
    let store: PendingStore
    let downstream: Downstream

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
    func receive(_ input: Value) -> Subscribers.Demand { store.send(input, to: downstream) }
    func receive(completion: Subscribers.Completion<any Error>) { downstream.receive(completion: completion) }
}
