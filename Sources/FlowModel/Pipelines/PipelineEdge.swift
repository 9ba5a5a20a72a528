import FlowTrace

/// An edge of a program's graph with what has passed it.
struct PipelineEdge: Sendable {
    var fact: EdgeFact
    private var book = EdgeBook()
    var rate = ValueRate()
    /// How many events it has had.
    var events = 0
    /// When the last of them happened.
    var time = TraceTime.zero
    /// Since when its sink is paused.
    var pausedSince: TraceTime?
    /// The first of its ends, and when that was.
    var end: (kind: SignalKind, time: TraceTime)?
    /// The last of its ends: what has finished can still be cancelled.
    var lastEnd: (kind: SignalKind, time: TraceTime)?

    init(fact: EdgeFact) {
        self.fact = fact
    }

    var totals: EdgeAccount { book.account }

    /// What waits on it, on a store edge.
    var held: HeldQueue { book.held }

    /// Takes an event; returns what it adds to the pipeline's totals.
    mutating func add(_ entry: TraceEntry, in log: TraceLog) -> PipelineTotals {
        let (kind, heldBefore) = (entry.kind, totals.held)
        events += 1
        time = entry.time
        book.fold(entry, isStore: fact.role == .store, in: log)
        switch log.state(of: entry) {
        case .paused?: pausedSince = pausedSince ?? time
        case .resumed?: pausedSince = nil
        case .working?, .idle?, .finished?, .promise?, .custom?, nil: break
        }
        if kind == .value { rate.add(at: entry.time) }
        if kind.isTerminal { lastEnd = (kind, entry.time) }
        end = end ?? lastEnd
        return PipelineTotals(
            events: 1, values: kind == .value ? 1 : 0, held: totals.held - heldBefore,
            dropped: kind == .dropped ? 1 : 0)
    }
}
