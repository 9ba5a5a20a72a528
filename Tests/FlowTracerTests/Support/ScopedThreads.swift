import FlowTrace

@testable import FlowModel

/// Reads only the records of threads that subscribed in the traced scope, from then on; other tests run on the others.
struct ScopedThreads: RecordSink {
    private(set) var reconstruction = Reconstruction()
    private var threads: Set<UInt32> = []

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {
        reconstruction.declare(nodes: nodes, edges: edges)
    }

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        if record.hookKind == .willSubscribe, record.hookFlags.contains(.inScope) { threads.insert(thread) }
        guard threads.contains(thread) || record.hookKind == .typeName else { return }
        reconstruction.append(record, thread: thread, bytes: bytes)
    }

    mutating func note(missed: Int) {
        reconstruction.note(missed: missed)
    }
}
