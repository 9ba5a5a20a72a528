import FlowModel
import FlowOperators
import FlowWords

/// Values wait in an input of `chain`, which requests none of them before the preceding input has ended.
struct LaterInput: HoldingCause {
    let stage: String
    let input: String
    /// The input that must end first.
    let first: String
    /// The number of values that the later input holds; for a run, the maximum.
    let held: HeldCount
    let growth: StoreGrowth?
    let isRun: Bool

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard reporter.hasTime(for: span) else { return nil }
        let stages = reporter.stages
        for stage in reporter.judge.order where stages[stage].node?.operation == .chain {
            let inputs = reporter.edges.filter { $0.connects && $0.lower == stage }.sorted { ($0.began ?? 0) < ($1.began ?? 0) }
            guard let first = inputs.first, let above = first.upper else { continue }
            let later = inputs.dropFirst().compactMap(\.upper).first { input in
                isUnasked(stages[input], by: inputs, at: input, since: first, span)
            }
            guard let later else { continue }
            let meter = stages[later].meter
            let held = span.isRun ? HeldCount(meter.peak, isLeast: meter.heldIsLowerBound) : stages[later].held
            let cause = LaterInput(
                stage: stages[stage].name, input: stages[later].name, first: stages[above].name, held: held,
                growth: reporter.growth(later), isRun: span.isRun)
            return FoundCause(cause, at: stage, lost: reporter.lost)
        }
        return nil
    }

    /// Whether values waited in an input for the end of another.
    private static func isUnasked(
        _ view: StageSnapshot, by inputs: [EdgeMeter], at input: Int, since first: EdgeMeter, _ span: VerdictSpan
    ) -> Bool {
        let asked = inputs.first { $0.upper == input }?.times.requested?.time.nanoseconds
        let totals = view.meter.totals
        guard span.isRun else { return asked == nil && first.life == .live && view.meter.held > 0 }
        let isLater = asked.map { asked in first.ended.map { $0 <= asked } ?? false } ?? true
        return isLater && totals.share(of: totals.backed) >= BottleneckFinder.leastLoad
    }

    /// `held back by chain: it requests nothing from AsyncStream 2 until AsyncStream ends; AsyncStream 2 holds 76 and grows`.
    var words: VerdictWords {
        let brief = SlowStage.brief(stage)
        let head =
            "\(brief): it \(isRun ? "requested" : "requests") nothing from \(input) until \(first) \(isRun ? "ended" : "ends")"
        let store = isRun ? "\(input) held up to \(held.words)" : "\(input) holds \(held.words)\(StoreGrowth.words(growth))"
        return VerdictWords("\(head); \(store)", brief: brief, shorter: [head])
    }
}
