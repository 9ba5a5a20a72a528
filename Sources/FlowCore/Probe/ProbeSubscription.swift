import FlowTrace
import OpenCombineShim

/// Records what the downstream asks and forwards it unchanged.
struct ProbeSubscription: Subscription, CustomStringConvertible {
    let upstream: any Subscription
    let place: ProbePlace

    /// The upstream subscription's own.
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
