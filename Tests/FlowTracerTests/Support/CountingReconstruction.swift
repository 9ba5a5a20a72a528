import FlowGraph
import FlowTrace

/// Concludes a trace and counts what it is concluded from.
struct CountingReconstruction: RecordSink {
    var reconstruction = Reconstruction()
    private(set) var records = 0
    private(set) var facts = 0

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {
        facts += nodes.count + edges.count
        reconstruction.declare(nodes: nodes, edges: edges)
    }

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        records += 1
        reconstruction.append(record, thread: thread, bytes: bytes)
    }

    mutating func record(missed: Int) {
        reconstruction.record(missed: missed)
    }

    mutating func recordGap(until time: UInt64) {
        reconstruction.recordGap(until: time)
    }
}
