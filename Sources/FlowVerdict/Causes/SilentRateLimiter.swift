/// A debounce, or another operator that drops values by design, has passed on no value, since the next one always replaced it.
/// Only for runs.
struct SilentRateLimiter: Cause {
    let stage: String
    /// The number of its input values.
    let count: Int

    /// The minimum number of input values for a verdict.
    private static let least = 3

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard span.isRun else { return nil }
        let silent = reporter.judge.order.first { stage in
            let meter = reporter.stages[stage].meter
            return reporter.stages[stage].limitsRate && meter.totals.outgoing == 0
                && meter.totals.incoming >= Double(least) && meter.drops.reduce(0) { $0 + $1.count } >= least - 1
        }
        guard let silent else { return nil }
        let view = reporter.stages[silent]
        return FoundCause(SilentRateLimiter(stage: view.name, count: Int(view.meter.totals.incoming)), at: silent)
    }

    var kind: Verdict.Kind { .dropping }

    /// `debounce passed none of 10 values on: values were replaced before the interval was over`.
    var words: VerdictWords {
        let head = "\(stage) passed none of \(count) values on"
        return VerdictWords("\(head): values were replaced before the interval was over", brief: head)
    }
}
