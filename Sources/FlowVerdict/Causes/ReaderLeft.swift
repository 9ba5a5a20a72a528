import FlowModel
import FlowTrace
import FlowWords

/// Values wait in a stream, or producers in a channel, whose readers have all left.
struct ReaderLeft: Cause {
    let stream: String
    let left: TraceTime
    let held: HeldCount
    let growth: StoreGrowth?
    /// The waiting producers, if the stream is a channel.
    let producers: Producers?

    /// The producers that wait in a channel.
    struct Producers: Hashable, Sendable {
        /// The name of their calls.
        let call: String
        let since: TraceTime
        /// The value, if only one waits.
        let value: String?
    }

    /// Values that arrive within this time after the last reader has left cause no verdict; in nanoseconds.
    private static let longestGoodbye: UInt64 = 100_000_000

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        let stages = reporter.stages
        for stream in reporter.streams {
            let meter = stages[stream].meter
            guard meter.outputs.ever > 0, meter.outputs.live == 0, meter.held > 0, !meter.heldIsLowerBound,
                let (reader, time) = lastReader(of: stream, reporter),
                !meter.producers.isEmpty || meter.lastValue.map({ $0 >= time + longestGoodbye }) == true
            else { continue }
            let cause = ReaderLeft(
                stream: stages[stream].name, left: TraceTime(nanoseconds: time), held: stages[stream].held,
                growth: reporter.growth(stream), producers: producers(of: stream, reporter))
            return FoundCause(cause, at: reader)
        }
        return nil
    }

    /// The reader that left last, with the time; `nil` if the stream itself has ended.
    private static func lastReader(of stream: Int, _ reporter: BottleneckReporter) -> (reader: Int, time: UInt64)? {
        let ends = reporter.edges.filter { $0.connects && $0.upper == stream }.compactMap { edge in
            edge.times.end.flatMap { end in edge.lower.map { (reader: $0, kind: end.kind, time: end.moment.time) } }
        }
        guard let last = ends.max(by: { $0.time < $1.time }), ends.allSatisfy({ $0.kind == .cancel }) else { return nil }
        return (reporter.consumer(from: last.reader), last.time.nanoseconds)
    }

    private static func producers(of stream: Int, _ reporter: BottleneckReporter) -> Producers? {
        let meter = reporter.stages[stream].meter
        // A channel's inputs are the calls that send.
        let call = reporter.stages[stream].inputs.first.map { reporter.stages[$0].ownName }
        guard !meter.producers.isEmpty, let call, let oldest = meter.oldest else { return nil }
        let kept = meter.held == 1 ? reporter.log[sequence: meter.lastKept] : nil
        return Producers(
            call: call, since: TraceTime(nanoseconds: oldest), value: kept.flatMap { reporter.log.value(of: $0)?.description })
    }

    var kind: Verdict.Kind { .unread }

    /// `1 producer waits in send since 0.07 s (value 4): its reader left at 0.11 s`.
    var words: VerdictWords {
        let reason = "\(producers == nil ? "its" : held == 1 ? "its" : "their") reader left at \(Seconds.text(left)) s"
        return VerdictWords("\(head): \(reason)", brief: "\(stream) has no reader left", shorter: ["\(stream): \(reason)"])
    }

    private var head: String {
        guard let producers else { return "\(stream) holds \(held.words)\(StoreGrowth.words(growth))" }
        let wait = held == 1 ? "producer waits" : "producers wait"
        let value = producers.value.map { " (value \(ValueList.brief($0)))" } ?? ""
        return "\(held.words) \(wait) in \(producers.call) since \(Seconds.text(producers.since)) s\(value)"
    }
}
