import FlowModel
import FlowWords

/// Values are yielded to a stream that was never read.
struct UnreadStream: Cause {
    let stream: String
    let held: HeldCount
    let growth: StoreGrowth?
    /// The number of values it has lost.
    let lost: Int
    /// The number of streams that one line of code has made in succession. This stream is the last of them.
    let lives: Int

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        let stages = reporter.stages
        guard reporter.past == nil else { return nil }
        let stream = reporter.streams.first { stream in
            let meter = stages[stream].meter
            guard meter.outputs.ever == 0, meter.values > 0, meter.producers.isEmpty else { return false }
            return span.isRun || meter.held > 0
        }
        guard let stream else { return nil }
        let view = stages[stream]
        let cause = UnreadStream(
            stream: view.name, held: view.held, growth: reporter.growth(stream),
            lost: view.meter.drops.reduce(0) { $0 + $1.count },
            lives: reporter.lives?.count ?? 1)
        return FoundCause(cause, at: stream)
    }

    var kind: Verdict.Kind { .unread }

    /// `unread AsyncStream: nobody has ever read it; it holds 100 and grows`; `nobody has ever read the last of its 23 streams`.
    var words: VerdictWords {
        let brief = "unread \(stream)"
        let holds = "it holds \(held.words)\(StoreGrowth.words(growth))"
        let dropped = lost == 0 ? nil : "\(lost) \(lost == 1 ? "value was" : "values were") dropped there"
        let facts = [held.count > 0 || lost == 0 ? holds : nil, dropped].compactMap(\.self)
        let which = lives > 1 ? "the last of its \(lives) streams" : "it"
        let head = "\(brief): nobody has ever read \(which)"
        return VerdictWords("\(head); \(facts.joined(separator: ", "))", brief: brief, shorter: [head])
    }
}
