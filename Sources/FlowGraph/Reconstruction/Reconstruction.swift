import FlowTrace

/// Concludes a trace of nodes, edges and events from what the tracer recorded.
///
/// Hook records say what the stream library was about to do and to whom; this applies the rules that make a graph and counters of it. What is
/// not a hook record, as an explicit probe's events, passes through. The same code reads a live run and a file.
///
/// - Complexity: O(1) a record, but for subscribing, which is O(live edges with the same identifier). Whatever the records say, they cost
///   no more than so many steps each on the average (``StepAllowance``): what does not fit is left out, and the edges are marked.
public struct Reconstruction: RecordSink, Sendable {
    /// The concluded trace.
    public internal(set) var log = TraceLog()
    /// Calls for subscribers and subscriptions that were never seen subscribing: made before tracing began.
    public private(set) var strayCalls = 0
    /// Whether something was subscribed before tracing began or was written over, so that what is shown is not all there is. What was
    /// subscribed when no tracer had run yet is never seen and leaves no sign.
    public var isIncomplete: Bool {
        strayCalls > 0 || hasIncompleteEdges
    }
    private var hasIncompleteEdges = false
    /// Calls whose end did not fit their beginning.
    public internal(set) var unbalancedCalls = 0

    var graph = TracedGraph()
    var calls = CallStacks<HookFrame>()
    var stores = TracedStores()
    var callCount = 0
    private var handed: [UInt32: HookKey] = [:]
    /// Up to this time records are missing; `nil` where none are.
    private var gapEnd: UInt64?
    /// The edges of explicit probes that are not marked as incomplete.
    private var probeEdges: [EdgeID] = []

    /// Creates an empty trace.
    public init() {}

    /// Takes facts of explicit probes, which get numbers among those that are concluded.
    public mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {
        let known = graph.adopt(nodes: nodes, edges: edges)
        log.declare(nodes: known.nodes, edges: known.edges)
        probeEdges += known.edges.map(\.id)
    }

    /// Takes how many records the recorder had to drop so far.
    public mutating func record(missed: Int) {
        log.record(missed: missed)
    }

    /// Forgets the events up to a sequence number; the graph, the counters and what is held stay.
    ///
    /// - Complexity: O(held values + kept events).
    public mutating func forget(upTo sequence: Int) {
        guard min(sequence, log.count) > log.forgotten else { return }
        let start = log.firstText(after: sequence)
        stores.retell { log.keep($0, before: start) }
        log.forget(upTo: sequence)
    }

    /// Gives back room that is not used.
    public mutating func shrink() {
        log.shrink()
        graph.recent = RecentEdges()
    }

    /// Notes that records up to a time are missing: what is live is marked incomplete, and calls whose end may have gone unseen are
    /// forgotten.
    ///
    /// - Complexity: O(edges).
    public mutating func recordGap(until time: UInt64) {
        gapEnd = max(gapEnd ?? 0, time)
        graph.doubtLive()
        declareFacts()
        doubtProbes()
        // The ends of other calls may have gone unseen.
        calls.removeAll { ![.didSubscribe, .didSubscription].contains($0.end) }
        stores.forget(callsUpTo: callCount)
    }

    /// The facts of explicit probes say not when they were declared, so that any of them may lack records.
    private mutating func doubtProbes() {
        for var edge in probeEdges.compactMap({ log.edge($0) }) {
            hasIncompleteEdges = true
            edge.doubts.insert(.incomplete)
            log.declare(nodes: [], edges: [edge])
        }
        probeEdges = []
    }

    /// Takes the next record of a thread: a hook record becomes what it says of the graph and of its edges, an event passes through.
    ///
    /// - Complexity: O(1), but for subscribing, which is O(live edges with the same identifier).
    public mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        calls.turn(to: thread)
        guard let kind = record.hookKind else {
            log.append(graph.renamed(record), thread: thread, bytes: bytes, within: innermost)
            return
        }
        graph.allowance.grant(text: bytes?.count ?? 0)
        let call = HookCall(record: record, thread: thread, bytes: bytes)
        switch kind {
        case .willSubscribe: subscribe(call)
        case .willSubscription: handOver(call)
        case .willValue: deliver(call)
        case .willComplete: complete(call)
        case .willRequest: request(call)
        case .willCancel: cancel(call)
        case .didSubscribe: didSubscribe(call)
        case .didValue: didDeliver(call)
        case .didSubscription, .didComplete, .didCancel: _ = pop(call, kind)
        case .didRequest: didRequest(call)
        case .hint: take(hint: call)
        case .typeName: graph.name(type: record.hookKey.tag, call.text)
        case .death: graph.bury(subscriber: record.hookKey.id)
        }
        declareFacts()
        log.skip(thread: thread)
    }

    /// Declares what has been concluded of the graph.
    @inline(__always)
    mutating func declareFacts() {
        if graph.hasFacts { declareNewFacts() }
    }

    private mutating func declareNewFacts() {
        let facts = graph.takeFacts()
        if facts.edges.contains(where: { $0.doubts.contains(.incomplete) }) { hasIncompleteEdges = true }
        log.declare(nodes: facts.nodes, edges: facts.edges)
    }

    // MARK: Events

    /// Appends an event on an edge, caused by the call that the thread is in.
    @discardableResult
    private mutating func emit(
        _ kind: SignalKind, on edge: Int, _ call: HookCall, payload: TraceEvent.Payload = .none,
        bytes: UnsafeRawBufferPointer? = nil, cause: Int? = nil
    ) -> Int {
        let event = TraceEvent(time: call.record.time, kind: kind, edge: graph.edges[edge].id, payload: payload)
        return log.add(event, thread: call.thread, bytes: bytes, cause: cause ?? innermost)
    }

    // MARK: Subscribing

    private mutating func subscribe(_ call: HookCall) {
        let frames = calls.open
        if let top = frames.last, case .subscribe(let edge, _) = top.call, top.key.id == call.key.id,
            top.key == call.key || call.record.hookFlags.contains(.erased)
        {
            graph.addAlias(call.key, of: edge)
            push(.subscribe(edge, isAlias: true), call, end: .didSubscribe)
            return
        }
        let subscribing = frames.last.flatMap { if case .subscribe = $0.call { $0.edge } else { nil } }
        let delivering =
            frames.last.flatMap { if case .value = $0.call { $0.edge } else { nil } }
            ?? frames.last.flatMap { if case .completion = $0.call { $0.edge } else { nil } }
        let edge = graph.add(call.key, on: call.thread, subscribedIn: subscribing, deliveredIn: delivering)
        if let gapEnd, call.record.time <= gapEnd { graph.doubt(edge, .incomplete) }
        push(.subscribe(edge, isAlias: false), call, end: .didSubscribe)
    }

    private mutating func take(hint call: HookCall) {
        guard let hint = call.record.hookHint else { return }
        if hint == .subscription {
            handed[call.thread] = call.key
            return
        }
        guard let top = calls.open.last, case .subscribe(let edge, let isAlias) = top.call else { return }
        graph.take(hint, call.key, for: edge, isAlias: isAlias)
    }

    private mutating func didSubscribe(_ call: HookCall) {
        guard let frame = pop(call, .didSubscribe), case .subscribe(let edge, false) = frame.call else { return }
        graph.settle(edge, isOutermost: calls.open.isEmpty)
    }

    private mutating func handOver(_ call: HookCall) {
        let handed = handed.removeValue(forKey: call.thread) ?? HookKey(id: call.record.b, tag: 0)
        let outer = calls.open.last { if case .subscription(_?) = $0.call { true } else { false } }
        let frames = calls.open
        graph.promoteAlias(call.key, handing: TracedGraph.busy(frames, \.isSubscription))
        guard
            let edge = edgeBeingSubscribed(call)
                ?? graph.edge(for: call.key, in: frames, avoiding: \.isSubscription)
        else {
            strayCalls += 1
            push(.subscription(nil), call, end: .didSubscription, handed: handed)
            return
        }
        graph.hand(handed, to: edge, inside: outer.flatMap { frame in frame.edge.flatMap { e in frame.handed.map { (e, $0) } } })
        let sequence = emit(.subscribed, on: edge, call)
        push(.subscription(edge), call, end: .didSubscription, handed: handed, sequence: sequence)
    }

    /// The edge of the subscriber that is just being subscribed, as long as it has no subscription.
    private func edgeBeingSubscribed(_ call: HookCall) -> Int? {
        let frame = calls.open.last { $0.end == .didSubscribe && $0.key == call.key }
        guard case .subscribe(let edge, false)? = frame?.call, graph.edges[edge].subscription == nil else { return nil }
        return edge
    }

    // MARK: Signals

    private mutating func deliver(_ call: HookCall) {
        guard let edge = graph.edge(for: call.key, in: calls.open, avoiding: \.isValue) else {
            strayCalls += 1
            push(.value(nil), call, end: .didValue)
            return
        }
        let cause = release(edge, call)
        let sequence = emit(.value, on: edge, call, payload: call.record.hookPayload, bytes: call.bytes, cause: cause)
        push(.value(edge), call, end: .didValue, sequence: sequence)
        hold(edge, call, sequence: sequence)
    }

    private mutating func didDeliver(_ call: HookCall) {
        guard let frame = pop(call, .didValue), let edge = frame.edge else { return }
        let demand = Demand(rawValue: call.record.b)
        didDeliver(edge, call, in: frame, returning: demand)
        guard demand != .none else { return }
        let event = TraceEvent(time: call.record.time, kind: .returned, edge: graph.edges[edge].id, payload: .demand(demand))
        log.add(event, thread: call.thread, bytes: nil, cause: frame.sequence > 0 ? frame.sequence : nil)
    }

    private mutating func complete(_ call: HookCall) {
        guard let edge = graph.edge(for: call.key, in: calls.open, avoiding: \.isCompletion) else {
            strayCalls += 1
            push(.completion(nil), call, end: .didComplete)
            return
        }
        graph.edges[edge].hasCompleted = true
        let isFailure = call.record.tag != 0
        let sequence = emit(
            isFailure ? .failure : .finished, on: edge, call, payload: isFailure ? call.record.hookPayload : .none,
            bytes: call.bytes)
        push(.completion(edge), call, end: .didComplete, sequence: sequence)
        dropAtEnd(of: edge, call, isFailure: isFailure)
        graph.end(edge)
    }

    private mutating func request(_ call: HookCall) {
        let demand = Demand(rawValue: call.record.b)
        var first: Int?
        for edge in group(of: call).reversed() {
            stores.request(demand, of: edge, in: &graph)
            let sequence = emit(.request, on: edge, call, payload: .demand(demand))
            first = first ?? sequence
        }
        push(.request, call, end: .didRequest, sequence: first)
    }

    private mutating func didRequest(_ call: HookCall) {
        guard let frame = pop(call, .didRequest) else { return }
        stores.didReturn(frame.number)
        tellChanges(call, cause: nil)
    }

    private mutating func cancel(_ call: HookCall) {
        var first: Int?
        for edge in group(of: call).reversed() {
            let sequence = emit(.cancel, on: edge, call)
            first = first ?? sequence
            dropAtCancel(of: edge, call, cause: sequence)
            graph.end(edge)
        }
        push(.cancel, call, end: .didCancel, sequence: first)
    }

    /// An event that one record tells beside the first takes room as well as time.
    private static let costOfEvent = 16

    /// The edges that share the subscription that is called.
    private mutating func group(of call: HookCall) -> [Int] {
        let group = graph.group(of: call.key, handedTo: edgesBeingHanded(call.key))
        if group.isEmpty { strayCalls += 1 }
        guard group.count < 2 || graph.allowance.spend(Reconstruction.costOfEvent * (group.count - 1)) else {
            group.forEach { graph.doubt($0, .sharedSubscription) }
            return Array(group.prefix(1))
        }
        return group
    }
}

/// The calls that each thread is inside of.
extension Reconstruction {
    /// More calls inside of each other than this are not remembered of a thread: where ends are missing, each record would cost more than
    /// the one before.
    private static let depth = 512

    /// The entry that stands for the innermost call of the thread, `nil` outside of calls that have one.
    var innermost: Int? {
        sequence(of: calls.open.last)
    }

    func sequence(of frame: HookFrame?) -> Int? {
        frame.flatMap { $0.sequence > 0 ? $0.sequence : nil }
    }

    mutating func push(
        _ call: HookFrame.Call, _ hook: HookCall, end: HookKind, handed: HookKey? = nil, sequence: Int? = nil
    ) {
        callCount += 1
        if calls.open.count >= Reconstruction.depth { forgetOuterCalls() }
        let outer = calls.open.last?.sequence ?? 0
        calls.open.append(
            HookFrame(number: callCount, call: call, end: end, key: hook.key, handed: handed, sequence: sequence ?? outer))
    }

    /// Forgets the older half of the calls that the thread is inside of.
    private mutating func forgetOuterCalls() {
        unbalancedCalls += Reconstruction.depth / 2
        calls.open.removeFirst(Reconstruction.depth / 2)
    }

    /// Ends a call, and those inside it whose end was not seen.
    @inline(__always)
    mutating func pop(_ call: HookCall, _ kind: HookKind) -> HookFrame? {
        guard let last = calls.open.last, last.end == kind, last.key == call.key else { return popOuter(call, kind) }
        return calls.open.removeLast()
    }

    private mutating func popOuter(_ call: HookCall, _ kind: HookKind) -> HookFrame? {
        guard let index = calls.open.lastIndex(where: { $0.end == kind && $0.key == call.key }) else {
            unbalancedCalls += 1
            return nil
        }
        let inner = calls.open.count - 1 - index
        unbalancedCalls += inner
        calls.open.removeLast(inner)
        return calls.open.removeLast()
    }

    func edgesBeingHanded(_ key: HookKey) -> Int? {
        calls.open.last { $0.handed == key }?.edge
    }
}

/// Bounds what the rules of the graph cost: each record pays for some steps, so that no file, whatever it says, costs more than its length.
///
/// A program's own records leave most of it unused: who subscribes to a thing that thousands subscribe to has been recorded many times.
struct StepAllowance: Sendable {
    private static let perRecord = 64
    /// What a trace may take at its start.
    private static let advance = 4_096

    private var steps = StepAllowance.advance

    /// A record came, with so many bytes of text.
    @inline(__always)
    mutating func grant(text: Int) {
        steps &+= StepAllowance.perRecord &* (1 &+ text)
    }

    /// What it costs that one more operator holds a value with so many bytes of text: it will be told again as it comes and goes.
    static func costOfHolding(text: Int) -> Int {
        1 + text
    }

    /// Takes steps. Returns whether they may be taken.
    mutating func spend(_ count: Int) -> Bool {
        guard count <= steps else { return false }
        steps -= count
        return true
    }
}
