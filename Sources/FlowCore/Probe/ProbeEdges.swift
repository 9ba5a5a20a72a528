import FlowTrace

/// Hands out the edges of a probe: the first is declared when the chain is built, so that ids follow the chain from source to
/// sink; further subscriptions get further ones.
final class ProbeEdges: Sendable {
    /// The edge of the first subscription, known before there is one.
    let firstEdge: EdgeID

    private let declare: @Sendable () -> ProbePlace
    private let first: Guarded<ProbePlace?>

    init(label: String, role: ProbeRole, recorder: Recorder, upstream: NodeID?, downstream: NodeID?) {
        let edgeRole: EdgeFact.Role = role == .link ? .link : .source
        declare = {
            let edge = recorder.declareEdge(edgeRole, label: label, upstream: upstream, downstream: downstream)
            return ProbePlace(recorder: recorder, edge: edge, role: role)
        }
        let place = declare()
        firstEdge = place.edge
        first = Guarded(place)
    }

    /// The edge for a new subscription.
    func next() -> ProbePlace {
        let unused = first.withLock { place in
            defer { place = nil }
            return place
        }
        return unused ?? declare()
    }
}
