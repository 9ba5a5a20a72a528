import FlowTrace

/// A point in a trace: a time, and the number of events so far.
///
/// Several events can share one time; the sequence number orders them.
public struct Moment: Hashable, Comparable, Sendable {
    public let time: TraceTime
    /// The sequence number of the last event that has happened; 0 before the first.
    public let sequence: Int

    public init(time: TraceTime, sequence: Int) {
        self.time = time
        self.sequence = sequence
    }

    /// The moment before the first event.
    public static let start = Moment(time: .zero, sequence: 0)

    public static func < (lhs: Moment, rhs: Moment) -> Bool { (lhs.time, lhs.sequence) < (rhs.time, rhs.sequence) }
}

extension TraceEntry {
    /// The moment just after it.
    package var moment: Moment { Moment(time: time, sequence: sequence) }
}

extension TraceLog {
    /// The moment of the last event.
    public var end: Moment { moment(ofEvent: count) }

    /// The moment at `time`, after all events that have happened by then.
    public func moment(at time: TraceTime) -> Moment {
        Moment(time: time, sequence: forgotten + entries.partitioningIndex { $0.time > time })
    }

    /// The moment just after an event. A forgotten event has the moment of the last forgotten one; an unknown event has the
    /// start.
    public func moment(ofEvent sequence: Int) -> Moment {
        if let entry = self[sequence: sequence] { return entry.moment }
        return sequence <= forgotten ? Moment(time: forgottenTime, sequence: forgotten) : .start
    }
}
