/// An operator whose purpose is to drop values that arrive too fast.
struct RateLimit: Hashable, Sendable {
    let stage: String
    let incoming: Int
    let outgoing: Int

    /// The rate limits of a pipeline that have dropped values and passed others on.
    static func all(in reporter: BottleneckReporter) -> [RateLimit] {
        reporter.judge.order.compactMap { stage in
            let view = reporter.stages[stage]
            guard view.limitsRate, view.meter.totals.outgoing > 0, !view.meter.drops.isEmpty else {
                return nil
            }
            return RateLimit(
                stage: view.name, incoming: Int(view.meter.totals.incoming), outgoing: Int(view.meter.totals.outgoing))
        }
    }

    /// `throttle passed on 3 of 10`.
    var text: String { "\(stage) passed on \(outgoing) of \(incoming)" }
}
