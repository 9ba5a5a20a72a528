import FlowCore
import FlowGraph
import FlowTrace

/// Runs `body` and records every subscription it makes on this thread, and what those subscribe later.
///
/// For tests: build a pipeline and drive it in `body`, keep its subscriptions alive there, then ask the trace.
///
///     let trace = record {
///         let source = PassthroughSubject<Int, Never>()
///         let cancellable = source.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).sink { _ in }
///         for value in 0..<20 { source.send(value) }
///         source.send(completion: .finished)
///         cancellable.cancel()
///     }
///     #expect(trace["buffer"].maxHeld <= 10)
///     try trace.expect(.noDrops(), .completes())
///
/// What the rest of the process streams meanwhile, other tests for example, is not written down, not described and takes no room.
/// Work that other threads still do for its pipelines when `body` returns is not in the trace: wait for it in `body`, or use a virtual time scheduler.
///
/// - Parameters:
///   - values: Which values are written down.
///   - chunkLimit: How many chunks of 64 KiB may be recorded, from 1, each some 2,000 records, two of which make a value on an edge. What
///     finds no room is counted in ``RecordedTrace/missed``, and no expectation holds then.
/// - Returns: What happened.
public func record(
    values: TracedValues = .all(limit: 256), chunkLimit: Int = 4_096, _ body: () throws -> Void
) rethrows -> RecordedTrace {
    let recorder = Recorder(chunkLimit: chunkLimit)
    let (tracer, _) = try FlowTracer.tracing(into: recorder, values: values, body)
    let end = recorder.time
    tracer.stop()
    var reconstruction = Reconstruction()
    recorder.drain(into: &reconstruction)
    return RecordedTrace(reconstruction.log, endingAt: end)
}
