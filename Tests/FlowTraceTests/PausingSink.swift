import FlowTrace

/// Runs a closure for each record, in the middle of a drain.
struct PausingSink: RecordSink {
    let pause: () -> Void

    func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

    func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        pause()
    }

    func record(missed: Int) {}
}
