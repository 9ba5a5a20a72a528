/// Receives the contents of a recorder or a trace file, in order.
public protocol RecordSink {
    /// Receives facts of the graph; a fact with a known id replaces the older one.
    mutating func declare(nodes: [NodeFact], edges: [EdgeFact])

    /// Receives one record of a thread, in the thread's order.
    ///
    /// `bytes` is the record's separate text, `nil` if there is none; valid only during the call.
    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?)

    /// Receives the number of records that were dropped so far.
    mutating func record(missed: Int)

    /// Receives the time up to which records were overwritten unread. Subscriptions made before then are known, but their signals
    /// up to that time may be missing.
    ///
    /// - Parameter time: Nanoseconds since time 0.
    mutating func recordGap(until time: UInt64)

    /// Counts skipped facts of unknown types.
    mutating func passOver(items: Int)

    /// The number of records whose time lies before that of an earlier record of their thread, if the sink counts them.
    var timesBack: Int { get }

    /// The number of records and items of unknown kinds, if the sink counts them.
    var unknownRecords: Int { get }
}

extension RecordSink {
    public var timesBack: Int { 0 }

    public var unknownRecords: Int { 0 }

    public mutating func recordGap(until time: UInt64) {}

    public mutating func passOver(items: Int) {}
}
