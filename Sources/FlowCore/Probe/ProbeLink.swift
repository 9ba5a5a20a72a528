import FlowTrace
import OpenCombineShim

/// The probe of one subscription.
///
/// An object, so that nothing is copied for a value: threads that retain one shared recorder get in each other's way.
final class ProbeLink<Downstream: Subscriber> {
    private let place: ProbePlace
    private let downstream: Downstream

    init(place: ProbePlace, downstream: Downstream) {
        self.place = place
        self.downstream = downstream
    }

    var combineIdentifier: CombineIdentifier {
        downstream.combineIdentifier
    }

    /// Records and forwards a subscription, with the requests on it recorded.
    func receive(subscription: any Subscription) {
        guard place.role == .link else {
            downstream.receive(subscription: subscription)
            return
        }
        let mark = place.recorder.record(.subscribed, on: place.edge)
        place.recorder.causing(mark) {
            downstream.receive(subscription: ProbeSubscription(upstream: subscription, place: place))
        }
    }

    /// Records and forwards a value, and records the demand that comes back.
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        let isLink = place.role == .link
        let scope = place.recorder.recordCause(
            isLink ? .value : .offered, on: place.edge, value: TraceValue.basic(input) ?? .describing(input))
        let demand = downstream.receive(input)
        if isLink, demand != .none { place.recorder.record(.returned, on: place.edge, demand: Demand(demand)) }
        place.recorder.leave(scope)
        return demand
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        let mark =
            switch completion {
            case .finished: place.recorder.record(.finished, on: place.edge)
            case .failure(let error): place.recorder.record(.failure, on: place.edge, value: .describing(error))
            }
        place.recorder.causing(mark) { downstream.receive(completion: completion) }
    }
}

/// Records what comes down and forwards it unchanged.
///
/// A single reference, because operators copy their subscriber for every value.
struct ProbeSubscriber<Downstream: Subscriber>: Subscriber {
    let link: ProbeLink<Downstream>

    /// The downstream's own, so that whoever compares identifiers sees no difference.
    var combineIdentifier: CombineIdentifier {
        link.combineIdentifier
    }

    func receive(subscription: any Subscription) {
        link.receive(subscription: subscription)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        link.receive(input)
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        link.receive(completion: completion)
    }
}

/// Records what the downstream asks and forwards it unchanged.
struct ProbeSubscription: Subscription, CustomStringConvertible {
    let upstream: any Subscription
    let place: ProbePlace

    var combineIdentifier: CombineIdentifier {
        upstream.combineIdentifier
    }

    var description: String {
        String(describing: upstream)
    }

    func request(_ demand: Subscribers.Demand) {
        let mark = place.recorder.record(.request, on: place.edge, demand: Demand(demand))
        place.recorder.causing(mark) { upstream.request(demand) }
    }

    func cancel() {
        let mark = place.recorder.record(.cancel, on: place.edge)
        place.recorder.causing(mark) { upstream.cancel() }
    }
}
