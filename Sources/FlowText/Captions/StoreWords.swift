import FlowModel
import FlowOperators
import FlowTrace

/// A caption's words for a store: its name, its consumer, and the reason why a value waits.
struct StoreWords {
    let facts: StreamFacts
    let lane: Int

    private var model: StreamModel { facts.model }

    /// Its node, the operator with the buffer.
    var node: NodeFact? { model.node(ofLane: lane) }

    /// `the buffer` with declared lanes, else the stage's name.
    var name: String {
        guard !model.hasDeclaredLanes else { return "the buffer" }
        return node.map(model.stageName) ?? model.lanes[lane].spec.name
    }

    /// The name at the beginning of a sentence.
    var capitalised: String { model.hasDeclaredLanes ? "The buffer" : name }

    /// The first lane of its outputs, if any.
    var outlet: Int? { outlets.first }

    /// The lanes of its outputs.
    var outlets: [Int] {
        guard !model.hasDeclaredLanes else { return facts.onlyOutput.map { [$0] } ?? [] }
        guard let node = node?.id else { return [] }
        return model.lanes.indices.filter { lane in
            model.edge(ofLane: lane).map { $0.role == .link && $0.upstream == node } ?? false
        }
    }

    /// Its consumer: `the subscriber` with declared lanes, else the stage below.
    var taker: String {
        guard !model.hasDeclaredLanes else { return "the subscriber" }
        let shown = outlet.flatMap { model.edge(ofLane: $0)?.downstream }.flatMap { model.node($0) }
        return (shown ?? model.hiddenEdge(belowLane: lane, upTo: facts.sequence)?.asker).map(model.stageName) ?? "the subscriber"
    }

    /// The last value that left the store; `nil` once it has arrived below.
    func onItsWay(before sequence: Int) -> Mark? {
        guard let exit = model.lanes[lane].lastMark(of: \.unbuffered, upTo: sequence) else { return nil }
        let arrivals = outlets.compactMap { model.lanes[$0].lastMark(of: \.values, upTo: sequence)?.sequence }
        let arrival = arrivals.max() ?? model.hiddenEdge(belowLane: lane, upTo: sequence)?.lastValue
        return arrival.map { $0 > exit.sequence } == true ? nil : exit
    }

    /// The condition for which a store waits instead of demand, with the stage's name; `nil` if it waits for demand.
    var waitsFor: String? { wait.map { "\(name) \($0.reason)" } }

    /// The condition that released a value; `nil` if the store waits for demand.
    var release: String? { wait?.release }

    private var wait: OperatorWait? { model.hasDeclaredLanes ? nil : node?.operation.wait }
}
