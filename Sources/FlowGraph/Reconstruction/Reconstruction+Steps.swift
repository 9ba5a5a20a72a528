import FlowTrace

/// Handles the steps of Swift concurrency streams.
///
/// A task may change threads at every `await`, so the open calls of threads say nothing about causes. The graph gives them: an
/// iterator has one call in progress at a time, so a value below is caused by the last value above, or by the one that left the
/// store in between, and a request above by the open one below.
extension Reconstruction {
    /// The latest events at an edge with recorded steps.
    struct Steps {
        /// The request without a value yet.
        var request: Int?
        /// Whether it has delivered a value, and no further one is requested: then a loop runs its body.
        var isInBody = false
        /// The streams fed meanwhile.
        var feedings: [Feeding] = []
        /// The number of values it has delivered.
        var valueCount: UInt32 = 0
        /// The last value and the end that reached the stage above.
        var valueAbove: Int?
        var endAbove: Int?
        /// The event of its end.
        var end: Int?
        /// The cancel of an edge below.
        var cancelBelow: Int?
        /// Whether a note has recorded that nothing more will arrive.
        var isForsaken = false
        /// Its last value.
        var lastValue: Int?
        /// Whether the program itself requests its values, so that one request may bring several.
        var isAskedForSome = false
    }

    mutating func step(_ step: StepKind, _ call: HookCall) {
        let element = call.record.element
        if step == .abandoned { return abandon(call) }
        guard let edge = edge(of: call, avoiding: { _ in false }) else { return stepOfShared(step, call) }
        switch step {
        case .request: request(on: edge, call)
        case .value: deliver(on: edge, call)
        case .completion: complete(on: edge, call)
        case .cancel: cancel(on: edge, call)
        case .kept: answer(call, on: edge) { $0.keep(element, in: edge) }
        case .dropped where graph.edges[edge].streamNode == nil: letGo(of: element, call, above: edge)
        case .dropped where element == 0: answer(call, on: edge) { $0.doubt(edge) }
        case .dropped:
            let yielded = UInt32(truncatingIfNeeded: call.record.b)
            answer(call, on: edge, cause: streams.arrival(of: yielded, in: edge)) { $0.drop(element, for: yielded, in: edge) }
        case .refused:
            let (hasEnded, hasFailed) = (graph.edges[edge].hasCompleted, graph.edges[edge].hasFailed)
            let reason: DropReason = hasEnded ? .ended : .cancelled
            let cause = hasEnded ? steps[edge]?.end : steps[edge]?.cancelBelow
            answer(call, on: edge, cause: cause) {
                $0.refuse(element, in: edge, because: reason, held: hasFailed ? .error : reason)
            }
        case .resumed: resume(element, on: edge, call)
        case .state: emit(.state, on: edge, call, payload: call.record.hookPayload, bytes: call.bytes)
        case .abandoned: break
        }
    }

    private mutating func request(on edge: TracedEdge.Index, _ call: HookCall) {
        settleArrival(from: edge, call)
        let cause = receivers(of: edge).compactMap { steps[$0]?.request }.first
        let isRestUnknown = isInGap(call)
        if !isRestUnknown { stores.request(.max(1), of: edge, in: &graph) }
        // A producer is not asked through `next`.
        let isNext = graph.edges[edge].source != .feeder
        let overlaps = isNext && isAsked(edge) ? TraceEvent.overlapping : 0
        let sequence = emit(
            .request, on: edge, call,
            flags: (isNext ? TraceEvent.next : 0) | overlaps | (isRestUnknown ? TraceEvent.uncertain : 0),
            payload: .demand(.max(1)), cause: cause)
        guard graph.edges[edge].isLive else { return }
        var known = steps[edge] ?? Steps()
        (known.request, known.isAskedForSome, known.isInBody) = (sequence, !isNext, false)
        steps[edge] = known
        if !known.feedings.isEmpty { linkStreams(fedBy: edge) }
        if let producer = graph.producer(above: edge), streams.isForsaken(producer) { forsake(edge, call) }
    }

    /// Counts a further value of one request as requested with the value before.
    private mutating func askForNext(on edge: TracedEdge.Index, _ call: HookCall) {
        guard let known = steps[edge], known.isAskedForSome, known.request == nil else { return }
        emit(.returned, on: edge, call, payload: .demand(.max(1)), cause: known.lastValue)
    }

    /// Whether a call of `next` is open: on the iterator, or on another of the same `AsyncStream`, which is an error too.
    private mutating func isAsked(_ edge: TracedEdge.Index) -> Bool {
        if steps[edge]?.request != nil { return true }
        guard let producer = graph.producer(above: edge), !graph.isChannel(fedBy: producer),
            graph.allowance.spend(graph.receiverCount(of: producer))
        else { return false }
        return receivers(of: producer).contains { $0 != edge && steps[$0]?.request != nil }
    }

    // MARK: Lost producers

    /// Abandons a stream after the loss of its last continuation: a waiting consumer never resumes.
    mutating func abandon(_ call: HookCall) {
        guard let producer = graph.edgeFeeding(call.key.id) else { return }
        streams.abandon(producer)
        guard streams.isForsaken(producer) else { return }
        for consumer in receivers(of: producer) where steps[consumer]?.request != nil { forsake(consumer, call) }
    }

    private mutating func forsake(_ consumer: TracedEdge.Index, _ call: HookCall) {
        guard steps[consumer]?.isForsaken == false, graph.edges[consumer].isLive else { return }
        steps[consumer]?.isForsaken = true
        emit(
            .note, on: consumer, call, flags: TraceEvent.forsaken, payload: .inlineText("waits for ever".utf8) ?? .none,
            cause: steps[consumer]?.request)
    }

    // MARK: Values and ends

    private mutating func deliver(on edge: TracedEdge.Index, _ call: HookCall) {
        let cause = release(edge, call) ?? steps[edge]?.valueAbove
        askForNext(on: edge, call)
        steps[edge, default: Steps()].valueCount &+= 1
        let sequence = deliver(on: edge, call, cause: cause)
        var known = steps[edge] ?? Steps()
        (known.request, known.lastValue, known.isInBody) = (nil, sequence, true)
        steps[edge] = known
        for receiver in receivers(of: edge) {
            // One of several sequences above may have ended earlier.
            (steps[receiver, default: Steps()].valueAbove, steps[receiver, default: Steps()].endAbove) = (sequence, nil)
        }
        if graph.edges[edge].streamNode != nil {
            let payload = log[sequence: sequence]?.event.payload ?? .none
            streams.yield(HeldValue(payload: payload, sequence: sequence), mark: call.record.element, to: edge)
            appendStreamChanges(call, cause: sequence)
        }
        guard let frame = calls.open.popLast() else { return }
        didDeliver(edge, call, in: frame, returning: .none)
        graph.leave(edge)
    }

    /// Removes a value delivered on an edge from the store above; returns the event of its departure, `nil` if it was not held.
    private mutating func release(_ edge: TracedEdge.Index, _ call: HookCall) -> Int? {
        guard let producer = graph.producer(above: edge) else { return release(edge, call, count: call.record.valueCount) }
        let left = streams.deliver(call.record.element, from: producer)
        return appendStreamChanges(call, cause: steps[edge]?.request) ?? left
    }

    private mutating func complete(on edge: TracedEdge.Index, _ call: HookCall) {
        settleArrival(from: edge, call)
        // A stream may have ended before its first iteration.
        let end = steps[edge]?.endAbove ?? graph.producer(above: edge).flatMap { steps[$0]?.end }
        // A stage that fails before its upstream has ended fails at a value.
        let cause = end ?? (call.record.valueType != .none ? steps[edge]?.valueAbove : nil)
        let sequence = complete(edge, call, cause: cause)
        (steps[edge, default: Steps()].request, steps[edge, default: Steps()].end) = (nil, sequence)
        for receiver in receivers(of: edge) { steps[receiver, default: Steps()].endAbove = sequence }
        if let frame = calls.open.popLast() { leave(frame) }
    }

    private mutating func cancel(on edge: TracedEdge.Index, _ call: HookCall, flags: UInt8 = 0) {
        // The edge forgets them when it ends.
        let above = graph.allowance.spend(graph.edges[edge].feeders.count) ? graph.edges[edge].feeders : []
        let sequence = cancel(call, flags: flags, cause: steps[edge]?.cancelBelow)
        if let frame = calls.open.popLast() { leave(frame) }
        steps[edge]?.request = nil
        for feeder in above { steps[feeder, default: Steps()].cancelBelow = sequence }
    }

    /// Holds the arrived value in the stages below an edge, which continue, unless it was dropped.
    private mutating func settleArrival(from edge: TracedEdge.Index, _ call: HookCall) {
        for receiver in receivers(of: edge) {
            stores.settleArrival(above: receiver, from: edge)
            let isOfEdge = stores.changes.allSatisfy { $0.input == edge }
            appendChanges(call, cause: isOfEdge ? steps[edge]?.lastValue : nil)
        }
    }

    /// Drops the value with a number in the operator above an edge.
    private mutating func letGo(of number: UInt32, _ call: HookCall, above edge: TracedEdge.Index) {
        stores.letGo(of: number, above: edge)
        appendChanges(call, cause: steps[edge]?.valueAbove)
    }

    /// Drops the value with a number from a buffer shared by several consumers: the ones that have not received it lose it.
    private mutating func stepOfShared(_ step: StepKind, _ call: HookCall) {
        guard step == .dropped else { return countStray(call) }
        let consumers = graph.byPublisher[call.key.id]
        guard graph.allowance.spend(consumers.count) else { return }
        for edge in consumers { letGo(of: call.record.element, call, above: edge) }
    }

    /// Applies a stream's answer about the fate of a yielded value.
    private mutating func answer(
        _ call: HookCall, on edge: TracedEdge.Index, cause: Int? = nil, _ change: (inout TracedStreams) -> Void
    ) {
        guard graph.edges[edge].streamNode != nil else { return }
        change(&streams)
        appendStreamChanges(call, cause: cause)
    }

    /// Resumes a producer: its value went to the consumer with the oldest request that has no value on its way.
    private mutating func resume(_ mark: UInt32, on edge: TracedEdge.Index, _ call: HookCall) {
        let request = nextRequest(to: edge)
        streams.resume(mark, in: edge)
        appendStreamChanges(call, cause: request)
    }

    private mutating func nextRequest(to producer: TracedEdge.Index) -> Int? {
        guard graph.allowance.spend(graph.receiverCount(of: producer)) else { return nil }
        let asked = receivers(of: producer).compactMap { steps[$0]?.request }.sorted()
        let answered = streams.handedCount(from: producer)
        return answered < asked.count ? asked[answered] : nil
    }

    /// Records a publisher's signal for the edge below, if that belongs to a task: `publisher.values`.
    mutating func tellSteps(below edge: TracedEdge.Index, _ change: (inout Steps) -> Void) {
        guard !steps.isEmpty, graph.receiverCount(of: edge) == 1 else { return }
        let receiver = graph.receiver(0, of: edge)
        if steps[receiver] != nil { change(&steps[receiver]!) }
    }

    private func receivers(of edge: TracedEdge.Index) -> [TracedEdge.Index] {
        (0..<graph.receiverCount(of: edge)).map { graph.receiver($0, of: edge) }
    }

    // MARK: Streams

    /// Declares the stream that a new edge feeds, if any.
    mutating func declareStream(fedBy edge: TracedEdge.Index, _ call: HookCall) {
        graph.declareStream(fedBy: edge)
        guard let node = graph.edges[edge].streamNode else { return }
        let store = streams.store(fedBy: edge) ?? graph.declareStore(ofStream: node, fedBy: edge)
        let isIncomplete = graph.edges[edge].doubts.contains(.incomplete)
        // Above its high watermark the stream asks the producer to stop, but keeps further values.
        let capacity = graph.edges[edge].overflow == .stopProducer ? nil : graph.edges[edge].capacity
        streams.add(
            fedBy: edge, store: store, isChannel: graph.isChannel(fedBy: edge), capacity: capacity, isIncomplete: isIncomplete)
        appendStreamChanges(call, cause: nil)
    }

    /// Handles the death of an object, which may end a stream.
    mutating func bury(_ call: HookCall) {
        if let producer = graph.buryStream(fedBy: call.key.id) {
            streams.end(fedBy: producer, because: steps[producer]?.cancelBelow == nil ? .ended : .cancelled)
            appendStreamChanges(call, cause: nil)
            // A stream that is gone accepts no more values, even if it was never finished.
            if graph.edges[producer].isLive { cancel(on: producer, call, flags: TraceEvent.letGo) }
        }
        graph.bury(subscriber: call.key.id, at: call.record.time)
    }

    /// Appends the changes of streams; returns the last event. A value's entry into a store is caused by the value's own event.
    @discardableResult
    mutating func appendStreamChanges(_ call: HookCall, cause: Int?) -> Int? {
        appendStreamChanges(at: call.record.time, on: call.thread, cause: cause)
    }

    @discardableResult
    mutating func appendStreamChanges(at time: UInt64, on thread: UInt32, cause: Int?) -> Int? {
        guard !streams.changes.isEmpty else { return nil }
        declareFacts()
        var last: Int?
        for change in streams.changes {
            guard let store = streams.store(fedBy: change.edge) else { continue }
            let entry = change.kind.isEntrance ? change.value?.sequence : nil
            let sequence = log.add(event(change, on: store, at: time), thread: thread, bytes: nil, cause: entry ?? cause)
            streams.report(change, as: sequence)
            last = sequence
        }
        streams.clearChanges()
        return last
    }
}

extension HoldingChange.Kind {
    /// Whether it concerns a value that has just arrived.
    fileprivate var isEntrance: Bool {
        switch self {
        case .buffered, .dropped(.overflowNewest), .refused: true
        case .unbuffered, .dropped, .forgotten, .least, .known: false
        }
    }
}
