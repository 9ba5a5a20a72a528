import FlowTrace

/// The tasks that take the values of streams.
extension TracedGraph {
    /// Records the task that asks for the first value of an edge.
    mutating func setTask(_ task: UInt64, of edge: TracedEdge.Index) {
        guard task > 0, edges[edge].isLive, edges[edge].task == 0, takenBy[task, default: []].count < TracedGraph.sharing else {
            return
        }
        edges[edge].task = task
        takenBy[task, default: []].append(edge)
    }

    /// Records the executor on which a consumer asks for its first value.
    mutating func setExecutor(_ executor: TracedExecutor?, of edge: TracedEdge.Index) {
        if let executor { change(edge) { $0.executor = executor } }
    }

    /// Forgets the task of an edge that ends.
    mutating func forgetTask(of edge: TracedEdge.Index) {
        let task = edges[edge].task
        guard task > 0 else { return }
        edges[edge].task = 0
        takenBy[task]?.removeAll { $0 == edge }
        if takenBy[task]?.isEmpty == true { takenBy[task] = nil }
    }

    /// The live edges of a task that lead into loops of the program, and not into operators.
    func loops(of task: UInt64) -> [TracedEdge.Index] { (takenBy[task] ?? []).filter { !edges[$0].hadDownstream } }
}
