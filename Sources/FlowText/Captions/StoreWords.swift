import FlowModel
import FlowOperators
import FlowTrace

/// What captions say of a store: what it is called, who reads from it, and why a value has to stay in it.
struct StoreWords {
    let facts: StreamFacts
    let lane: Int

    private var model: StreamModel { facts.model }

    /// Its node, the operator that holds.
    var node: NodeFact? { model.node(ofLane: lane) }

    /// `the buffer`; in a program the operator's name.
    var name: String {
        guard model.isProgram else { return "the buffer" }
        return node?.name ?? model.lanes[lane].spec.name
    }

    /// The name at the beginning of a sentence.
    var capitalised: String { model.isProgram ? name : "The buffer" }

    /// The lane of what comes out of it, if there is one.
    var outlet: Int? {
        guard model.isProgram else { return facts.onlyOutput }
        return model.lanes.indices.first { lane in
            model.edge(ofLane: lane).map { $0.role == .link && $0.upstream == node?.id && node != nil } ?? false
        }
    }

    /// Who reads from it: `the subscriber`; in a program the operator below.
    var taker: String {
        guard model.isProgram else { return "the subscriber" }
        return outlet.flatMap { model.edge(ofLane: $0)?.downstream }.flatMap { model.node($0)?.name } ?? "the subscriber"
    }

    /// What a store waits for instead of demand, with the operator's name; `nil` if it waits for demand.
    var waitsFor: String? { wait.map { "\($0.operation.name) \($0.wait.reason)" } }

    /// What let a value go from a store that does not wait for demand; `nil` where demand did.
    var release: String? { wait?.wait.release }

    private var wait: (operation: OperatorID, wait: OperatorWait)? {
        guard model.isProgram, let operation = node?.operation else { return nil }
        return operation.wait.map { (operation, $0) }
    }
}
