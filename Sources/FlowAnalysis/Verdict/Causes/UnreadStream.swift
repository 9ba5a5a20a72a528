import FlowModel

/// Values are yielded to a stream that nobody has ever read.
public struct UnreadStream: Hashable, Sendable {
    public let stream: String
    public let held: HeldCount
    public let isGrowing: Bool
    /// How many values it has lost.
    public let lost: Int

    /// How long a value waits at least before that is more than a beginning, in nanoseconds.
    private static let shortestWait: UInt64 = 1_000_000_000

    static func found(by reporter: FlowReporter, _ span: VerdictSpan) -> FoundCause? {
        let stages = reporter.stages
        guard reporter.past == nil else { return nil }
        let stream = reporter.streams.first { stream in
            let meter = stages[stream].meter
            guard meter.outputs.ever == 0, meter.values > 0, meter.producers.isEmpty else { return false }
            return span.isRun || reporter.wait(ofOldestIn: stream) >= shortestWait
        }
        guard let stream else { return nil }
        let view = stages[stream]
        let cause = UnreadStream(
            stream: view.name, held: view.held, isGrowing: view.isGrowing, lost: view.meter.drops.reduce(0) { $0 + $1.count })
        return FoundCause(cause: .unreadStream(cause), stage: stream, kind: .unread)
    }
}
