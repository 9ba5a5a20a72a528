import FlowTrace

/// What the operators above all edges hold.
struct TracedStores: Sendable {
    /// What happened in the store of the operator above an edge.
    typealias Change = (edge: Int, change: HoldingChange)

    private struct Place: Hashable {
        let edge: Int
        let input: Int?
    }

    private var operators: [HoldingOperator] = []
    /// Where the operator above an edge stands among them; -1 for one that keeps nothing.
    private var placeOfOperator = Numbered<Int>()
    private var places: [Place: EdgeID] = [:]
    /// Edges cancelled while a call delivers to them, by that call.
    private var waiting: [Int: [Int]] = [:]

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

    // MARK: Values

    mutating func receive(_ value: HeldValue, from edge: Int, in call: Int, _ graph: TracedGraph) -> [Change] {
        changes(below: edge, graph) { $0.receive(value, from: edge, in: call) }
    }

    mutating func didReceive(from edge: Int, in call: Int, _ graph: TracedGraph) -> [Change] {
        changes(below: edge, graph) { $0.didReceive(from: edge, in: call) }
    }

    mutating func upstreamEnded(_ edge: Int, isFailure: Bool, _ graph: TracedGraph) -> [Change] {
        changes(below: edge, graph) { $0.upstreamEnded(isFailure: isFailure) }
    }

    mutating func send(_ edge: Int, in call: Int) -> [Change] {
        changes(above: edge) { $0.send(in: call) }
    }

    mutating func didSend(_ edge: Int, returning demand: Demand, in call: Int) {
        _ = changes(above: edge) {
            $0.didSend(returning: demand, in: call)
            return []
        }
    }

    // MARK: Demand and ends

    mutating func request(_ demand: Demand, of edge: Int, in graph: TracedGraph) {
        prepare(edge, graph)
        _ = changes(above: edge) {
            $0.request(demand)
            return []
        }
    }

    mutating func cancel(_ edge: Int, delivering: Int?, _ graph: TracedGraph) -> [Change] {
        guard let holding = holding(above: edge) else { return [] }
        if let delivering, holding.rule.cancelling == .dropsAfterDelivering { waiting[delivering, default: []].append(edge) }
        let hasEnded = holding.inputs.contains { graph.edges[$0.input].hasCompleted }
        return changes(above: edge) { $0.cancel(upstreamHasEnded: hasEnded, delivering: delivering) }
    }

    mutating func didReturn(_ call: Int) -> [Change] {
        guard !waiting.isEmpty, let edges = waiting.removeValue(forKey: call) else { return [] }
        return edges.flatMap { edge in changes(above: edge) { $0.didReturn(call) } }
    }

    mutating func complete(_ edge: Int, isFailure: Bool) -> [Change] {
        changes(above: edge) { $0.complete(isFailure: isFailure) }
    }

    // MARK: Places

    /// The store edge for the values of an input; operators with a store for each input have as many.
    mutating func place(of edge: Int, input: Int, declare: (Int?) -> EdgeID) -> EdgeID {
        let isOneOfMany = placeAbove(edge).map { operators[$0].rule.leaving } == .oldestOfEach
        let place = Place(edge: edge, input: isOneOfMany ? input : nil)
        if let known = places[place] { return known }
        let id = declare(isOneOfMany ? holding(above: edge)?.inputs.firstIndex { $0.input == input } : nil)
        places[place] = id
        return id
    }

    // MARK: Operators

    private mutating func changes(
        below edge: Int, _ graph: TracedGraph, _ body: (inout HoldingOperator) -> [HoldingChange]
    ) -> [Change] {
        var all: [Change] = []
        for receiver in graph.receivers(of: edge) {
            prepare(receiver, graph, isFed: graph.edges[edge].source == .feeder)
            guard let rule = placeAbove(receiver).map({ operators[$0].rule }), rule.source == graph.edges[edge].source else {
                continue
            }
            guard rule.source != .feeder || graph.edges[receiver].isLive else { continue }
            all += changes(above: receiver, body)
        }
        return all
    }

    private mutating func changes(above edge: Int, _ body: (inout HoldingOperator) -> [HoldingChange]) -> [Change] {
        guard let place = placeAbove(edge) else { return [] }
        let changes = body(&operators[place])
        return changes.isEmpty ? [] : changes.map { (edge, $0) }
    }

    private mutating func prepare(_ edge: Int, _ graph: TracedGraph, isFed: Bool = false) {
        guard placeOfOperator[UInt32(edge)] == nil || isFed && placeAbove(edge) == nil else { return }
        guard let rule = graph.holdingRule(of: edge) ?? (isFed ? HoldingRule.unknownSubject : nil) else {
            placeOfOperator[UInt32(edge)] = -1
            return
        }
        var holding = HoldingOperator(rule: rule)
        holding.capacity = graph.edges[edge].capacity
        holding.overflow = graph.edges[edge].overflow
        placeOfOperator[UInt32(edge)] = operators.count
        operators.append(holding)
    }
}
