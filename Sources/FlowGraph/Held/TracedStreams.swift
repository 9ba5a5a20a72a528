import FlowTrace

/// The buffers of Swift concurrency streams that report the fate of each value, and the waiting producers of channels.
///
/// Each value has a mark that identifies it as it leaves, even if several tasks yield and consume at once.
struct TracedStreams: Sendable {
    /// A yielded value with its mark.
    private struct Marked: Sendable {
        let mark: UInt32
        var value: HeldValue
    }

    /// A value that has left, and the event of its departure.
    private struct Handed: Sendable {
        let marked: Marked
        var sequence: Int?
    }

    private struct Stream: Sendable {
        let store: EdgeID
        /// Whether each value waits in the `send` that brings it.
        let isChannel: Bool
        /// The most values that it holds; `nil` if unlimited.
        let capacity: Int?
        /// Values whose `yield` may not have returned.
        var arriving: [Marked] = []
        var held = ArrivalQueue<Marked>()
        /// Values that have left but are not yet recorded by their consumer.
        var handed: [Handed] = []
        /// Whether its last producer is gone without ending it.
        var isAbandoned = false
        /// Whether it may hold further values whose records are missing.
        var mayHoldMore = false
    }

    /// The most tasks that yield at once, or take values out of order; only a damaged trace has more.
    private static let limit = 64
    /// The most waiting producers of a channel that can be removed out of order, and the most consumers about to resume.
    private static let channelLimit = 4_096

    /// The unreported changes.
    private(set) var changes: [HoldingChange] = []
    private var streams: [TracedEdge.Index: Stream] = [:]

    mutating func clearChanges() { changes.removeAll(keepingCapacity: true) }

    mutating func rewritePayloads(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        for edge in streams.keys {
            streams[edge]?.held.update { $0.value.payload = change($0.value.payload) }
            let arriving = streams[edge]?.arriving.map { marked in
                var marked = marked
                marked.value.payload = change(marked.value.payload)
                return marked
            }
            streams[edge]?.arriving = arriving ?? []
        }
    }

    /// The edge that reports the buffer of the stream fed by `edge`.
    func store(fedBy edge: TracedEdge.Index) -> EdgeID? { streams[edge]?.store }

    /// Adds a new stream.
    mutating func add(fedBy edge: TracedEdge.Index, store: EdgeID, isChannel: Bool, capacity: Int?, isIncomplete: Bool) {
        streams[edge] = Stream(store: store, isChannel: isChannel, capacity: capacity)
        if isIncomplete { doubt(edge) }
    }

    /// Records a yielded or sent value.
    mutating func yield(_ value: HeldValue, mark: UInt32, to edge: TracedEdge.Index) {
        if streams[edge]?.isChannel == true {
            streams[edge]?.held.append(Marked(mark: mark, value: value))
            return append(.buffered, value, edge)
        }
        if streams[edge]?.arriving.count == TracedStreams.limit { streams[edge]?.arriving.removeFirst() }
        streams[edge]?.arriving.append(Marked(mark: mark, value: value))
    }

    /// Moves an arriving value into the buffer, unless it has been delivered meanwhile.
    mutating func keep(_ mark: UInt32, in edge: TracedEdge.Index) {
        guard let marked = arrived(mark, in: edge) else { return }
        let capacity = streams[edge]?.capacity ?? .max
        handOver(edge, above: capacity - 1)
        streams[edge]?.held.append(marked)
        append(.buffered, marked.value, edge)
        handOver(edge, above: capacity)
    }

    /// Removes the oldest value of a full stream: it went to a consumer, whose record of it follows later.
    private mutating func handOver(_ edge: TracedEdge.Index, above limit: Int) {
        guard let count = streams[edge]?.held.count, count > limit, let oldest = streams[edge]?.held.popFirst() else { return }
        handOver(oldest, from: edge)
    }

    private mutating func handOver(_ marked: Marked, from edge: TracedEdge.Index) {
        append(.unbuffered, marked.value, edge)
        if handedCount(from: edge) == reach(edge) { streams[edge]?.handed.removeFirst() }
        streams[edge]?.handed.append(Handed(marked: marked))
    }

    /// The number of values on their way to consumers.
    func handedCount(from edge: TracedEdge.Index) -> Int { streams[edge]?.handed.count ?? 0 }

    private func reach(_ edge: TracedEdge.Index) -> Int {
        streams[edge]?.isChannel == true ? TracedStreams.channelLimit : TracedStreams.limit
    }

    /// The event of a value whose `yield` has not returned; `nil` if it has.
    func arrival(of mark: UInt32, in edge: TracedEdge.Index) -> Int? {
        streams[edge]?.arriving.first { $0.mark == mark }?.value.sequence
    }

    /// Drops a value in favour of the one just yielded, or that one itself.
    mutating func drop(_ mark: UInt32, for yielded: UInt32, in edge: TracedEdge.Index) {
        guard mark != yielded else {
            if let marked = arrived(mark, in: edge) { append(.dropped(.overflowNewest), marked.value, edge) }
            return
        }
        // Another thread yielded it, and has not yet reported that it was kept.
        keep(arriving: mark, in: edge)
        if let oldest = remove(mark, from: edge) { append(.dropped(.overflowOldest), oldest.value, edge) }
        keep(yielded, in: edge)
    }

    /// Refuses an arriving value or drops a held one, after the end of the stream or the cancellation of its `send`.
    mutating func refuse(_ mark: UInt32, in edge: TracedEdge.Index, because reason: DropReason, held: DropReason) {
        if let marked = arrived(mark, in: edge) {
            append(.refused(reason), marked.value, edge)
        } else if let marked = remove(mark, from: edge) {
            append(.dropped(held), marked.value, edge)
        }
    }

    /// Records the return of a value's `send`: a consumer has the value, even if the consumer's record follows later.
    mutating func resume(_ mark: UInt32, in edge: TracedEdge.Index) {
        guard streams[edge]?.isChannel == true else { return }
        // As with a delivery: values sent before the gap have left.
        let isOldest = streams[edge]?.held.first?.mark == mark
        guard let marked = remove(mark, from: edge) else { return }
        handOver(marked, from: edge)
        if isOldest { know(edge) }
    }

    /// Records the event that reports a change.
    mutating func report(_ change: HoldingChange, as sequence: Int) {
        guard case .unbuffered = change.kind, streams[change.edge]?.handed.isEmpty == false,
            let index = streams[change.edge]?.handed.lastIndex(where: { $0.marked.value.sequence == change.value?.sequence })
        else { return }
        streams[change.edge]?.handed[index].sequence = sequence
    }

    /// Records the delivery of a value. Returns the event of its departure, if it left earlier.
    mutating func deliver(_ mark: UInt32, from edge: TracedEdge.Index) -> Int? {
        keep(arriving: mark, in: edge)
        if let index = streams[edge]?.handed.firstIndex(where: { $0.marked.mark == mark }) {
            return streams[edge]?.handed.remove(at: index).sequence
        }
        // Values leave in order of arrival, so the ones before the gap have left.
        let isOldest = streams[edge]?.held.first?.mark == mark
        guard let marked = remove(mark, from: edge) else { return nil }
        append(.unbuffered, marked.value, edge)
        if isOldest { know(edge) }
        return nil
    }

    /// Records the loss of the last producer.
    mutating func abandon(_ edge: TracedEdge.Index) { streams[edge]?.isAbandoned = true }

    /// Whether a stream will deliver nothing more, not even an end.
    func isForsaken(_ edge: TracedEdge.Index) -> Bool {
        guard let stream = streams[edge] else { return false }
        return stream.isAbandoned && stream.held.isEmpty && stream.arriving.isEmpty && !stream.mayHoldMore
    }

    /// Ends a stream; its values are dropped for `reason`.
    mutating func end(fedBy edge: TracedEdge.Index, because reason: DropReason) {
        for marked in streams[edge]?.held.removeAll() ?? [] { append(.dropped(reason), marked.value, edge) }
        know(edge)
        forgetMoving(edge)
    }

    /// Marks all buffers as unknown: held values may have left, and others may have arrived.
    mutating func doubtAll() {
        for edge in streams.keys.sorted(by: { $0.position < $1.position }) { doubt(edge) }
    }

    /// Marks the buffer of a stream as unknown.
    mutating func doubt(_ edge: TracedEdge.Index) {
        forgetMoving(edge)
        for marked in streams[edge]?.held.removeAll() ?? [] { append(.forgotten, marked.value, edge) }
        guard streams[edge]?.mayHoldMore == false else { return }
        streams[edge]?.mayHoldMore = true
        append(.least, nil, edge)
    }

    /// Forgets the values on their way in or out.
    private mutating func forgetMoving(_ edge: TracedEdge.Index) {
        streams[edge]?.arriving = []
        streams[edge]?.handed = []
    }

    private mutating func know(_ edge: TracedEdge.Index) {
        guard streams[edge]?.mayHoldMore == true else { return }
        streams[edge]?.mayHoldMore = false
        append(.known, nil, edge)
    }

    private mutating func keep(arriving mark: UInt32, in edge: TracedEdge.Index) {
        if streams[edge]?.arriving.contains(where: { $0.mark == mark }) == true { keep(mark, in: edge) }
    }

    private mutating func arrived(_ mark: UInt32, in edge: TracedEdge.Index) -> Marked? {
        guard let index = streams[edge]?.arriving.firstIndex(where: { $0.mark == mark }) else { return nil }
        return streams[edge]?.arriving.remove(at: index)
    }

    private mutating func remove(_ mark: UInt32, from edge: TracedEdge.Index) -> Marked? {
        let reach = reach(edge)
        return streams[edge]?.held.removeFirst(within: reach) { $0.mark == mark }
    }

    private mutating func append(_ kind: HoldingChange.Kind, _ value: HeldValue?, _ edge: TracedEdge.Index) {
        changes.append(HoldingChange(edge: edge, kind: kind, value: value, input: edge))
    }
}
