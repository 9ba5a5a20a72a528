/// Takes what a recorder or a trace file holds, in order.
public protocol RecordSink {
    /// Takes facts of the graph; a fact whose id is known already replaces the older one.
    mutating func declare(nodes: [NodeFact], edges: [EdgeFact])

    /// Takes one record of a thread; records of one thread come in its order.
    ///
    /// - Parameter bytes: The text that the record refers to, `nil` where it refers to none; good only during the call.
    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?)

    /// Takes how many records were dropped so far.
    mutating func note(missed: Int)

    /// Takes that records up to a time were written over before they were read: what was subscribed by then is told, but what it did may be
    /// missing.
    ///
    /// - Parameter time: Nanoseconds since time 0.
    mutating func noteGap(until time: UInt64)
}

extension RecordSink {
    public mutating func noteGap(until time: UInt64) {}
}
