import FlowTrace

extension TraceLog {
    /// The moment of the last event.
    public var end: Moment {
        moment(ofEvent: entries.count)
    }

    /// The moment at `time`, after all events that have happened by then.
    public func moment(at time: TraceTime) -> Moment {
        Moment(time: time, sequence: entries.partitioningIndex { $0.time > time })
    }

    /// The moment just after an event; the start where there is none.
    public func moment(ofEvent sequence: Int) -> Moment {
        self[sequence: sequence].map { Moment(time: $0.time, sequence: $0.sequence) } ?? .start
    }
}
