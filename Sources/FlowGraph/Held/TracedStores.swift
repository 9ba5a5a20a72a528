import FlowOperators
import FlowTrace

/// The buffers of the operators above all edges.
///
/// The graph is `inout` only to avoid a copy for every record.
struct TracedStores: Sendable {
    /// The unreported changes of the stores.
    private(set) var changes: [HoldingChange] = []
    private var operators: [HoldingOperator] = []
    /// The index of the operator above, by edge; ``none`` for one that keeps nothing, ``unknown`` until its first use.
    private var indexOfOperator: [Int] = []
    private static let none = -1
    private static let unknown = -2
    /// Edges cancelled while a call delivers to them, by that call.
    private var waiting: [Int: [TracedEdge.Index]] = [:]
    /// The last call with missing records.
    private var lastLostCall = 0
    /// Whether the buffer of any operator is, or was, unknown.
    private(set) var hasDoubts = false

    /// The operator above an edge; `nil` if it holds nothing.
    func holding(above edge: TracedEdge.Index) -> HoldingOperator? { indexAbove(edge).map { operators[$0] } }

    @inline(__always)
    private func indexAbove(_ edge: TracedEdge.Index) -> Int? {
        let index = known(edge)
        return index < 0 ? nil : index
    }

    @inline(__always)
    private func known(_ edge: TracedEdge.Index) -> Int {
        edge.position < indexOfOperator.count ? indexOfOperator[edge.position] : TracedStores.unknown
    }

    mutating func rewritePayloads(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        for index in operators.indices { operators[index].rewritePayloads(change) }
    }

    mutating func clearChanges() { changes.removeAll(keepingCapacity: true) }

    /// Forgets the calls up to a number: their values count as neither passed on nor held.
    mutating func forget(callsUpTo number: Int) {
        lastLostCall = number
        waiting = [:]
        for index in operators.indices { doubt(index) }
    }

    /// Marks the calls up to a number as calls with missing records.
    @inline(__always)
    mutating func lose(callsUpTo number: Int) { lastLostCall = number }

    /// Restarts the operator above an edge for a subscription that has taken the place of an ended one.
    mutating func restart(_ edge: TracedEdge.Index, _ graph: inout TracedGraph) {
        guard let index = indexAbove(edge) else { return }
        operators[index].restart(capacity: graph.edges[edge].capacity, overflow: graph.edges[edge].overflow, &changes)
        if graph.edges[edge].doubts.contains(.incomplete) { doubt(index) }
    }

    // MARK: Values

    /// - Parameter text: The length of the value's text, in bytes.
    mutating func receive(_ value: HeldValue, text: Int, from edge: TracedEdge.Index, in call: Int, _ graph: inout TracedGraph) {
        updateOperators(below: edge, cost: StepAllowance.costOfHolding(text: text), &graph) {
            $0.receive(value, from: edge, in: call, &$1)
        }
    }

    mutating func didReceive(from edge: TracedEdge.Index, in call: Int, _ graph: inout TracedGraph) {
        updateOperators(below: edge, &graph) { $0.didReceive(from: edge, in: call, &$1) }
    }

    mutating func upstreamEnded(_ edge: TracedEdge.Index, isFailure: Bool, _ graph: inout TracedGraph) {
        updateOperators(below: edge, &graph) { $0.upstreamEnded(isFailure: isFailure, &$1) }
    }

    /// Records a delivery by the operator above an edge within a call, the innermost of its thread. Returns the event of the
    /// value's departure, if it left earlier.
    @inline(__always)
    mutating func send(
        _ edge: TracedEdge.Index, in call: HookFrame?, count: UInt32 = 0, chosen: Int? = nil, _ graph: inout TracedGraph
    ) -> Int? {
        guard let index = indexAbove(edge), maySearch(index, of: edge, &graph) else { return nil }
        if operators[index].mayBeUnseen {
            let isSeen = call.map { $0.number > lastLostCall && isCall($0, to: index, graph) } ?? false
            if isSeen { operators[index].seesCall() } else { operators[index].missesCall(&changes) }
        }
        return operators[index].send(in: call?.number ?? 0, after: lastLostCall, count: count, chosen: chosen, &changes)
    }

    /// The values that may leave the operator above an edge next, oldest first; `nil` unless it matches by equality.
    func candidates(above edge: TracedEdge.Index) -> [HeldValue]? {
        guard let index = indexAbove(edge), operators[index].rule.leaving == .equal else { return nil }
        let inputs = operators[index].inputs.lazy.filter { !$0.values.isEmpty }.prefix(TracedStores.reach)
        return inputs.flatMap { $0.values.elements.prefix(TracedStores.reach) }.sorted { $0.sequence < $1.sequence }
    }

    /// The most inputs, and the most values of each, that are compared with an outgoing value.
    private static let reach = 16

    /// Records the event that reports a change.
    mutating func report(_ change: HoldingChange, as sequence: Int) {
        guard case .unbuffered = change.kind, let value = change.value, let index = indexAbove(change.edge) else { return }
        operators[index].report(value, as: sequence)
    }

    /// Drops the value with a number from the operator above an edge.
    mutating func letGo(of number: UInt32, above edge: TracedEdge.Index) {
        guard let index = indexAbove(edge) else { return }
        operators[index].letGo(of: number, &changes)
    }

    /// Settles the fate of the last value on an input of the operator above an edge: the input is asked again, or has ended.
    mutating func settleArrival(above edge: TracedEdge.Index, from input: TracedEdge.Index) {
        guard let index = indexAbove(edge), operators[index].isReceiving else { return }
        operators[index].settleArrival(from: input, &changes)
    }

    @inline(__always)
    mutating func didSend(_ edge: TracedEdge.Index, returning demand: Demand, in call: Int) {
        guard let index = indexAbove(edge) else { return }
        operators[index].didSend(returning: demand, in: call)
    }

    /// Settles the operators below an edge after the return of a call that brought a value.
    mutating func settle(below edge: TracedEdge.Index, _ calls: CallStacks<HookFrame>, _ graph: TracedGraph) {
        for number in 0..<graph.receiverCount(of: edge) { settle(above: graph.receiver(number, of: edge), calls, graph) }
    }

    /// Marks the buffer above an edge as exact after the return of a request: the operator would have sent a held value.
    mutating func settle(above edge: TracedEdge.Index, _ calls: CallStacks<HookFrame>, _ graph: TracedGraph) {
        guard let index = indexAbove(edge), operators[index].maySettle, !isBusy(index, calls, graph),
            graph.edges[edge].feeders.contains(where: { graph.edges[$0].isLive && !graph.edges[$0].hasCompleted })
        else { return }
        operators[index].knowHeld(&changes)
    }

    /// Whether a thread is in a call to an operator.
    private func isBusy(_ index: Int, _ calls: CallStacks<HookFrame>, _ graph: TracedGraph) -> Bool {
        calls.contains { isCall($0, to: index, graph) }
    }

    /// Whether a call requests values from an operator, or delivers to it.
    private func isCall(_ frame: HookFrame, to index: Int, _ graph: TracedGraph) -> Bool {
        switch frame.call {
        case .request: frame.key == graph.edges[operators[index].edge].subscription
        case .value(let input?), .completion(let input?): operators[index].inputs.contains { $0.input == input }
        case .subscribe, .subscription, .value, .completion, .send, .cancel: false
        }
    }

    // MARK: Demand and ends

    mutating func request(_ demand: Demand, of edge: TracedEdge.Index, in graph: inout TracedGraph) {
        guard let index = index(above: edge, &graph, isFed: false) else { return }
        operators[index].request(demand)
    }

    mutating func cancel(
        _ edge: TracedEdge.Index, delivering: Int?, because reason: DropReason, _ graph: inout TracedGraph
    ) {
        guard let index = indexAbove(edge) else { return }
        if let delivering, operators[index].rule.cancelling == .dropsAfterDelivering {
            waiting[delivering, default: []].append(edge)
        }
        let hasEnded = operators[index].inputs.contains { graph.edges[$0.input].hasCompleted }
        operators[index].cancel(upstreamHasEnded: hasEnded, delivering: delivering, because: reason, &changes)
    }

    mutating func didReturn(_ call: Int) {
        guard !waiting.isEmpty, let edges = waiting.removeValue(forKey: call) else { return }
        for index in edges.compactMap({ indexAbove($0) }) { operators[index].didReturn(call, &changes) }
    }

    mutating func complete(_ edge: TracedEdge.Index, isFailure: Bool) {
        guard let index = indexAbove(edge) else { return }
        operators[index].complete(isFailure: isFailure, &changes)
    }

    // MARK: Operators

    /// The edge on which a change is reported.
    mutating func store(of change: HoldingChange, declare: (Int?) -> EdgeID) -> EdgeID? {
        indexAbove(change.edge).map { operators[$0].store(of: change.input, declare: declare) }
    }

    private mutating func updateOperators(
        below edge: TracedEdge.Index, cost: Int = 1, _ graph: inout TracedGraph,
        _ update: (inout HoldingOperator, inout [HoldingChange]) -> Void
    ) {
        let source = graph.edges[edge].source
        let count = graph.receiverCount(of: edge)
        guard count < 2 || graph.allowance.spend(count * cost) else { return graph.doubt(edge, .incomplete) }
        for number in 0..<count {
            let receiver = graph.receiver(number, of: edge)
            guard let index = index(above: receiver, &graph, isFed: source == .feeder) else { continue }
            let isSignal = source == .inner && operators[index].rule.leaving == .counted
            guard isSignal || operators[index].rule.source == source else { continue }
            if isSignal { operators[index].takeForSignal(edge) }
            guard source != .feeder || graph.edges[receiver].isLive else { continue }
            guard maySearch(index, of: receiver, &graph) else { continue }
            operators[index].inputCount = graph.edges[receiver].feeders.count
            update(&operators[index], &changes)
        }
    }

    /// Whether enough steps are left to search the inputs of an operator; if not, its edge is marked.
    private mutating func maySearch(_ index: Int, of edge: TracedEdge.Index, _ graph: inout TracedGraph) -> Bool {
        let cost = operators[index].cost
        guard cost > 0, !graph.allowance.spend(cost) else { return true }
        graph.doubt(edge, .incomplete)
        doubt(index)
        return false
    }

    /// The index of the operator above an edge, created at its first use.
    ///
    /// - Parameter isFed: Whether it receives values; if it has no known rule, it is then a subject.
    @inline(__always)
    private mutating func index(above edge: TracedEdge.Index, _ graph: inout TracedGraph, isFed: Bool) -> Int? {
        let known = known(edge)
        if known >= 0 { return known }
        return known == TracedStores.unknown || isFed ? prepare(edge, &graph, isFed: isFed) : nil
    }

    private mutating func prepare(_ edge: TracedEdge.Index, _ graph: inout TracedGraph, isFed: Bool) -> Int? {
        if edge.position >= indexOfOperator.count {
            indexOfOperator += repeatElement(TracedStores.unknown, count: edge.position + 1 - indexOfOperator.count)
        }
        // Streams report their buffers themselves.
        let isSubject = isFed && graph.producer(above: edge) == nil
        guard let rule = graph.holdingRule(of: edge) ?? (isSubject ? HoldingRule.unknownSubject : nil) else {
            indexOfOperator[edge.position] = TracedStores.none
            return nil
        }
        var holding = HoldingOperator(above: edge, rule: rule)
        holding.capacity = graph.edges[edge].capacity
        holding.overflow = graph.edges[edge].overflow
        indexOfOperator[edge.position] = operators.count
        operators.append(holding)
        if graph.edges[edge].doubts.contains(.incomplete) { doubt(operators.count - 1) }
        return operators.count - 1
    }

    private mutating func doubt(_ index: Int) {
        hasDoubts = true
        operators[index].doubt(&changes)
    }
}
