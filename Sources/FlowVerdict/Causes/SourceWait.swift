import FlowTrace
import FlowWords

/// A source keeps everything below it waiting.
struct SourceWait: Cause {
    let source: String
    /// The share of the window in which it had demand and sent nothing; `nil` if that is too small to mention.
    let share: Double?
    /// The length of the window, in nanoseconds.
    let window: UInt64
    /// The time since its last value, in nanoseconds; `nil` if it has sent none.
    let gap: UInt64?
    /// The only sink, if it waits for values. `nil` unless the source has been silent for far longer than usual.
    let waiter: String?
    /// The stages that hold values meanwhile.
    let holdings: [Verdict.Holding]
    /// A stage with several inputs that has only this source left, if there is one.
    let lastInputOf: String?

    /// For a run, holds only if the source never sent while others waited for it.
    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        if span.isRun { return present(reporter) { $0.gap == nil } }
        guard reporter.window > 0, !reporter.judge.present.isHoldingBack else { return nil }
        return reporter.silentSwitch.map { inner($0, reporter) } ?? reporter.judge.awaitedSource().map { wait(for: $0, reporter) }
    }

    /// The current verdict, if it is a ``SourceWait`` that meets a condition.
    fileprivate static func present(_ reporter: BottleneckReporter, where condition: (SourceWait) -> Bool) -> FoundCause? {
        let present = reporter.cause(.present)
        return (present.reason as? SourceWait).map(condition) == true ? present : nil
    }

    private static func inner(_ stage: Int, _ reporter: BottleneckReporter) -> FoundCause {
        let view = reporter.stages[stage]
        let wait = SourceWait(
            source: "the inner publisher of \(view.name)", share: nil, window: reporter.window,
            gap: view.meter.lastValue.map { reporter.now - min(reporter.now, $0) }, waiter: nil,
            holdings: reporter.judge.present.holdings, lastInputOf: nil)
        return FoundCause(wait, at: stage, lost: reporter.lost)
    }

    fileprivate static func wait(for source: Int, _ reporter: BottleneckReporter) -> FoundCause {
        let (view, judge) = (reporter.stages[source], reporter.judge)
        let (share, gap) = (judge.share(ofWaitingFor: source), judge.present.gap(of: source))
        let isSilent = gap.map { $0 >= 1_000_000_000 && Double($0) >= 10 * view.meter.meanGap } ?? false
        let wait = SourceWait(
            source: view.name, share: share >= BottleneckFinder.leastSourceWait ? share : nil, window: reporter.window, gap: gap,
            waiter: isSilent ? waiter(in: reporter) : nil, holdings: judge.present.holdings,
            lastInputOf: reporter.join(lastFedBy: source))
        return FoundCause(wait, at: source, lost: reporter.lost)
    }

    /// The only sink, if it waits for more values.
    private static func waiter(in reporter: BottleneckReporter) -> String? {
        let sinks = reporter.judge.order.map { reporter.stages[$0] }.filter(\.outputs.isEmpty)
        return sinks.count == 1 && sinks[0].meter.condition == .starved ? sinks[0].name : nil
    }

    var kind: Verdict.Kind { .waitingForSource }
    var limits: Bool { false }

    func proven(_ verdict: Verdict, by reporter: BottleneckReporter, at culprit: Int?) -> Verdict? {
        reporter.knowsDemandIsOpen(culprit) ? verdict : nil
    }

    /// `waiting for yield: it has sent nothing for 2.0 s`; `silent for 3.8 s: for await waits for yield`.
    var words: VerdictWords {
        let brief = "waiting for \(source)"
        let sent = gap.map { "it has sent nothing for \(Percent.seconds($0))" } ?? "it has sent nothing yet"
        let last = lastInputOf.map { "\($0) has no other input left" }
        let rest = [last, Verdict.Holding.text(holdings)].compactMap(\.self)
        if let waiter, let gap {
            let silent = (["\(waiter) waits for \(source)"] + rest).joined(separator: ", ")
            return VerdictWords("silent for \(Percent.seconds(gap)): \(silent)", brief: brief)
        }
        let present = "\(brief): \(([sent] + rest).joined(separator: ", "))"
        let past = share.map { "; it kept the others waiting for \(Percent.text($0)) of the last \(Percent.seconds(window))" }
        return VerdictWords(present + (past ?? ""), brief: brief, shorter: [present])
    }
}

/// All sources are quiet, and no stage holds back their earlier values. For a run, holds only if a source has been silent for at
/// least half of it, and no stage held others back.
enum QuietSource: Condition {
    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        if span.isRun {
            let silence = SourceWait.present(reporter) { $0.gap.map { $0 >= reporter.life / 2 } ?? false }
            return silence.flatMap { reporter.blame(.run) == nil ? $0 : nil }
        }
        let (stages, judge) = (reporter.stages, reporter.judge)
        guard reporter.window > 0, judge.present.culprit == nil, !judge.present.isHoldingBack, reporter.joinWait == nil,
            judge.holder.map({ stages[$0].meter.held == 0 }) ?? true
        else { return nil }
        return judge.awaitedSource(isQuiet: true).map { SourceWait.wait(for: $0, reporter) }
    }
}
