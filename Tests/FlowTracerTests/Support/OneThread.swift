import FlowTrace

@testable import FlowModel

/// Reads only the records of the thread that subscribed in the traced scope first; other tests run on the others.
struct OneThread: RecordSink {
    private(set) var reconstruction = Reconstruction()
    private var thread: UInt32?

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {
        reconstruction.declare(nodes: nodes, edges: edges)
    }

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        if self.thread == nil, record.hookKind == .willSubscribe, record.hookFlags.contains(.inScope) { self.thread = thread }
        guard thread == self.thread || record.hookKind == .typeName else { return }
        reconstruction.append(record, thread: thread, bytes: bytes)
    }

    mutating func note(missed: Int) {
        reconstruction.note(missed: missed)
    }
}
