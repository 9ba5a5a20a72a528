import FlowTrace

/// A line of the log while its events are gathered.
struct LogDraft {
    /// The event that the line is about.
    let head: TraceEntry
    /// The events it tells of, in order, with the head.
    var members: [TraceEntry]
    /// Whether an end of the stream happened in the call of one of them.
    var causedEnd = false

    init(head: TraceEntry) {
        self.head = head
        members = [head]
    }

    var last: TraceEntry {
        members[members.count - 1]
    }

    func first(_ kind: SignalKind) -> TraceEntry? {
        members.first { $0.kind == kind }
    }
}
