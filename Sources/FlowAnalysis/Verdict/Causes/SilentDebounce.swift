/// A debounce, or another operator that leaves out values, has passed none on: each was replaced by the next.
public struct SilentDebounce: Hashable, Sendable {
    public let stage: String
    /// How many values came to it.
    public let count: Int

    /// How many values have to come before it is news that none has passed.
    private static let least = 3

    static func found(by reporter: FlowReporter) -> FoundCause? {
        let silent = reporter.judge.order.first { stage in
            let meter = reporter.stages[stage].meter
            return reporter.stages[stage].node?.operation.limitsRate == true && meter.totals.outgoing == 0
                && meter.totals.incoming >= Double(least) && meter.drops.reduce(0) { $0 + $1.count } >= least - 1
        }
        guard let silent else { return nil }
        let cause = SilentDebounce(
            stage: reporter.stages[silent].name, count: Int(reporter.stages[silent].meter.totals.incoming))
        return FoundCause(cause: .silentDebounce(cause), stage: silent, kind: .dropping)
    }
}
