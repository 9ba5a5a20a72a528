import FlowTrace

/// What jumps through a trace go to: the events that a filter lets through, without one those in which something is amiss.
public struct TraceSearch: Hashable, Sendable {
    /// What was typed, `nil` for what is amiss.
    public var filter: EventFilter?
    /// The events that are known to break a rule, by sequence; something is amiss in them too.
    public var broken: Set<Int> = []

    public init(filter: EventFilter? = nil) {
        self.filter = filter
    }

    /// What one of the events is called.
    public var noun: String {
        filter != nil ? "match" : broken.isEmpty ? "drop" : "drop or violation"
    }

    /// Whether something is amiss in an event: a value was lost.
    public static func interesting(_ entry: TraceEntry) -> Bool {
        entry.kind == .dropped
    }

    /// Whether the search goes to an event.
    public func matches(_ entry: TraceEntry, in log: TraceLog, lane: () -> String?) -> Bool {
        filter?.matches(entry, in: log, lane: lane)
            ?? (TraceSearch.interesting(entry) || broken.contains(entry.sequence))
    }

    /// The nearest event after another, or before it.
    ///
    /// - Complexity: O(events in between).
    public func find(
        in log: TraceLog, _ direction: Direction, of sequence: Int, lane: (TraceEntry) -> String?
    ) -> TraceEntry? {
        switch direction {
        case .next: log.entries(after: sequence).first { entry in matches(entry, in: log) { lane(entry) } }
        case .previous: log.entries(after: 0, upTo: sequence - 1).last { entry in matches(entry, in: log) { lane(entry) } }
        }
    }

    /// Which of the events of a log one is, from 1, and how many there are.
    ///
    /// - Complexity: O(*n*) for *n* events.
    public func count(in log: TraceLog, upTo sequence: Int, lane: (TraceEntry) -> String?) -> (number: Int, total: Int) {
        log.entries.reduce(into: (0, 0)) { count, entry in
            guard matches(entry, in: log, lane: { lane(entry) }) else { return }
            count.total += 1
            if entry.sequence <= sequence { count.number += 1 }
        }
    }
}

/// What is known of an event that was found; its log may let go of it.
public struct FoundEvent: Hashable, Sendable {
    /// The name of its lane, else the label of its edge.
    public let lane: String
    /// What happened.
    public let kind: SignalKind
    /// Its value in words, `nil` where that was not written down or there is none.
    public let value: String?
    /// What was asked for.
    public let demand: Demand?
    /// Why a value was lost.
    public let reason: DropReason?

    public init(_ entry: TraceEntry, in log: TraceLog, lane: String?) {
        self.lane = lane ?? log.edge(entry.edge)?.label ?? ""
        (kind, value) = (entry.kind, log.value(of: entry)?.description)
        (demand, reason) = (entry.event.demand, entry.event.dropReason)
    }
}

/// Where a jump goes.
public enum Direction: Hashable, Sendable {
    /// To the nearest later event.
    case next
    /// To the nearest earlier one.
    case previous
}
