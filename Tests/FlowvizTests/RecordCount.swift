import FlowTrace

/// Counts records.
struct RecordCount: RecordSink {
    private(set) var records = 0

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

    mutating func record(missed: Int) {}

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        // The names of types are facts in a file.
        if record.fact != .typeName { records += 1 }
    }
}
