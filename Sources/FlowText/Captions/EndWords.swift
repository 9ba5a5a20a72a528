import FlowModel
import FlowTrace

/// Words for an end held by an operator.
struct EndWords {
    let facts: StreamFacts
    let wait: EndWait
    let nextRequest: TraceTime?

    private var model: StreamModel { facts.model }
    private var name: String {
        let end = wait.isFailure ? "The failure" : "The end"
        return facts.onlyOutput == nil && model.exits.count > 1 ? "\(end) for \(model.lanes[wait.outlet].spec.name)" : end
    }

    /// `The end waits for the next request, at 8.00.`; `nil` if waiting values imply that the end waits.
    var sentence: String? {
        guard wait.node.role == .buffer else { return sentence(of: wait.node) }
        // Without a lane for its values, a buffer may have released the end after a request.
        guard let store = wait.store else { return isInStore ? sentence(of: wait.node) : nil }
        if !wait.isFailure, facts.totals(store).heldCount != 0 { return nil }
        guard !isInStore else { return "\(name) waits for the next request\(due)." }
        return wait.next.flatMap(sentence)
    }

    private func sentence(of node: NodeFact) -> String? {
        // A task requests an end as it requests a value.
        if node.operation.isOfTasks, facts.totals(wait.outlet).outstanding == .none {
            return "\(name) waits for the next request\(due)."
        }
        if let reason = node.operation.wait?.reason { return "\(name) waits: \(model.stageName(node)) \(reason)." }
        return "\(name) waits in \(model.stageName(node))\(node.operation.makesPublishers ? " for its inner publishers" : "")."
    }

    /// Whether the end is still in the store, because no further request has arrived.
    var isInStore: Bool {
        if let link = wait.store.flatMap({ model.hiddenEdge(belowLane: $0, upTo: facts.sequence) }) { return !link.isOver }
        if let store = wait.store, facts.totals(store).heldCount != 0 { return true }
        let outlet = facts.totals(wait.outlet)
        guard let passage = model.passage(to: wait.outlet) else { return outlet.outstanding == .none }
        return passage.remainingDemand(facts.totals(passage.origin), outlet) == .none
    }

    private var due: String {
        nextRequest.map { $0 > facts.moment.time && facts.paused(wait.outlet) == nil ? ", at \(Seconds.text($0))" : "" } ?? ""
    }
}
