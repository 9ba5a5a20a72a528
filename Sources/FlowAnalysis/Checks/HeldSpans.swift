import FlowTrace

/// The times in which viewers held or slowed the stages of a run.
///
/// - Complexity: O(1) an event; memory of O(holds).
struct HeldSpans: Sendable {
    private struct Span {
        /// The edge above the stage.
        let edge: EdgeID
        let begin: TraceTime
        /// `nil` while it goes on.
        var end: TraceTime?
    }

    private var spans: [Span] = []
    /// The span that goes on, by the edge above the stage.
    private var open: [EdgeID: Int] = [:]

    /// Adds the next event.
    mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        switch entry.kind {
        case .state:
            guard case .hand(let state)? = log.state(of: entry) else { return }
            switch state {
            case .held, .slowed: begin(entry)
            case .released: end(entry)
            case .passed: return
            }
        // A stage that ends is free.
        case .finished, .failure, .cancel: end(entry)
        default: return
        }
    }

    private mutating func begin(_ entry: TraceEntry) {
        guard open[entry.edge] == nil else { return }
        open[entry.edge] = spans.count
        spans.append(Span(edge: entry.edge, begin: entry.time))
    }

    private mutating func end(_ entry: TraceEntry) {
        guard let index = open.removeValue(forKey: entry.edge) else { return }
        spans[index].end = entry.time
    }

    /// The edges above the stages that were held or slowed at any moment of a time, in the order of the holds, each once.
    ///
    /// - Complexity: O(holds).
    func edges(during time: ClosedRange<TraceTime>) -> [EdgeID] {
        var known: Set<EdgeID> = []
        return spans.filter { span in
            let isOver = span.end.map { $0 < time.lowerBound } ?? false
            return span.begin <= time.upperBound && !isOver && known.insert(span.edge).inserted
        }.map(\.edge)
    }
}
