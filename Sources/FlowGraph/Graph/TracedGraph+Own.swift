import FlowOperators
import FlowTrace

/// Links of subscriptions made by the program's own operators: OpenCombine reports neither that they feed the operator, nor their
/// downstream.
extension TracedGraph {
    /// Whether the publisher of an edge is an operator outside the catalogue.
    private mutating func isOwn(_ edge: TracedEdge.Index) -> Bool {
        guard edges[edge].publisherTypes.count == 1, case .other? = operation(edges[edge].publisherTypes[0]) else { return false }
        return true
    }

    /// The edge with a requested subscription, if one of the program's own operators made that subscription.
    mutating func ownOperator(asked subscription: HookKey) -> TracedEdge.Index? {
        guard let edge = groups[subscription]?.first, edges[edge].isLive, isOwn(edge) else { return nil }
        return edge
    }

    /// Infers that a subscription made by an own operator during a request feeds it, unless more is known.
    mutating func inferRequested(_ edge: TracedEdge.Index) {
        guard let outer = edges[edge].subscribedIn, edges[outer].subscription != nil, !edges[edge].hadDownstream, isOwn(outer),
            !isEnd(edges[edge])
        else { return }
        linkFurther(edge, to: outer)
    }

    /// Records that a value arrived at `edge` within the delivery of one to `input`, with nothing recorded in between.
    ///
    /// So the subscriber of `input` passed it on. If its downstream is unknown, it serves the operator above `edge`. A closure
    /// may send to any subscriber: if the operator subscribed with a closure, both edges are marked.
    @inline(__always)
    mutating func recordPassing(from input: TracedEdge.Index, to edge: TracedEdge.Index) {
        if !edges[input].hadDownstream { inferPassing(from: input, to: edge) }
    }

    private mutating func inferPassing(from input: TracedEdge.Index, to edge: TracedEdge.Index) {
        guard input != edge, edges[input].doubts.isEmpty, edges[edge].doubts.isEmpty, isOwn(edge) else {
            return
        }
        if !isEnd(edges[input]), factOfEdge[input].map({ $0.downstream == nil }) ?? false {
            linkFurther(input, to: edge)
        } else if edges[input].subscribedIn == edge {
            doubt(input, .fedApart)
            doubt(edge, .fedApart)
        }
    }

    /// Links an edge to one downstream, without claiming that it is the only feeder.
    private mutating func linkFurther(_ edge: TracedEdge.Index, to downstream: TracedEdge.Index) {
        let neededNone = edges[downstream].needsNoFeeder
        link(edge, to: downstream)
        edges[downstream].needsNoFeeder = neededNone
    }

    // MARK: Subscribing again

    /// Stores the operator served by the subscriber of an ended edge, which may subscribe again.
    mutating func rememberServed(by edge: TracedEdge.Index) {
        guard edges[edge].hadDownstream, !isOpenCombines(edges[edge].subscriberType), let receiver = edges[edge].downstream.first
        else {
            return
        }
        served.record(receiver, life: edges[receiver].life, by: edges[edge].key)
    }

    /// Links a further subscription of a subscriber to the operator that its earlier ones served.
    ///
    /// - Parameter type: The subscriber's type.
    mutating func linkAgain(_ edge: TracedEdge.Index, type: UInt32) {
        guard !isOpenCombines(type) else { return }
        let key = edges[edge].key
        let other = bySubscriber[key].first {
            $0 != edge && $0 != edges[edge].subscribedIn && edges[$0].isLive && edges[$0].hadDownstream
        }
        if let receiver = other.flatMap({ edges[$0].downstream.first }) {
            linkFurther(edge, to: receiver)
        } else if let (receiver, life) = served.operator(of: key), edges[receiver].life == life, edges[receiver].isLive {
            linkFurther(edge, to: receiver)
        }
    }

    /// Whether a type is the library's, whose subscribers report their downstream themselves.
    private func isOpenCombines(_ type: UInt32) -> Bool { names[type]?.isOpenCombines ?? true }
}

/// The operators served by ended subscriptions, by the subscriber's identifier.
struct ServedOperators: Sendable {
    /// The most entries; a further one clears the table.
    private static let limit = 1 << 12

    private var known: [UInt64: (tag: UInt32, receiver: TracedEdge.Index, life: Int)] = [:]

    mutating func record(_ receiver: TracedEdge.Index, life: Int, by subscriber: HookKey) {
        if known.count >= ServedOperators.limit { known = [:] }
        known[subscriber.id] = (subscriber.tag, receiver, life)
    }

    /// The edge out of the operator that a subscriber served, and the edge's life at that time.
    func `operator`(of subscriber: HookKey) -> (edge: TracedEdge.Index, life: Int)? {
        known[subscriber.id].flatMap { $0.tag == subscriber.tag ? ($0.receiver, $0.life) : nil }
    }

    /// Forgets a subscriber whose object is gone: another may get its identifier.
    mutating func forget(_ subscriber: UInt64) { known[subscriber] = nil }
}
