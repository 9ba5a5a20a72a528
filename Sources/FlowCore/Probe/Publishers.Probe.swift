import FlowTrace
import FlowCombine

extension Publishers {
    /// A publisher that records every signal between its upstream and its downstream, and changes nothing.
    ///
    /// Made by ``OpenCombine/Publisher/probe(_:as:recorder:upstream:downstream:)``.
    public struct Probe<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        let edges: Declarations<ProbeTarget>

        /// The edge of the first subscription; callers can record more on it, such as a subscriber's states.
        public var edge: EdgeID { edges.first.edge }

        public func receive(subscriber: some Subscriber<Output, Failure>) {
            upstream.subscribe(ProbeSubscriber(link: ProbeLink(target: edges.next(), downstream: subscriber)))
        }
    }
}

extension Publisher {
    /// Records every signal at this point, and changes none: with and without it, the downstream's signals and the demand on the
    /// upstream are identical.
    ///
    /// Each signal is recorded before it is forwarded, as the cause of all events until the forwarding returns. Every further
    /// subscription is a separate edge with the same label.
    ///
    /// OpenCombine fuses some neighbours (`map { }.map { }` on a sequence becomes one operator); a probe between two of them
    /// keeps them apart.
    ///
    /// - Parameters:
    ///   - label: The name of the lane.
    ///   - role: `.link` for all signals of the subscription; `.source` for the values that a source offers, without the demand.
    ///   - recorder: Receives the records.
    ///   - upstream: The upstream node, if known.
    ///   - downstream: The downstream node, if known.
    @_disfavoredOverload
    public func probe(
        _ label: String, as role: ProbeRole = .link, recorder: Recorder, upstream: NodeID? = nil, downstream: NodeID? = nil
    ) -> Publishers.Probe<Self> {
        let edges = ProbeTarget.all(label: label, role: role, recorder: recorder, upstream: upstream, downstream: downstream)
        return Publishers.Probe(upstream: self, edges: edges)
    }
}

/// The signals that a probe records.
public enum ProbeRole: Sendable {
    /// All signals of a subscription, in both directions.
    case link
    /// The values and the end of a source, without the demand.
    case source
}

/// The declarations of a publisher's subscriptions. The first is made with the publisher, so that ids follow the chain from
/// source to sink; each later one is made with its subscription.
final class Declarations<Declared: Sendable>: Sendable {
    /// The declaration of the first subscription, made before it exists.
    let first: Declared
    private let declare: @Sendable () -> Declared
    private let unused: LockedBox<Declared?>

    init(_ declare: @escaping @Sendable () -> Declared) {
        self.declare = declare
        first = declare()
        unused = LockedBox(first)
    }

    /// Returns the declaration of a new subscription.
    func next() -> Declared { unused.withLock { $0.take() } ?? declare() }
}

/// The recorder and the edge of one subscription's probe.
struct ProbeTarget: Sendable {
    let recorder: Recorder
    let edge: EdgeID
    let role: ProbeRole

    /// The edges of a probe's subscriptions.
    static func all(
        label: String, role: ProbeRole, recorder: Recorder, upstream: NodeID?, downstream: NodeID?
    ) -> Declarations<ProbeTarget> {
        Declarations {
            let edge = recorder.declareEdge(
                role == .link ? .link : .source, label: label, upstream: upstream, downstream: downstream)
            return ProbeTarget(recorder: recorder, edge: edge, role: role)
        }
    }
}
