import FlowTrace

/// Concludes which loops of the program feed which streams.
///
/// A task that has taken a value of a loop, and yields to a stream before it asks for the next, does so in the loop's body. Only the next
/// call of `next` shows that it was: a loop that was left may keep its iterator for long. A task that waits for the next value may yield too,
/// in an operator's closure, and is in no body.
extension Reconstruction {
    /// A stream that a task fed while a loop may have run its body.
    struct Feeding {
        let stream: EdgeID
        /// The number of the first yield or send, the same for all loops around it.
        let number: Int
    }

    /// The most streams that a loop feeds between two values.
    private static let mostFed = 4_096

    /// Handles the first yield or send to a stream from some place.
    mutating func feed(_ stream: TracedEdge.Index, in task: UInt64) {
        let loops = graph.loops(of: task).filter { steps[$0]?.isInBody == true }
        guard !loops.isEmpty, graph.allowance.spend(loops.count) else { return }
        feedings += 1
        for loop in loops where steps[loop]?.feedings.count ?? 0 < Reconstruction.mostFed {
            steps[loop]?.feedings.append(Feeding(stream: graph.edges[stream].id, number: feedings))
        }
    }

    /// Links the streams that a loop has fed in its body, now that it goes on. They are not streams of the loops around it.
    mutating func linkStreams(fedBy loop: TracedEdge.Index) {
        guard let fed = steps[loop]?.feedings else { return }
        steps[loop]?.feedings = []
        let others = graph.loops(of: graph.edges[loop].task).filter { $0 != loop && steps[$0]?.feedings.isEmpty == false }
        guard graph.allowance.spend(others.reduce(fed.count) { $0 + (steps[$1]?.feedings.count ?? 0) }) else { return }
        let numbers = Set(fed.map(\.number))
        for other in others { steps[other]?.feedings.removeAll { numbers.contains($0.number) } }
        for feeding in fed { log.link(loop: graph.edges[loop].id, to: feeding.stream) }
    }
}
