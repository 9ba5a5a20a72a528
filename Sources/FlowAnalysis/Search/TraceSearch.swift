import FlowTrace

/// The targets of jumps: the events that match a filter, or, without one, drops and violations.
public struct TraceSearch: Hashable, Sendable {
    /// The filter; `nil` to search for drops and violations.
    public var filter: EventFilter?
    /// The sequence numbers of events that break a rule, which a search without a filter finds too.
    public var broken: Set<Int> = []

    public init(filter: EventFilter? = nil) { self.filter = filter }

    /// Whether a value was lost.
    public static func interesting(_ entry: TraceEntry) -> Bool { entry.kind == .dropped }

    public func matches(_ entry: TraceEntry, in log: TraceLog, lane: () -> String?) -> Bool {
        filter?.matches(entry, in: log, lane: lane) ?? (TraceSearch.interesting(entry) || broken.contains(entry.sequence))
    }

    /// The nearest match after the event `sequence`, or before it.
    ///
    /// - Complexity: O(events in between).
    public func find(in log: TraceLog, _ direction: Direction, of sequence: Int, lane: (TraceEntry) -> String?) -> TraceEntry? {
        switch direction {
        case .next: log.entries(after: sequence).first { entry in matches(entry, in: log) { lane(entry) } }
        case .previous: log.entries(after: 0, upTo: sequence - 1).last { entry in matches(entry, in: log) { lane(entry) } }
        }
    }

    /// The number of matching events up to `sequence`, and of all matching events.
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

/// A found event, with the facts to show after its log has forgotten it.
public struct FoundEvent: Hashable, Sendable {
    /// The name of its lane, or else the name of its edge.
    public let lane: String
    public let kind: SignalKind
    /// Its value as text; `nil` if the event has no value, or the value was not recorded.
    public let value: String?
    public let demand: Demand?
    public let reason: DropReason?
    /// Whether its operator's purpose is to drop values.
    package let leavesOut: Bool

    public init(_ entry: TraceEntry, in log: TraceLog, lane: String?) {
        self.lane = lane ?? log.edgeName(entry.edge) ?? ""
        (kind, value) = (entry.kind, log.value(of: entry)?.description)
        (demand, reason) = (entry.event.demand, entry.event.dropReason)
        leavesOut = log.leavesOut(on: entry.edge)
    }
}

/// The direction of a jump.
public enum Direction: Hashable, Sendable {
    case next
    case previous
}
