/// Receives the contents of a recorder or a trace file, in order.
public protocol RecordSink {
    /// Receives facts of the graph; a fact with a known id replaces the older one.
    mutating func declare(nodes: [NodeFact], edges: [EdgeFact])

    /// Receives one record of a thread; records of one thread come in its order.
    ///
    /// `bytes` is the text that the record refers to, `nil` if there is none; valid only during the call.
    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?)

    /// Receives the number of records that were dropped so far.
    mutating func record(missed: Int)

    /// Marks that records up to a time were overwritten before they were read: subscriptions made by then are known, but their
    /// later signals may be missing.
    ///
    /// - Parameter time: Nanoseconds since time 0.
    mutating func recordGap(until time: UInt64)

    /// Counts items of facts of types that this version does not know, which are passed over.
    mutating func passOver(items: Int)

    /// How many of the records were older than one that their thread made before them, if it counts that.
    var timesBack: Int { get }

    /// How many records and items are of kinds that this version does not know, if it counts that.
    var unknownRecords: Int { get }
}

extension RecordSink {
    public var timesBack: Int { 0 }

    public var unknownRecords: Int { 0 }

    public mutating func recordGap(until time: UInt64) {}

    public mutating func passOver(items: Int) {}
}
