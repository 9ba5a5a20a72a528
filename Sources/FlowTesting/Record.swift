import FlowCore
import FlowModel
import FlowTrace

/// Runs `body` and records every subscription it makes on this thread, and what those subscribe later.
///
/// For tests: build a pipeline and drive it in `body`, keep its subscriptions alive there, then ask the trace.
///
///     let trace = record {
///         let cancellable = source.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).sink { _ in }
///         for value in 0..<20 { source.send(value) }
///         cancellable.cancel()
///     }
///     #expect(trace["buffer"].maxHeld <= 10)
///     try trace.expect(.noDrops, .completes())
///
/// Work that other threads still do when `body` returns is not in the trace: wait for it in `body`, or use a virtual time scheduler.
///
/// - Parameter values: Which values are written down.
/// - Returns: What happened.
public func record(values: TracedValues = .all(limit: 256), _ body: () throws -> Void) rethrows -> RecordedTrace {
    let recorder = Recorder()
    let (tracer, _) = try FlowTracer.tracing(into: recorder, values: values, body)
    tracer.stop()
    var reconstruction = Reconstruction()
    recorder.drain(into: &reconstruction)
    return RecordedTrace(reconstruction.log)
}
