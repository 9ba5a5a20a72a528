import FlowModel
import FlowOperators
import FlowTrace

/// Words of captions for a store: its name, its reader, and why a value has to stay in it.
struct StoreWords {
    let facts: StreamFacts
    let lane: Int

    private var model: StreamModel { facts.model }

    /// Its node, the operator that holds.
    var node: NodeFact? { model.node(ofLane: lane) }

    /// `the buffer` where lanes are declared, else the stage's name.
    var name: String {
        guard !model.hasDeclaredLanes else { return "the buffer" }
        return node.map(model.stageName) ?? model.lanes[lane].spec.name
    }

    /// The name at the beginning of a sentence.
    var capitalised: String { model.hasDeclaredLanes ? "The buffer" : name }

    /// The lane of its output, the first of several, if there is one.
    var outlet: Int? { outlets.first }

    /// The lanes of its outputs.
    var outlets: [Int] {
        guard !model.hasDeclaredLanes else { return facts.onlyOutput.map { [$0] } ?? [] }
        guard let node = node?.id else { return [] }
        return model.lanes.indices.filter { lane in
            model.edge(ofLane: lane).map { $0.role == .link && $0.upstream == node } ?? false
        }
    }

    /// Who reads from it: `the subscriber` where lanes are declared, else the stage below.
    var taker: String {
        guard !model.hasDeclaredLanes else { return "the subscriber" }
        let shown = outlet.flatMap { model.edge(ofLane: $0)?.downstream }.flatMap { model.node($0) }
        return (shown ?? model.unshownLink(belowLane: lane, upTo: facts.sequence)?.asker).map(model.stageName) ?? "the subscriber"
    }

    /// The value that left it last, while it has not arrived below.
    func onItsWay(before sequence: Int) -> Mark? {
        guard let exit = model.lanes[lane].lastMark(of: \.unbuffered, upTo: sequence) else { return nil }
        let arrivals = outlets.compactMap { model.lanes[$0].lastMark(of: \.values, upTo: sequence)?.sequence }
        let arrival = arrivals.max() ?? model.unshownLink(belowLane: lane, upTo: sequence)?.lastValue
        return arrival.map { $0 > exit.sequence } == true ? nil : exit
    }

    /// The condition that a store waits for instead of demand, with the stage's name; `nil` if it waits for demand.
    var waitsFor: String? { wait.map { "\(name) \($0.reason)" } }

    /// The condition that released a value from a store, if the store does not wait for demand; `nil` if it does.
    var release: String? { wait?.release }

    private var wait: OperatorWait? { model.hasDeclaredLanes ? nil : node?.operation.wait }
}
