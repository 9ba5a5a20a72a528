/// A record with its place in the merged trace.
public struct TraceEntry: Hashable, Sendable {
    /// The record; text it refers to stands in the ``TraceLog`` that holds the entry.
    public let event: TraceEvent
    /// Its place in the merged trace, from 1.
    public let sequence: Int
    /// The sequence number of the entry in whose call this one happened, `nil` for none.
    public let cause: Int?
    /// The thread that recorded it: a small number, by order of first record.
    public let thread: UInt32

    /// When it happened.
    public var time: TraceTime {
        TraceTime(nanoseconds: event.time)
    }

    /// What happened. Entries hold only kinds this version knows.
    public var kind: SignalKind {
        event.kind ?? .note
    }

    /// The edge on which it happened.
    public var edge: EdgeID {
        event.edge
    }
}
