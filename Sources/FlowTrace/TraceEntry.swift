/// A record of the merged trace.
public struct TraceEntry: Hashable, Sendable {
    /// The record; its separate text is in the ``TraceLog`` of the entry.
    public let event: TraceEvent
    /// Its position in the merged trace, from 1.
    public let sequence: Int
    /// The sequence number of the entry in whose call this one happened, `nil` for none.
    public let cause: Int?
    /// The kind of the event. Entries have only known kinds.
    public let kind: SignalKind
    /// The thread that recorded it: a small number, by the order of the threads' first records.
    public let thread: UInt32

    init(event: TraceEvent, sequence: Int, cause: Int?, thread: UInt32) {
        self.event = event
        self.sequence = sequence
        self.cause = cause
        kind = event.kind ?? .note
        self.thread = thread
    }

    /// The time of the event.
    public var time: TraceTime { TraceTime(nanoseconds: event.time) }

    /// The edge on which it happened.
    public var edge: EdgeID { event.edge }
}
