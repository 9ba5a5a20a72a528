import FlowAnalysis
import FlowCore
import FlowGraph
import FlowText
import FlowTrace

/// Runs `body` and records every subscription it makes on this thread, and later subscriptions of those.
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
/// Streams of the rest of the process meanwhile, other tests for example, are neither recorded nor described and take no room.
/// Work that other threads still do for its pipelines when `body` returns is not in the trace: wait for it in `body`, or use a
/// virtual time scheduler.
///
/// - Parameters:
///   - values: Which values are recorded.
///   - chunkLimit: How many chunks of 64 KiB may be recorded, from 1, each some 2,000 records, two of which make a value on an
///     edge. What finds no room is counted in ``RecordedTrace/missed``, and no expectation holds then.
///   - body: Makes and drives the pipelines, and keeps their subscriptions while they are recorded.
public func record(
    values: TracedValues = .all(limit: 256), chunkLimit: Int = 4_096, _ body: () throws -> Void
) rethrows -> RecordedTrace {
    try recordSubscriptions(values, chunkLimit, body)
}

/// Runs `body` and records its streams of Swift concurrency, including the ones of tasks that it makes.
///
/// For tests of code that uses FlowAsync's `AsyncStream`, `AsyncChannel` or `.probe`:
///
///     let trace = await record {
///         let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(10))
///         for value in 0..<20 { continuation.yield(value) }
///         continuation.finish()
///         for await _ in stream {}
///     }
///     #expect(trace["AsyncStream"].maxHeld <= 10)
///     try trace.expect(.noDrops(), .completes())
///
/// Streams that are made elsewhere are not in the trace, nor are the events of detached tasks; publishers are not either: a
/// `body` without `await` records those instead, as outside of `async` functions. Events of tasks after `body` has returned are
/// not in the trace: wait for them in `body`.
///
/// - Parameters:
///   - values: Which values are recorded.
///   - chunkLimit: How many chunks of 64 KiB may be recorded, from 1, each some 2,000 records, three of which make a value in a stream.
///     What finds no room is counted in ``RecordedTrace/missed``, and no expectation holds then.
///   - isolation: Where `body` runs.
///   - body: Makes and drives the streams, and waits for the tasks that it makes.
public func record(
    values: TracedValues = .all(limit: 256), chunkLimit: Int = 4_096, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
) async rethrows -> RecordedTrace {
    let recorder = Recorder(chunkLimit: chunkLimit)
    try await CurrentTarget.with(TraceTarget(recorder: recorder, values: values), isolation: isolation, body)
    return RecordedTrace(drained: recorder, endingAt: recorder.time)
}

/// Runs `body` and records every subscription it makes on this thread, as outside of `async` functions.
///
/// - Parameters:
///   - values: Which values are recorded.
///   - chunkLimit: How many chunks of 64 KiB may be recorded, from 1.
///   - isolation: Where `body` runs.
///   - body: Makes and drives the pipelines, and keeps their subscriptions while they are recorded.
public func record(
    values: TracedValues = .all(limit: 256), chunkLimit: Int = 4_096, isolation: isolated (any Actor)? = #isolation,
    _ body: () throws -> Void
) async rethrows -> RecordedTrace {
    try recordSubscriptions(values, chunkLimit, body)
}

private func recordSubscriptions(
    _ values: TracedValues, _ chunkLimit: Int, _ body: () throws -> Void
) rethrows -> RecordedTrace {
    let recorder = Recorder(chunkLimit: chunkLimit)
    let (tracer, _) = try FlowTracer.tracing(into: recorder, values: values, body)
    let end = recorder.time
    tracer.stop()
    return RecordedTrace(drained: recorder, endingAt: end)
}

/// The records of ``record(values:chunkLimit:_:)``.
public struct RecordedTrace: Sendable {
    let log: TraceLog
    private let tally: RunTally
    /// When the recorded closure returned.
    private let end: TraceTime

    init(drained recorder: Recorder, endingAt end: TraceTime) {
        var reconstruction = Reconstruction()
        recorder.drain(into: &reconstruction)
        self.init(reconstruction.log, endingAt: end)
    }

    init(_ log: TraceLog, endingAt end: TraceTime) {
        self.log = log
        self.end = end
        var tally = RunTally()
        for entry in log.entries { tally.fold(entry, in: log) }
        self.tally = tally
    }

    /// How many records found no room. If there are any, no expectation holds, and no stage may be asked for.
    public var missed: Int { log.missed }

    /// The names of the stages, in the order of their subscription: operators by their name, others by their label. If several
    /// have one name, the later ones are numbered: `map`, `map 2`.
    public var stages: [String] { tally.names }

    /// The counts of the stages of a name. Several of one name count together, `map 2` is the second of them alone.
    ///
    /// - Precondition: There is such a stage, and ``missed`` is 0: neither a mistyped name nor a trace with gaps must pass a
    ///   test.
    public subscript(stage: String) -> StageTally {
        if let gap { preconditionFailure("what '\(stage)' has come to is not known: \(gap)") }
        if let missing = tally.missingStage(stage) { preconditionFailure(missing.text) }
        return tally.stage(stage)!
    }

    /// The first event that breaks each expectation that does not hold, and the expectations that cannot be judged, because there
    /// is no such stage or records are missing.
    ///
    /// - Complexity: O(events × expectations).
    public func failures(_ expectations: [Expectation]) -> [CheckFailure] {
        var check = RunCheck(expectations)
        for entry in log.entries { check.fold(entry, in: log) }
        return check.failures(endingAt: end, gaps: gap.map { [$0] } ?? [])
    }

    /// - Throws: ``BrokenExpectations`` with the event that broke each expectation, and its time.
    public func expect(_ expectations: Expectation...) throws(BrokenExpectations) {
        let failures = failures(expectations)
        guard failures.isEmpty else { throw BrokenExpectations(failures: failures) }
    }

    private var gap: String? { missed > 0 ? "\(missed) records missed (give 'record' a higher chunkLimit)" : nil }
}

/// The expectations that a run does not meet.
public struct BrokenExpectations: Error, CustomStringConvertible, Sendable {
    /// In the order of the expectations.
    public let failures: [CheckFailure]

    /// A line for each.
    public var description: String { failures.map(\.line).joined(separator: "\n") }
}
