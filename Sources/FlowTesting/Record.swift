import FlowAnalysis
import FlowCore
import FlowGraph
import FlowText
import FlowTrace

/// Runs `body` and records its subscriptions on this thread, and later subscriptions of the same pipelines.
///
/// For tests: build and drive a pipeline in `body`, keep its subscriptions alive there, then check the trace.
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
/// Other streams of the process, as in parallel tests, are neither recorded nor described. Work of other threads after `body`
/// returns is not in the trace: wait for it in `body`, or use a virtual time scheduler.
///
/// - Parameters:
///   - values: The values to record.
///   - chunkLimit: The most chunks, at least 1. A chunk has 64 KiB for some 2,000 records; a value on an edge takes two. Records
///     that find no room are counted in ``RecordedTrace/missed``, and fail every expectation.
///   - body: Makes and drives the pipelines, and retains their subscriptions.
public func record(
    values: TracedValues = .all(limit: 256), chunkLimit: Int = 4_096, _ body: () throws -> Void
) rethrows -> RecordedTrace {
    try recordSubscriptions(values, chunkLimit, body)
}

/// Runs `body` and records its streams of Swift concurrency, including the ones of its tasks.
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
/// The trace excludes streams made elsewhere, events of detached tasks, and publishers. A `body` without `await` records
/// publishers instead, as outside of `async` functions. Events after `body` returns are excluded too: wait in `body` for its
/// tasks.
///
/// - Parameters:
///   - values: The values to record.
///   - chunkLimit: The most chunks, at least 1. A chunk has 64 KiB for some 2,000 records; a value in a stream takes three.
///     Records that find no room are counted in ``RecordedTrace/missed``, and fail every expectation.
///   - isolation: The actor on which `body` runs.
///   - body: Makes and drives the streams, and waits for its tasks.
public func record(
    values: TracedValues = .all(limit: 256), chunkLimit: Int = 4_096, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
) async rethrows -> RecordedTrace {
    let recording = Recording(values, chunkLimit: chunkLimit)
    try await recording.within(isolation, body)
    return recording.trace(endingAt: recording.time)
}

/// Runs a `body` without `await` and records its subscriptions on this thread, as `record` does outside of `async` functions.
///
/// - Parameters:
///   - values: The values to record.
///   - chunkLimit: The most chunks of 64 KiB, at least 1.
///   - isolation: The actor on which `body` runs.
///   - body: Makes and drives the pipelines, and retains their subscriptions.
public func record(
    values: TracedValues = .all(limit: 256), chunkLimit: Int = 4_096, isolation: isolated (any Actor)? = #isolation,
    _ body: () throws -> Void
) async rethrows -> RecordedTrace {
    try recordSubscriptions(values, chunkLimit, body)
}

private func recordSubscriptions(
    _ values: TracedValues, _ chunkLimit: Int, _ body: () throws -> Void
) rethrows -> RecordedTrace {
    let recording = Recording(values, chunkLimit: chunkLimit)
    let tracer = try recording.tracing(body)
    let end = recording.time
    tracer.stop()
    return recording.trace(endingAt: end)
}

/// The records of ``record(values:chunkLimit:_:)``.
public struct RecordedTrace: Sendable {
    let log: TraceLog
    private let tally: RunTally
    /// The time at which the recorded closure returned.
    private let end: TraceTime

    init(_ log: TraceLog, endingAt end: TraceTime) {
        self.log = log
        self.end = end
        var tally = RunTally()
        for entry in log.entries { tally.fold(entry, in: log) }
        self.tally = tally
    }

    /// The number of records lost for lack of room. If there are any, every expectation fails, and stages cannot be read.
    public var missed: Int { log.missed }

    /// The names of the stages, in order of subscription: operators by their name, others by their label. Later stages with the
    /// same name are numbered: `map`, `map 2`.
    public var stages: [String] { tally.names }

    /// The counts of all stages with the given name; `map 2` is only the second of them.
    ///
    /// - Precondition: A stage has this name, and ``missed`` is 0: a mistyped name or a trace with gaps must not pass a test.
    public subscript(stage: String) -> StageTally {
        if let gap { preconditionFailure("the counts of '\(stage)' are unknown: \(gap)") }
        if let missing = tally.missingStage(stage) { preconditionFailure(missing.text) }
        return tally.stage(stage)!
    }

    /// The failed expectations, each with the first event that breaks it. If its stage or records are missing, an expectation
    /// fails without an event.
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

/// The failed expectations of a run.
public struct BrokenExpectations: Error, CustomStringConvertible, Sendable {
    /// The failures, in the order of the expectations.
    public let failures: [CheckFailure]

    /// The failures, one a line.
    public var description: String { failures.map(\.line).joined(separator: "\n") }
}
