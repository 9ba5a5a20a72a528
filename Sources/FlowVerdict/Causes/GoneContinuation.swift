import FlowTrace
import FlowWords

/// A consumer waits for a stream whose continuation was released without finishing, so that no value and no end can arrive.
struct GoneContinuation: Cause {
    let waiter: String
    let stream: String
    let since: TraceTime
    /// Whether a value was ever yielded. Without one, a program may wait for its own cancellation in this way.
    let hasYielded: Bool

    /// The minimum time since the release of the continuation, in nanoseconds. Before that, the consumer may be about to be
    /// cancelled.
    private static let waitThreshold: UInt64 = 100_000_000

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        let streams = reporter.streams
        let waits = streams.compactMap { stream in
            reporter.edges.first { $0.upper == stream && $0.isOpen && $0.times.abandonedSince != nil }
        }
        // Another stream may still deliver values.
        guard let first = waits.first, waits.count == streams.count, let since = first.times.abandonedSince,
            let stream = first.upper, let reader = first.lower, TraceTime(nanoseconds: reporter.now) - since >= waitThreshold
        else { return nil }
        let cause = GoneContinuation(
            waiter: reporter.stages[reporter.consumer(from: reader)].name, stream: reporter.stages[stream].name,
            since: since, hasYielded: reporter.stages[stream].meter.values > 0)
        return FoundCause(cause)
    }

    var kind: Verdict.Kind { hasYielded ? .stalled : .waitingForSource }
    var limits: Bool { false }
    var standstill: Standstill { .always }

    /// `for await waits since 0.01 s: the continuation of AsyncStream is gone and has not finished`.
    var words: VerdictWords {
        let head = "\(waiter) waits since \(Seconds.text(since)) s"
        return VerdictWords(
            "\(head): the continuation of \(stream) is gone and has not finished",
            brief: hasYielded ? "\(stream) has no continuation left" : "\(waiter) waits for a cancel",
            shorter: ["\(head): its continuation is gone"])
    }
}
