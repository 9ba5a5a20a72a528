import FlowGraph
import FlowTrace

/// The sums of a pipeline's events.
struct PipelineTotals: Hashable, Sendable {
    var events = 0
    var values = 0
    var held = 0
    /// The number of edges whose held count is a lower bound.
    var heldLeast = 0
    var dropped = 0

    static func += (lhs: inout PipelineTotals, rhs: PipelineTotals) {
        lhs.events += rhs.events
        lhs.values += rhs.values
        lhs.held += rhs.held
        lhs.heldLeast += rhs.heldLeast
        lhs.dropped += rhs.dropped
    }
}

/// An edge of a program's graph, with its totals.
struct PipelineEdge: Sendable {
    var fact: EdgeFact
    private var book = EdgeBook()
    private var rate = ValueRate()
    /// Its values in the last minute.
    private(set) var minute = MinuteCounts()
    var events = 0
    /// The time of the first event of its current life; `nil` before that.
    private(set) var began: TraceTime?
    /// The time of its last event.
    var time = TraceTime.zero
    /// Whether it led out of a stream that has since been replaced.
    private(set) var isPast = false
    /// The values passed and dropped before its current life.
    private var before = (values: 0, dropped: 0)
    /// The time of the last drop in its current life.
    private(set) var lastDrop: TraceTime?
    /// The end of the last gap, in which events are missing, and the number of values known to have passed by then.
    private var inGap: (end: TraceTime, values: Int)?

    init(fact: EdgeFact) { self.fact = fact }

    var totals: EdgeAccount { book.account }

    /// The moments of its current life.
    var times: EdgeTimes { book.times }

    /// The values waiting on it, if it is a store edge.
    var held: HeldQueue { book.held }

    /// Adds an event; returns its contribution to the pipeline's totals.
    mutating func add(_ entry: TraceEntry, in log: TraceLog) -> PipelineTotals {
        let (kind, heldBefore, wasLeast) = (entry.kind, totals.held, totals.heldIsLowerBound)
        events += 1
        time = entry.time
        began = began ?? time
        if fact.role == .store { book.fold(entry, in: log) } else { book.fold(entry, kind) }
        var added = PipelineTotals(events: 1)
        switch kind {
        case .value:
            rate.add(at: time)
            minute.add(at: time)
            added.values = 1
        case .dropped:
            added.dropped = 1
            lastDrop = time
            added.held = totals.held - heldBefore
        case .buffered, .unbuffered: added.held = totals.held - heldBefore
        case .subscribed: if entry.event.beginsLife { beginLife() }
        case .state: book.times.observe(log.state(of: entry), at: time)
        case .note: added.heldLeast = (totals.heldIsLowerBound ? 1 : 0) - (wasLeast ? 1 : 0)
        case .request, .returned, .offered, .finished, .failure, .cancel, .causeLink: break
        }
        if let gapEnd = log.gapEnd, time < gapEnd || inGap?.end != gapEnd {
            inGap = (gapEnd, totals.values - (time < gapEnd ? 0 : added.values))
        }
        return added
    }

    private mutating func beginLife() {
        (isPast, began, lastDrop) = (false, time, nil)
        before = (totals.values, totals.dropped)
    }

    /// Ends its life, since another stream replaces the one that it led out of, or whose values it holds.
    mutating func endLife() {
        isPast = fact.role == .link
        before = (totals.values, totals.dropped)
        (began, lastDrop) = (nil, nil)
    }

    /// The number of values that passed in a window of its current life.
    func count(in window: RateWindow) -> Double {
        guard time >= window.start else { return 0 }
        guard window.kind != .lastTenSeconds else { return rate.count(after: window.start) }
        let passed = inGap.map { window.start >= $0.end ? $0.values : 0 } ?? 0
        return Double(totals.values - max(before.values, passed))
    }

    /// The number of values lost in its current life.
    var droppedInLife: Int { totals.dropped - before.dropped }
}
