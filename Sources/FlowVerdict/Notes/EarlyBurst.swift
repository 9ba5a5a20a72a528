/// Values that entered a stream before its first subscription. No stage is to blame for their wait.
struct EarlyBurst: Hashable, Sendable {
    let stream: String
    let count: Int

    /// The burst of a pipeline, if its stream has never held more values than in the burst.
    static func found(by reporter: BottleneckReporter) -> EarlyBurst? {
        let stream = reporter.streams.first { stream in
            let meter = reporter.stages[stream].meter
            return meter.burst >= 2 && meter.burst == meter.peak && meter.outputs.ever > 0
        }
        return stream.map { EarlyBurst(stream: reporter.stages[$0].name, count: reporter.stages[$0].meter.burst) }
    }

    /// `a burst of 5 before the loop began`.
    var text: String { "a burst of \(count) before the loop began" }
}
