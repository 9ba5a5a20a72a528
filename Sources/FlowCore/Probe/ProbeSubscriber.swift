import FlowTrace
import OpenCombineShim

/// Stands between two operators: records what comes down and forwards it unchanged.
struct ProbeSubscriber<Downstream: Subscriber>: Subscriber {
    let downstream: Downstream
    let place: ProbePlace

    /// The downstream's own, so that whoever compares identifiers sees no difference.
    var combineIdentifier: CombineIdentifier {
        downstream.combineIdentifier
    }

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

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        let kind: SignalKind = place.role == .link ? .value : .offered
        let mark = place.recorder.record(kind, on: place.edge, value: .describing(input))
        return place.recorder.causing(mark) {
            let demand = downstream.receive(input)
            if place.role == .link, demand != .none {
                place.recorder.record(.returned, on: place.edge, demand: Demand(demand))
            }
            return demand
        }
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
