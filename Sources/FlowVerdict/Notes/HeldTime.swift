import FlowModel
import FlowTrace
import FlowWords

/// The time for which viewers held or slowed a stage. Its shares leave that time out; waits and drops of the pipeline include it.
struct HeldTime: Hashable, Sendable {
    let stage: String
    /// The number of times that a viewer held or slowed it.
    let count: Int
    /// The whole time, in nanoseconds.
    let time: UInt64

    /// The stages of a pipeline that viewers have held or slowed, sources first.
    static func all(in reporter: BottleneckReporter) -> [HeldTime] {
        reporter.judge.order.compactMap { stage in
            let meter = reporter.stages[stage].meter
            guard meter.holds > 0 else { return nil }
            return HeldTime(
                stage: reporter.stages[stage].name, count: meter.holds, time: UInt64(saturating: meter.totals.handed))
        }
    }

    /// `a viewer held or slowed for await twice, for 12.4 s in all: waits and drops include that time`.
    var text: String {
        let times = count == 1 ? "once, for \(Percent.seconds(time))" : "\(count) times, for \(Percent.seconds(time)) in all"
        return "a viewer held or slowed \(stage) \(times): waits and drops include that time"
    }
}
