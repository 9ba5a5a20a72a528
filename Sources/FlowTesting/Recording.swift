import FlowCore
import FlowGraph
import FlowTrace

/// A call of `record` that runs: what it has recorded so far, and the stages that `hold` may hold.
final class Recording: Sendable {
    /// The innermost recording of the current task or closure; `nil` outside of `record`.
    @TaskLocal static var current: Recording?

    let gates: GateTable
    private let target: TraceTarget
    private let reading = LockedBox(Reconstruction())

    init(_ values: TracedValues, chunkLimit: Int) {
        let recorder = Recorder(chunkLimit: chunkLimit)
        gates = GateTable(recorder: recorder)
        target = TraceTarget(recorder: recorder, values: values, gates: gates)
    }

    // MARK: Recording

    /// Records the streams of Swift concurrency that `body` and its tasks make.
    func within(_ isolation: isolated (any Actor)?, _ body: () async throws -> Void) async rethrows {
        try await Recording.$current.withValue(
            self, operation: { try await CurrentTarget.with(target, isolation: isolation, body) }, isolation: isolation)
    }

    /// Records the subscriptions that `body` makes.
    func tracing(_ body: () throws -> Void) rethrows -> FlowTracer {
        try Recording.$current.withValue(self) { try FlowTracer.tracing(into: target, body).tracer }
    }

    /// The current time of the recording.
    var time: TraceTime { target.recorder.time }

    func trace(endingAt end: TraceTime) -> RecordedTrace { RecordedTrace(read().log, endingAt: end) }

    /// All records so far. The recorder passes each on once, so that the lock also orders the readers.
    private func read() -> Reconstruction {
        reading.withLock { reading in
            target.recorder.drain(into: &reading)
            return reading
        }
    }

    // MARK: Stages

    /// The numbers of the live consumers with a name: their title in the trace, or the name of their operator for all of these.
    ///
    /// - Throws: ``HoldError`` if there are none.
    func consumers(of stage: String) throws(HoldError) -> [UInt64] {
        let reading = read()
        let consumers = reading.log.edges.compactMap { edge -> Consumer? in
            guard edge.role == .link, let node = edge.downstream, let fact = reading.log.node(node) else { return nil }
            return reading.consumerNumber(of: edge.id).map {
                Consumer(number: $0, name: fact.name, title: reading.log.stageName(node) ?? fact.name)
            }
        }
        let found = consumers.filter { $0.title == stage || $0.name == stage }
        guard !found.isEmpty else { throw .unknown(stage, among: consumers.map(\.title)) }
        return found.map(\.number)
    }

    private struct Consumer {
        let number: UInt64
        let name: String
        let title: String
    }
}
