import FlowWords

/// A stage with demand left is in its callback most of the time, while values wait in the buffer above it.
struct BlockedStage: HoldingCause {
    let stage: String
    /// The average duration of a call, in nanoseconds; `nil` before the first has returned.
    let each: UInt64?
    /// The duration of the current call, in nanoseconds, if it is the first or far longer than usual; `nil` for a run.
    let present: UInt64?
    /// The share of the stage's time that it spent in calls.
    let share: Double
    /// The length of the window, in nanoseconds; `nil` for the whole run.
    let window: UInt64?
    /// The stages that hold values meanwhile; for a run, with the most that they held.
    let waiting: [Verdict.Holding]

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        let (stages, judge) = (reporter.stages, reporter.judge)
        guard reporter.hasTime(for: span), let stage = span.isRun ? judge.culprit(overall: true) : judge.holder,
            stages[stage].meter.isMeasuredByCalls, let store = reporter.storeAbove(stage)
        else { return nil }
        let (meter, isRun) = (stages[stage].meter, span.isRun)
        let totals = isRun ? meter.totals : stages[stage].recent
        let each = meter.callTotals.count > 0 ? UInt64(meter.callTotals.time / Double(meter.callTotals.count)) : nil
        let present = meter.isInCall && !isRun ? reporter.now - min(reporter.now, meter.conditionSince) : nil
        let held = isRun ? .init(stages[store].meter.peak, isLeast: stages[store].meter.heldIsLowerBound) : stages[store].held
        let cause = BlockedStage(
            stage: stages[stage].name, each: each,
            present: present.flatMap { now in each.map { now >= 10 * $0 } ?? true ? now : nil },
            share: stages[stage].share(.busy, of: totals), window: isRun ? nil : reporter.window,
            waiting: held.count > 0 ? [.init(stage: stages[store].place, count: held)] : [])
        return FoundCause(cause, at: stage, lost: reporter.lost)
    }

    /// `held back by sink: 337 values wait in receive(on:), it blocks for 20 ms on each value and for 98 % of the last 2.3 s`.
    var words: VerdictWords {
        let brief = SlowStage.brief(stage)
        let isRun = window == nil
        let busy = "for \(Percent.text(share)) of \(window.map { "the last \(Percent.seconds($0))" } ?? "its time")"
        let call = present.map { "it has spent \(Percent.seconds($0)) in the call for one value" }
        let usual = each.map { "it block\(isRun ? "ed" : "s") for \(Percent.seconds($0)) on each value" }
        let work = [call, usual].compactMap(\.self).joined(separator: ", ")
        let head = [isRun ? nil : Verdict.Holding.waitText(waiting), work.isEmpty ? nil : work].compactMap(\.self)
        let peak = isRun ? waiting.first.map { "; \($0.stage) held up to \($0.count.words)" } ?? "" : ""
        let text = "\(brief): \(head.joined(separator: ", "))"
        return VerdictWords("\(text) and \(busy)\(peak)", brief: brief, shorter: [text])
    }
}
