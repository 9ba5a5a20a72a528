import FlowTrace
import FlowCombine

/// The probe of one subscription.
///
/// A class, so that forwarding a value copies nothing: copies would retain the shared recorder, and threads would contend for
/// its reference count.
final class ProbeLink<Downstream: Subscriber> {
    private let target: ProbeTarget
    private let downstream: Downstream

    init(target: ProbeTarget, downstream: Downstream) {
        self.target = target
        self.downstream = downstream
    }

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    /// Records and forwards a subscription, and records the requests on it.
    func receive(subscription: any Subscription) {
        guard target.role == .link else { return downstream.receive(subscription: subscription) }
        let mark = target.recorder.record(.subscribed, on: target.edge)
        target.recorder.causing(mark) {
            downstream.receive(subscription: ProbeSubscription(upstream: subscription, target: target))
        }
    }

    /// Records and forwards a value, and records the returned demand.
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        let isLink = target.role == .link
        let scope = target.recorder.recordCause(
            isLink ? .value : .offered, on: target.edge, value: TraceValue.basic(input) ?? .describing(input))
        let demand = downstream.receive(input)
        if isLink, demand != .none { target.recorder.record(.returned, on: target.edge, demand: Demand(demand)) }
        target.recorder.leave(scope)
        return demand
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        let mark = target.recorder.record(completion, on: target.edge)
        target.recorder.causing(mark) { downstream.receive(completion: completion) }
    }
}

/// Records the signals from upstream and forwards them unchanged.
///
/// Holds a single reference, because operators copy their subscriber for every value.
struct ProbeSubscriber<Downstream: Subscriber>: Subscriber {
    let link: ProbeLink<Downstream>

    /// The downstream's identifier, so that comparisons of identifiers see no probe.
    var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    func receive(subscription: any Subscription) { link.receive(subscription: subscription) }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand { link.receive(input) }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) { link.receive(completion: completion) }
}

/// Records the signals from downstream and forwards them unchanged.
struct ProbeSubscription: Subscription, CustomStringConvertible {
    let upstream: any Subscription
    let target: ProbeTarget

    var combineIdentifier: CombineIdentifier { upstream.combineIdentifier }

    var description: String { String(describing: upstream) }

    func request(_ demand: Subscribers.Demand) {
        let mark = target.recorder.record(.request, on: target.edge, demand: Demand(demand))
        target.recorder.causing(mark) { upstream.request(demand) }
    }

    func cancel() {
        let mark = target.recorder.record(.cancel, on: target.edge)
        target.recorder.causing(mark) { upstream.cancel() }
    }
}

extension Demand {
    /// Converts the stream library's demand.
    public init(_ demand: Subscribers.Demand) { self = demand.max.map(Demand.max) ?? .unlimited }
}

extension Recorder {
    func record(_ completion: Subscribers.Completion<some Error>, on edge: EdgeID) -> CauseMark {
        switch completion {
        case .finished: record(.finished, on: edge)
        case .failure(let error): record(.failure, on: edge, value: .describing(error))
        }
    }
}
