import FlowOperators
import FlowTrace

/// What the operators above all edges hold.
///
/// The graph is only read. It is handed over as `inout` because it would be copied for every record otherwise.
struct TracedStores: Sendable {
    /// What has happened in stores and is not told yet.
    private(set) var changes: [HoldingChange] = []
    private var operators: [HoldingOperator] = []
    /// Where the operator above an edge stands among them; -1 for one that keeps nothing.
    private var placeOfOperator = Numbered<Int>()
    /// Edges cancelled while a call delivers to them, by that call.
    private var waiting: [Int: [Int]] = [:]
    /// The end of calls up to this one was not seen and will not be.
    private var lastLostCall = 0

    /// What the operator above an edge holds, `nil` where it keeps nothing.
    func holding(above edge: Int) -> HoldingOperator? {
        placeAbove(edge).map { operators[$0] }
    }

    private func placeAbove(_ edge: Int) -> Int? {
        placeOfOperator[UInt32(edge)].flatMap { $0 < 0 ? nil : $0 }
    }

    /// Changes how each value that is held is told.
    mutating func retell(_ change: (TraceEvent.Payload) -> TraceEvent.Payload) {
        for place in operators.indices { operators[place].retell(change) }
    }

    /// Forgets the changes, which have been told.
    mutating func clearChanges() {
        changes.removeAll(keepingCapacity: true)
    }

    /// Takes that the calls up to a number are forgotten: what they brought is neither passed on nor held any more as far as is known.
    mutating func forget(callsUpTo number: Int) {
        lastLostCall = number
        waiting = [:]
    }

    // MARK: Values

    /// - Parameter text: How many bytes of text the value has.
    mutating func receive(_ value: HeldValue, text: Int, from edge: Int, in call: Int, _ graph: inout TracedGraph) {
        updateOperators(below: edge, cost: StepAllowance.costOfHolding(text: text), &graph) {
            $0.receive(value, from: edge, in: call, &$1)
        }
    }

    mutating func didReceive(from edge: Int, in call: Int, _ graph: inout TracedGraph) {
        updateOperators(below: edge, &graph) { $0.didReceive(from: edge, in: call, &$1) }
    }

    mutating func upstreamEnded(_ edge: Int, isFailure: Bool, _ graph: inout TracedGraph) {
        updateOperators(below: edge, &graph) { $0.upstreamEnded(isFailure: isFailure, &$1) }
    }

    mutating func send(_ edge: Int, in call: Int, _ graph: inout TracedGraph) {
        guard let place = placeAbove(edge), mayLook(into: place, of: edge, &graph) else { return }
        operators[place].send(in: call, after: lastLostCall, &changes)
    }

    mutating func didSend(_ edge: Int, returning demand: Demand, in call: Int) {
        guard let place = placeAbove(edge) else { return }
        operators[place].didSend(returning: demand, in: call)
    }

    // MARK: Demand and ends

    mutating func request(_ demand: Demand, of edge: Int, in graph: inout TracedGraph) {
        guard let place = place(above: edge, &graph, isFed: false) else { return }
        operators[place].request(demand)
    }

    mutating func cancel(_ edge: Int, delivering: Int?, _ graph: inout TracedGraph) {
        guard let place = placeAbove(edge) else { return }
        if let delivering, operators[place].rule.cancelling == .dropsAfterDelivering {
            waiting[delivering, default: []].append(edge)
        }
        let hasEnded = operators[place].inputs.contains { graph.edges[$0.input].hasCompleted }
        operators[place].cancel(upstreamHasEnded: hasEnded, delivering: delivering, &changes)
    }

    mutating func didReturn(_ call: Int) {
        guard !waiting.isEmpty, let edges = waiting.removeValue(forKey: call) else { return }
        for place in edges.compactMap({ placeAbove($0) }) { operators[place].didReturn(call, &changes) }
    }

    mutating func complete(_ edge: Int, isFailure: Bool) {
        guard let place = placeAbove(edge) else { return }
        operators[place].complete(isFailure: isFailure, &changes)
    }

    // MARK: Operators

    /// The edge on which a change is told.
    mutating func store(of change: HoldingChange, declare: (Int?) -> EdgeID) -> EdgeID? {
        placeAbove(change.edge).map { operators[$0].store(of: change.input, declare: declare) }
    }

    private mutating func updateOperators(
        below edge: Int, cost: Int = 1, _ graph: inout TracedGraph,
        _ update: (inout HoldingOperator, inout [HoldingChange]) -> Void
    ) {
        let source = graph.edges[edge].source
        let count = graph.receiverCount(of: edge)
        guard count < 2 || graph.allowance.spend(count * cost) else { return graph.doubt(edge, .incomplete) }
        for number in 0..<count {
            let receiver = graph.receiver(number, of: edge)
            guard let place = place(above: receiver, &graph, isFed: source == .feeder), operators[place].rule.source == source
            else {
                continue
            }
            guard source != .feeder || graph.edges[receiver].isLive else { continue }
            guard mayLook(into: place, of: receiver, &graph) else { continue }
            update(&operators[place], &changes)
        }
    }

    /// Whether an operator with many inputs may be looked through; where not, its edge is marked.
    private func mayLook(into place: Int, of edge: Int, _ graph: inout TracedGraph) -> Bool {
        let cost = operators[place].cost
        guard cost > 0, !graph.allowance.spend(cost) else { return true }
        graph.doubt(edge, .incomplete)
        return false
    }

    /// The place of the operator above an edge, which is looked up where that was not done before.
    ///
    /// - Parameter isFed: Whether it gets values: where nothing else is known of it, it is a subject.
    @inline(__always)
    private mutating func place(above edge: Int, _ graph: inout TracedGraph, isFed: Bool) -> Int? {
        guard let known = placeOfOperator[UInt32(edge)], known >= 0 || !isFed else { return prepare(edge, &graph, isFed: isFed) }
        return known < 0 ? nil : known
    }

    private mutating func prepare(_ edge: Int, _ graph: inout TracedGraph, isFed: Bool) -> Int? {
        guard let rule = graph.holdingRule(of: edge) ?? (isFed ? HoldingRule.unknownSubject : nil) else {
            placeOfOperator[UInt32(edge)] = -1
            return nil
        }
        var holding = HoldingOperator(above: edge, rule: rule)
        holding.capacity = graph.edges[edge].capacity
        holding.overflow = graph.edges[edge].overflow
        placeOfOperator[UInt32(edge)] = operators.count
        operators.append(holding)
        return operators.count - 1
    }
}
