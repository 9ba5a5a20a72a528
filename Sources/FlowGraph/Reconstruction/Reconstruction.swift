import FlowTrace

/// Derives a trace of nodes, edges and events from a tracer's records.
///
/// A hook record holds a call that the stream library was about to make, and its receiver. Other records, such as an explicit
/// probe's events, pass through. The same code reads a live run and a file.
///
/// - Complexity: O(1) a record, except for subscribing, which is O(live edges with the same identifier). `StepAllowance` bounds
///   the cost of damaged records: anything beyond is left out, and the edges are marked.
public struct Reconstruction: RecordSink, Sendable {
    /// The derived trace.
    public internal(set) var log = TraceLog()
    /// The number of calls to subscribers and subscriptions from before the trace began.
    public private(set) var strayCalls = 0
    /// Whether a subscription began before the trace, or records were overwritten. Earlier subscriptions that never signal again
    /// leave no sign.
    public var isIncomplete: Bool { strayCalls > 0 || hasIncompleteEdges }
    private var hasIncompleteEdges = false
    /// The number of calls without a matching beginning or end.
    public internal(set) var unbalancedCalls = 0

    var graph: TracedGraph
    var calls = CallStacks<HookFrame>()
    var stores = TracedStores()
    var streams = TracedStreams()
    var steps: [TracedEdge.Index: Steps] = [:]
    /// For each edge out of a subject that keeps its newest value: that value, if it was sent without demand.
    var unasked: [TracedEdge.Index: SentValue] = [:]
    /// The open calls of `send` by number.
    var sends: [Int: SubjectSend] = [:]
    var callCount = 0
    /// The number of first yields and sends of loops to streams.
    var feedings = 0
    private var handed: [UInt32: HookKey] = [:]
    /// The subscription in progress by thread, until the first record that is not one of its facts.
    private var subscribing: [UInt32: TracedSubscribing] = [:]
    /// The time up to which records are missing; `nil` if none are.
    private var gapEnd: UInt64?
    /// The edges of explicit probes that are not marked as incomplete.
    private var probeEdges: [EdgeID] = []

    /// Creates an empty trace.
    ///
    /// - Parameter kept: The number of ended subscriptions of one shape that keep separate edges. A further one continues the
    ///   edge and the counts of the oldest; the event with which it starts has `TraceEvent.beginsLife` set.
    public init(keeping kept: Int = 16) { graph = TracedGraph(keeping: kept) }

    /// Adds the facts of explicit probes, renumbered to fit among the derived ones.
    public mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {
        let known = graph.adopt(nodes: nodes, edges: edges)
        log.declare(nodes: known.nodes, edges: known.edges)
        probeEdges += known.edges.map(\.id)
    }

    /// Records how many records the recorder has dropped so far.
    public mutating func record(missed: Int) { log.record(missed: missed) }

    /// The number of records whose time lies before that of an earlier record of their thread.
    public var timesBack: Int { log.timesBack }

    /// Counts skipped facts whose type this version does not know.
    public mutating func passOver(items: Int) { log.passOver(items: items) }

    /// The number of records and items of kinds unknown to this version.
    public var unknownRecords: Int { log.unknownRecords }

    /// Forgets the events up to a sequence number; the graph, the counters and the buffers stay.
    ///
    /// - Complexity: O(held values + kept events).
    public mutating func forget(upTo sequence: Int) {
        guard min(sequence, log.count) > log.forgotten else { return }
        let start = log.firstText(after: sequence)
        stores.rewritePayloads { log.keep($0, before: start) }
        streams.rewritePayloads { log.keep($0, before: start) }
        log.forget(upTo: sequence)
    }

    /// Releases unused memory.
    public mutating func shrink() {
        log.shrink()
        graph.recent = RecentEdges()
    }

    /// Marks everything before `time` as incomplete, and forgets the calls whose end may be among the missing records.
    ///
    /// - Complexity: O(edges).
    public mutating func recordGap(until time: UInt64) {
        gapEnd = max(gapEnd ?? 0, time)
        graph.doubtLive()
        declareFacts()
        doubtProbes()
        // Calls other than subscribing and handing over a subscription are dropped, since their ends may be missing.
        for frame in calls.removeAll(where: { ![.didSubscribe, .didSubscription].contains($0.end) }) { leave(frame) }
        log.recordGap(until: time)
        stores.forget(callsUpTo: callCount)
        streams.doubtAll()
        for edge in steps.keys {
            steps[edge]?.request = nil
            steps[edge]?.isInBody = false
            steps[edge]?.feedings = []
        }
        let last = log.entries.last?.event.time ?? log.forgottenTime.nanoseconds
        appendChanges(at: last, on: 0, cause: nil)
        appendStreamChanges(at: last, on: 0, cause: nil)
    }

    /// Marks the edges of explicit probes: their facts carry no time, so any of them may lack records.
    private mutating func doubtProbes() {
        for var edge in probeEdges.compactMap({ log.edge($0) }) {
            hasIncompleteEdges = true
            edge.doubts.insert(.incomplete)
            log.declare(nodes: [], edges: [edge])
        }
        probeEdges = []
    }

    /// Appends the next record of a thread: derives facts and events from a hook record, and passes an event through.
    ///
    /// - Complexity: O(1), except for subscribing, which is O(live edges with the same identifier).
    public mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        calls.turn(to: thread)
        if record.family == .executors { return log.append(record, thread: thread, bytes: bytes) }
        if record.family == .events {
            let event = record.kind == nil ? record : graph.renamed(record)
            return log.append(event, thread: thread, bytes: bytes, within: innermost)
        }
        graph.allowance.grant(text: bytes?.count ?? 0)
        let call = HookCall(record: record, thread: thread, bytes: bytes)
        if let kind = record.call {
            if !subscribing.isEmpty { beginSubscribing(on: thread) }
            apply(kind, call)
        } else if let step = record.step {
            if !subscribing.isEmpty { beginSubscribing(on: thread) }
            self.step(step, call)
        } else if let fact = record.fact {
            apply(fact, call)
        } else {
            return log.passOver(record, thread: thread)
        }
        if isInGap(call) { stores.lose(callsUpTo: callCount) }
        declareFacts()
        log.skip(record, thread: thread)
    }

    @inline(__always)
    private mutating func apply(_ kind: CallKind, _ call: HookCall) {
        switch kind {
        case .willSubscribe: subscribe(call)
        case .willSubscription: handOver(call)
        case .willValue: if call.record.callFlags.contains(.sent) { willSend(call) } else { deliver(call) }
        case .willComplete: complete(call)
        case .willRequest: request(call)
        case .willCancel: cancel(call)
        case .didSubscribe: didSubscribe(call)
        case .didValue: if call.record.callFlags.contains(.sent) { didSend(call) } else { didDeliver(call) }
        case .didSubscription, .didComplete, .didCancel: if let frame = pop(call, kind) { leave(frame) }
        case .didRequest: didRequest(call)
        }
    }

    @inline(__always)
    mutating func declareFacts() {
        if graph.hasFacts { declareNewFacts() }
    }

    private mutating func declareNewFacts() {
        let facts = graph.drainFacts()
        if facts.edges.contains(where: { $0.doubts.contains(.incomplete) }) { hasIncompleteEdges = true }
        log.declare(nodes: facts.nodes, edges: facts.edges)
    }

    /// Whether records from the time of a call are missing.
    @inline(__always)
    func isInGap(_ call: HookCall) -> Bool { gapEnd.map { call.record.time <= $0 } ?? false }

    // MARK: Events

    /// Appends an event on an edge, caused by the innermost call of the thread.
    @discardableResult
    mutating func emit(
        _ kind: SignalKind, on edge: TracedEdge.Index, _ call: HookCall, flags: UInt8 = 0, payload: TraceEvent.Payload = .none,
        bytes: UnsafeRawBufferPointer? = nil, cause: Int? = nil
    ) -> Int {
        let event = TraceEvent(time: call.record.time, kind: kind, edge: graph.edges[edge].id, flags: flags, payload: payload)
        return log.add(event, thread: call.thread, bytes: bytes, cause: cause ?? innermost)
    }

    // MARK: Subscribing

    private mutating func subscribe(_ call: HookCall) {
        let frames = calls.open
        if let top = frames.last, case .subscribe(let edge, _) = top.call, top.key.id == call.key.id,
            top.key == call.key || call.record.callFlags.contains(.erased)
        {
            graph.addAlias(call.key, of: edge)
            push(.subscribe(edge, isAlias: true), call.key, end: .didSubscribe)
            return
        }
        let subscribing =
            frames.last.flatMap { if case .subscribe = $0.call { $0.edge } else { nil } }
            ?? frames.last.flatMap { if case .request = $0.call { graph.ownOperator(asked: $0.key) } else { nil } }
        let delivering =
            frames.last.flatMap { if case .value = $0.call { $0.edge } else { nil } }
            ?? frames.last.flatMap { if case .completion = $0.call { $0.edge } else { nil } }
        self.subscribing[call.thread] = TracedSubscribing(
            key: call.key, thread: call.thread, time: call.record.time, subscribedIn: subscribing, deliveredIn: delivering)
    }

    /// Gives the subscription in progress on a thread an edge, now that all its facts are known.
    mutating func beginSubscribing(on thread: UInt32) {
        guard let new = subscribing.removeValue(forKey: thread) else { return }
        if calls.open.isEmpty { graph.beginOutermostCall(on: thread) }
        let edge = graph.add(new)
        if let gapEnd, new.time <= gapEnd { graph.doubt(edge, .incomplete) }
        push(.subscribe(edge, isAlias: false), new.key, end: .didSubscribe)
        restartStores(at: new.time, on: thread)
    }

    /// Gives edges to the subscriptions in progress on other threads: the called object may be one of them.
    private mutating func beginSubscribing(meanwhile thread: UInt32) {
        for other in subscribing.keys.sorted() {
            calls.turn(to: other)
            beginSubscribing(on: other)
        }
        calls.turn(to: thread)
    }

    private mutating func restartStores(at time: UInt64, on thread: UInt32) {
        guard !graph.replaced.isEmpty else { return }
        for edge in graph.replaced {
            stores.restart(edge, &graph)
            steps[edge] = nil
            unasked[edge] = nil
        }
        graph.replaced = []
        declareFacts()
        appendChanges(at: time, on: thread, cause: innermost)
    }

    private mutating func apply(_ fact: FactKind, _ call: HookCall) {
        switch fact {
        case .typeName: graph.name(type: call.key.tag, call.text)
        case .death:
            if !subscribing.isEmpty { beginSubscribing(on: call.thread) }
            bury(call)
        case .subscription: handed[call.thread] = call.key
        case .publisherType, .subscriberType, .valueType, .label, .location, .parentSubscription, .subject, .owner, .capacity,
            .overflow, .prefetch, .latest, .recordsSends, .test:
            apply(TracedFact(kind: fact, key: call.key, subkind: call.record.subkind), on: call.thread)
        case .module, .frame, .placeName: applyCode(fact, call)
        case .stack: applyStack(call)
        case .testEnd: if let outcome = TestOutcome(rawValue: call.record.subkind) { graph.endTest(call.key.tag, outcome) }
        case .buildID: break
        }
    }

    /// Applies a fact of the subscription in progress on a thread.
    mutating func apply(_ fact: TracedFact, on thread: UInt32) {
        guard subscribing[thread] == nil else {
            subscribing[thread]?.append(fact)
            return
        }
        guard let top = calls.open.last, case .subscribe(let edge, let isAlias) = top.call else { return }
        graph.apply(fact, for: edge, isAlias: isAlias)
    }

    private mutating func didSubscribe(_ call: HookCall) {
        guard let frame = pop(call, .didSubscribe) else { return }
        if case .subscribe(let edge, false) = frame.call {
            declareStream(fedBy: edge, call)
            graph.nameStore(above: edge)
            graph.settle(edge, isOutermost: calls.open.isEmpty)
        }
        leave(frame)
    }

    private mutating func handOver(_ call: HookCall) {
        let handed = handed.removeValue(forKey: call.thread) ?? HookKey(id: call.record.b, tag: 0)
        let outer = calls.open.last { if case .subscription(_?) = $0.call { true } else { false } }
        let frames = calls.open
        graph.promoteAlias(call.key, handing: TracedGraph.busy(frames, \.isSubscription))
        restartStores(at: call.record.time, on: call.thread)
        guard let edge = edgeBeingSubscribed(call) ?? self.edge(of: call, avoiding: \.isSubscription) else {
            countStray(call)
            push(.subscription(nil), call.key, end: .didSubscription, handed: handed)
            return
        }
        let isFirst = graph.edges[edge].subscription == nil
        graph.hand(handed, to: edge, inside: outer.flatMap { frame in frame.edge.flatMap { e in frame.handed.map { (e, $0) } } })
        let flags = isFirst && graph.edges[edge].life > 0 ? TraceEvent.beginningOfLife : 0
        let sequence = emit(.subscribed, on: edge, call, flags: flags)
        push(.subscription(edge), call.key, end: .didSubscription, handed: handed, sequence: sequence)
    }

    /// The edge of a subscriber that is being subscribed and has no subscription yet.
    private func edgeBeingSubscribed(_ call: HookCall) -> TracedEdge.Index? {
        let frame = calls.open.last { $0.end == .didSubscribe && $0.key == call.key }
        guard case .subscribe(let edge, false)? = frame?.call, graph.edges[edge].subscription == nil else { return nil }
        return edge
    }

    // MARK: Edges

    /// The edge of a called subscriber.
    @inline(__always)
    mutating func edge(of call: HookCall, avoiding isBusy: (HookFrame.Call) -> Bool) -> TracedEdge.Index? {
        if let edge = graph.edge(for: call.key, in: calls.open, avoiding: isBusy) { return edge }
        guard !subscribing.isEmpty else { return nil }
        beginSubscribing(meanwhile: call.thread)
        return graph.edge(for: call.key, in: calls.open, avoiding: isBusy)
    }

    mutating func countStray(_ call: HookCall) {
        if !graph.isForgotten(call.key.id) { strayCalls += 1 }
    }
}
