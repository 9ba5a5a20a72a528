import FlowTrace
import FlowWords

/// A stage receives values while it is busy, because demand is left.
struct LeakingDemand: Cause {
    /// Ongoing work during which more values may arrive.
    struct Present: Hashable, Sendable {
        let since: TraceTime
        /// The outstanding demand.
        let mayCome: Demand
    }

    let stage: String
    /// The number of values that arrived while it was busy, and the texts of the first.
    let count: Int
    let values: [String]
    /// The state at this moment; `nil` for an ended stream.
    let present: Present?

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard let first = edges(of: reporter, isNow: true).first else { return nil }
        let present = Present(since: TraceTime(nanoseconds: first.work.since), mayCome: first.edge.account.outstanding)
        let cause = LeakingDemand(
            stage: reporter.stages[first.stage].name, count: first.work.recentCount, values: first.work.recent, present: present)
        return FoundCause(cause, at: first.stage)
    }

    /// The values that a stage of a finished pipeline received while it was busy.
    static func past(_ reporter: BottleneckReporter) -> LeakingDemand? {
        edges(of: reporter, isNow: false).first.map {
            LeakingDemand(
                stage: reporter.stages[$0.stage].name, count: $0.work.arrivals, values: $0.work.values, present: nil)
        }
    }

    /// The edges whose subscribers received values while they were busy, because demand was left: now, or in the past.
    private static func edges(of reporter: BottleneckReporter, isNow: Bool) -> [(edge: EdgeMeter, work: WorkMeter, stage: Int)] {
        reporter.edges.compactMap { edge in
            guard let work = edge.work, let stage = edge.lower, reporter.judge.order.contains(stage) else { return nil }
            guard isNow ? work.isWorking && edge.isOpen : work.arrivals > 0 && work.lowest != Demand.none else { return nil }
            return (edge, work, stage)
        }
    }

    var kind: Verdict.Kind { .leakingDemand }
    var standstill: Standstill { .never }

    var brief: String { "\(stage) asks too early" }

    /// `pace asks too early: it has been busy since 1.00 s, and 2 more may come; 3 and 4 came meanwhile`.
    var text: String {
        let named = count > values.count ? "\(count) values" : ValueList.names(values.map(ValueList.brief))
        if let present {
            let more = present.mayCome.count.map { "\($0) more" } ?? "any number"
            let came = count == 0 ? "" : "; \(named) came meanwhile"
            return "\(brief): it has been busy since \(Seconds.text(present.since)) s, and \(more) may come\(came)"
        }
        return "\(brief): demand never reached 0 while busy, so \(named) came meanwhile"
    }

    var words: VerdictWords {
        VerdictWords(text, brief: brief, shorter: ["\(brief): more may come while it is busy"])
    }
}
