/// An operator that leaves out values that come too fast, as it is there to do.
public struct RateLimit: Hashable, Sendable {
    public let stage: String
    public let incoming: Int
    public let outgoing: Int

    /// Those of a pipeline that have left out values and passed others on.
    static func all(in reporter: FlowReporter) -> [RateLimit] {
        reporter.judge.order.compactMap { stage in
            let view = reporter.stages[stage]
            guard view.node?.operation.limitsRate == true, view.meter.totals.outgoing > 0, !view.meter.drops.isEmpty else {
                return nil
            }
            return RateLimit(
                stage: view.name, incoming: Int(view.meter.totals.incoming), outgoing: Int(view.meter.totals.outgoing))
        }
    }
}
