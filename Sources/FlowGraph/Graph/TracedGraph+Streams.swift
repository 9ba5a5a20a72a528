import FlowOperators
import FlowTrace

/// Swift concurrency streams that buffer, such as `AsyncStream`, or whose producers wait, such as `AsyncChannel`.
///
/// Such a stream is a node from its creation, since it may hold values before its first iterator. The edge that feeds it is made
/// with it; each iterator is an edge out of it.
extension TracedGraph {
    /// Declares the stream that an edge feeds, if it feeds one.
    mutating func declareStream(fedBy edge: TracedEdge.Index) {
        guard edges[edge].source == .feeder, let number = edges[edge].subjects.first,
            let stream = operation(edges[edge].subscriberType), stream.recordsEach
        else { return }
        producers[number] = edge
        // It ends with the stream, not with the last `yield`: values may still be buffered.
        enter(edge)
        let node = edges[edge].streamNode ?? nextNode()
        edges[edge].streamNode = node
        declare(
            NodeFact(
                id: node, role: .buffer, stream, capacity: edges[edge].capacity,
                overflow: edges[edge].capacity == nil ? nil : edges[edge].overflow, location: edges[edge].location))
        change(edge) { $0.downstream = node }
        placedBy[node] = edge
        showPlaces(of: edge)
    }

    /// Whether an edge feeds a stream. Its facts then include the stream's limits.
    mutating func isProducer(_ edge: TracedEdge.Index) -> Bool {
        edges[edge].source == .feeder && operation(edges[edge].subscriberType)?.recordsEach == true
    }

    /// Whether a new edge feeds such a stream.
    mutating func feedsStream(_ new: TracedSubscribing) -> Bool {
        guard new.key(of: .subject) != nil, let type = new.key(of: .subscriberType) else { return false }
        return operation(type.tag)?.recordsEach == true
    }

    /// Names the store of a stream or channel after its first iterator, as an operator's store is named after the edge below.
    mutating func nameStore(above edge: TracedEdge.Index) {
        guard let producer = producer(above: edge), let label = factOfEdge[edge]?.label, namedStreams.insert(producer).inserted
        else { return }
        let deed = isChannel(fedBy: producer) ? "waiting" : "held"
        changeStores(of: producer) { $0.label = "\(label) \(deed)" }
    }

    /// Whether the stream that an edge feeds is a channel, whose producers hold the values until a consumer takes them.
    mutating func isChannel(fedBy edge: TracedEdge.Index) -> Bool {
        operation(edges[edge].subscriberType)?.isAsyncChannel == true
    }

    /// The edge that feeds the stream above an edge; `nil` without such a stream.
    func producer(above edge: TracedEdge.Index) -> TracedEdge.Index? {
        guard !producers.isEmpty, let number = edges[edge].publisherObjects.first else { return nil }
        return producers[number]
    }

    /// The edge that feeds the stream with a number; `nil` if none does.
    func edgeFeeding(_ number: UInt64) -> TracedEdge.Index? { producers[number] }

    /// The node of the stream above a new edge.
    func streamNode(above new: TracedSubscribing) -> NodeID? {
        new.key(of: .publisherType).flatMap { producers[$0.id] }.flatMap { edges[$0].streamNode }
    }

    /// Removes a stream whose last owner is gone. Returns the edge that fed it.
    mutating func buryStream(fedBy id: UInt64) -> TracedEdge.Index? {
        guard !producers.isEmpty, let edge = bySubscriber[HookKey(id: id, tag: 0)].last,
            let number = edges[edge].subjects.first, producers[number] == edge
        else { return nil }
        producers[number] = nil
        namedStreams.remove(edge)
        leave(edge)
        return edge
    }
}
