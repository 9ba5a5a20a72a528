import FlowTrace

extension TraceLog {
    /// The moment of the last event.
    public var end: Moment {
        moment(ofEvent: count)
    }

    /// The moment at `time`, after all events that have happened by then.
    public func moment(at time: TraceTime) -> Moment {
        Moment(time: time, sequence: forgotten + entries.partitioningIndex { $0.time > time })
    }

    /// The moment just after an event; of those that are forgotten the last, the start where there is none.
    public func moment(ofEvent sequence: Int) -> Moment {
        if let entry = self[sequence: sequence] { return Moment(time: entry.time, sequence: entry.sequence) }
        return sequence <= forgotten ? Moment(time: forgottenTime, sequence: forgotten) : .start
    }
}
