import FlowTrace
import FlowWords

/// A stage that loses values, with the cause that holds the pipeline back at the same time.
struct Dropping: Cause {
    let stage: String
    let count: Int
    /// The length of the window, in nanoseconds; `nil` for the whole run.
    let window: UInt64?
    let reasons: [DropReason]
    /// The cause of the losses.
    var blame: AnyReason?

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard var drop = span.isRun ? overall(reporter) : ongoing(reporter) else { return nil }
        let blame = reporter.window > 0 ? reporter.blame(span) : nil
        drop.blame = (blame?.reason).map(AnyReason.init)
        return FoundCause(drop, at: blame?.stage)
    }

    /// The losses of the stage that lost most in the window, if they are ongoing: if the last one is no older than twice the mean
    /// gap between losses. This limit is at least one second and at most five.
    private static func ongoing(_ reporter: BottleneckReporter) -> Dropping? {
        guard let losing = reporter.losing else { return nil }
        let goesOn = reporter.stages[losing].meter.drops.contains { drop in
            let gap = Double(reporter.now - min(reporter.now, drop.last))
            return drop.isLoss && gap <= max(1e9, min(5e9, 2 * drop.meanGap))
        }
        return goesOn ? recent(at: losing, reporter) : nil
    }

    /// The losses of a stage in the window.
    static func recent(at stage: Int, _ reporter: BottleneckReporter) -> Dropping {
        let view = reporter.stages[stage]
        let drops = view.meter.drops.filter { $0.isLoss && reporter.now - min(reporter.now, $0.last) <= reporter.window }
        return Dropping(
            stage: view.place, count: Int(saturating: view.recent.dropped.rounded()), window: reporter.window,
            reasons: drops.map(\.reason))
    }

    /// The losses of the stage that lost most in its whole life.
    private static func overall(_ reporter: BottleneckReporter) -> Dropping? {
        let all = reporter.judge.order.map { (view: reporter.stages[$0], count: losses(of: reporter.stages[$0])) }
        guard let most = all.filter({ $0.count > 0 }).max(by: { $0.count < $1.count }) else { return nil }
        let reasons = most.view.meter.drops.filter(\.isLoss).map(\.reason)
        return Dropping(stage: most.view.place, count: most.count, window: nil, reasons: reasons)
    }

    private static func losses(of view: StageSnapshot) -> Int {
        view.limitsRate ? 0 : view.meter.drops.filter(\.isLoss).reduce(0) { $0 + $1.count }
    }

    var kind: Verdict.Kind { .dropping }
    var standstill: Standstill { .never }

    /// The drops are recorded. The blame is omitted if the remaining records do not prove it.
    func proven(_ verdict: Verdict, by reporter: BottleneckReporter, at culprit: Int?) -> Verdict? {
        guard let blame, blame.facts.proven(verdict, by: reporter, at: culprit) == nil else { return verdict }
        var drop = self
        drop.blame = nil
        return Verdict(drop)
    }

    private var brief: String { "dropping at \(stage)" }
    private var head: String { "\(brief): \(count)\(span)" }
    /// `4 dropped at buffer in the last 10 s`.
    var past: String { "\(count) dropped at \(stage)\(span)" }
    private var span: String { window.map { " in the last \(Percent.seconds($0))" } ?? "" }

    /// `dropping at buffer: 4 in the last 10 s (overflow), because it is held back by pace: …`.
    var words: VerdictWords {
        let text = "\(head) (\(reasons.map(\.name).joined(separator: ", ")))"
        guard let hold = blame?.facts.words else { return VerdictWords(text, brief: brief) }
        let cause = "because it \(window == nil ? "was" : "is")"
        return VerdictWords(
            "\(text), \(cause) \(hold.text)", brief: brief,
            shorter: hold.shorter.map { "\(text), \(cause) \($0)" } + [head, brief].map { "\($0), \(cause) \(hold.brief)" })
    }
}
