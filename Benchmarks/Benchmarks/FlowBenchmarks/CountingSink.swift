import FlowTrace

/// Counts records, and so touches each.
struct CountingSink: RecordSink {
    private(set) var count = 0

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

    mutating func record(missed: Int) {}

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        count += 1
    }
}
