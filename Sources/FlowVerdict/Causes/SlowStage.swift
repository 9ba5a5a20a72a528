import FlowModel
import FlowTrace
import FlowWords

/// A stage holds others back: it requests nothing, or too little.
struct SlowStage: HoldingCause {
    /// Whether the store above held values while the stage took none.
    enum Items: Hashable, Sendable {
        /// Whenever the stage took none.
        case always
        /// For a share of the time; with the name of the store.
        case partly(Double, in: String)
    }

    /// Values a second.
    struct Rates: Hashable, Sendable {
        let incoming: Double
        let outgoing: Double
    }

    /// Its current state.
    struct Present: Hashable, Sendable {
        /// The time since which it has been paused.
        let pausedSince: TraceTime?
        /// The stages above it whose values wait for it, the one that holds most first.
        let waiting: [Verdict.Holding]
        /// The time without demand, in nanoseconds; `nil` if it has demand.
        let rest: UInt64?
        /// The age of its open request, if it waits for a value, in nanoseconds.
        let asked: UInt64?
        /// The average duration of earlier times without demand, in nanoseconds, if the current one is far longer.
        let usualRest: UInt64?
        /// The number of values in the stage itself.
        let held: HeldCount
    }

    let stage: String
    /// Its state now; `nil` for a run.
    let present: Present?
    /// The length of the window, in nanoseconds; `nil` for the whole run.
    let window: UInt64?
    /// The share of time without demand.
    let share: Double
    /// Values a second in and out, for a stage that is too slow; `nil` for a stage without demand.
    let rates: Rates?
    /// The state of the store above; `nil` if none is recorded.
    let items: Items?
    var beyond: StageBeyond?

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        guard reporter.window > 0,
            let culprit = span.isRun ? reporter.judge.culprit(overall: true) : reporter.judge.holder
        else { return nil }
        // Where no value ever came although the stage asked for one, none was held back while it did not.
        if !reporter.hasSeenValues, reporter.stages[culprit].meter.totals.starved > 0 { return nil }
        let cause = SlowStage(at: culprit, reporter, overall: span.isRun)
        return FoundCause(cause, at: culprit, lost: span.isRun ? nil : reporter.lost)
    }

    /// Whether the nearest store above held values while a stage took none.
    private static func items(above stage: Int, _ reporter: BottleneckReporter, share: Double, overall: Bool) -> Items? {
        guard let store = reporter.storeAbove(stage) else { return nil }
        let view = reporter.stages[store]
        let totals = overall ? view.meter.totals : view.recent
        let items = totals.share(of: totals.backed)
        if items > 0, items >= share - 0.01 { return .always }
        return items >= 0.005 ? .partly(items, in: reporter.stages[store].place) : nil
    }

    /// A stage that receives more than it passes on, or leaves values in a buffer, is too slow, regardless of earlier demand.
    func proven(_ verdict: Verdict, by reporter: BottleneckReporter, at culprit: Int?) -> Verdict? {
        let leavesValues = items != nil || present?.waiting.isEmpty == false
        let isSeen =
            rates != nil || reporter.knowsDemandIsMet(culprit)
            || leavesValues && culprit.flatMap(reporter.bufferAbove) != nil
        return isSeen ? verdict : nil
    }
}

extension SlowStage {
    private init(at stage: Int, _ reporter: BottleneckReporter, overall: Bool) {
        let view = reporter.stages[stage]
        let totals = overall ? view.meter.totals : view.recent
        let (share, seconds) = (view.share(.busy, of: totals), totals.live / 1e9)
        let isSlow = view.share(.busy, overall: overall) < BottleneckFinder.leastLoad && view.backlog(overall: overall) > 0
        self.init(
            stage: view.name, present: overall ? nil : reporter.judge.present.hold(at: stage),
            window: overall ? nil : reporter.window, share: share,
            rates: isSlow ? Rates(incoming: totals.incoming / seconds, outgoing: totals.outgoing / seconds) : nil,
            items: isSlow ? nil : SlowStage.items(above: stage, reporter, share: share, overall: overall))
    }

    /// `held back by pace`.
    static func brief(_ stage: String) -> String { "held back by \(stage)" }

    func blaming(_ beyond: StageBeyond) -> (any Reason)? {
        var reason = self
        reason.beyond = beyond
        return reason
    }

    private var brief: String { beyond?.brief ?? SlowStage.brief(stage) }

    /// `held back by pace`, `held back by peer 10.0.0.1:80 (for await waits in its write)`.
    private var head: String { beyond.map { "\(brief) (\($0.link(from: stage, isPast: present == nil)))" } ?? brief }

    /// The stage after its name.
    private var it: String { beyond == nil ? "it" : stage }

    /// The head alone, if it says more than the brief words.
    private var shortest: [String] { beyond == nil ? [] : [head] }

    private var span: String { window.map { "the last \(Percent.seconds($0))" } ?? "its time" }

    /// `held back by pace: 2 values wait in buffer, it has requested nothing for 0.7 s and for 86 % of the last 5.7 s`.
    var words: VerdictWords {
        guard let present else {
            return VerdictWords(
                "\(head): \(past)\(itemsText)", brief: brief, shorter: ["\(head): \(past)"] + shortest)
        }
        let parts = present.parts(of: stage)
        guard rates == nil else {
            let demand = [present.askedText(it), present.restText(it)].compactMap(\.self)
            let text = "\(head): \((parts + demand).joined(separator: ", "))"
            return VerdictWords("\(text); \(past)", brief: brief, shorter: [text] + shortest)
        }
        if let asks = present.askedText(it) { return words(parts, whichAsks: asks) }
        let demand = demand(present)
        let clauses = [parts + [demand.whole], parts + [demand.brief], parts, Array(parts.prefix(1))].filter { !$0.isEmpty }
        let texts = clauses.map { "\(head): \($0.joined(separator: ", "))" }
        return VerdictWords(texts[0], brief: brief, shorter: texts.dropFirst() + shortest)
    }

    /// The words for a stage that has demand at the moment: only its past shows that it held others back.
    private func words(_ parts: [String], whichAsks asks: String) -> VerdictWords {
        let rested = "\(it) requested nothing for \(Percent.text(share)) of \(span)"
        let clauses =
            share < 0.005
            ? [parts + [asks]]
            : [parts + [rested + itemsText, asks], parts + [rested, asks], parts + [rested], [parts.first ?? rested]]
        let texts = clauses.map { "\(head): \($0.joined(separator: ", "))" }
        return VerdictWords(texts[0], brief: brief, shorter: texts.dropFirst() + shortest)
    }

    /// The time without demand, and its share of the window unless that is obvious: in brief, and with the state of the store
    /// above.
    private func demand(_ present: Present) -> (brief: String, whole: String) {
        if let stuck = present.stuckText(stage) { return (stuck, stuck + itemsOfWindow) }
        let share = "for \(Percent.text(share)) of \(span)"
        // If it had no demand in the whole window, the latest time without demand need not be mentioned.
        guard let rest = present.restText(it), let window,
            window <= (present.rest ?? 0) || Percent.text(self.share) != Percent.text(1)
        else { return ("\(it) requested nothing \(share)", "\(it) requested nothing \(share)\(itemsText)") }
        return window <= (present.rest ?? 0) ? (rest, rest + itemsOfWindow) : (rest, "\(rest) and \(share)\(itemsText)")
    }

    /// ``itemsText``, for a text that has not yet named the window.
    private var itemsOfWindow: String {
        if case .partly = items { "\(itemsText) of \(span)" } else { itemsText }
    }

    private var past: String {
        if let rates {
            let rate = "\(it) got \(Percent.decimal(rates.incoming)) a second and passed on \(Percent.decimal(rates.outgoing))"
            return "in \(span) \(rate)"
        }
        return "\(it) requested nothing for \(Percent.text(share)) of \(span)"
    }

    private var itemsText: String {
        switch items {
        case .always: " while its input had values"
        case .partly(let share, let store): ", values waited in \(store) for \(Percent.text(share))"
        case nil: ""
        }
    }
}

extension SlowStage.Present {
    /// The current state of a stage, a clause for each fact.
    fileprivate func parts(of stage: String) -> [String] {
        let pause = pausedSince.map { "paused since \(Seconds.text($0)) s" }
        let own = held.count == 0 ? nil : "\(stage) holds \(held.ofValues)"
        return [pause, Verdict.Holding.waitText(waiting), own].compactMap(\.self)
    }

    /// `it asked again 0.1 s ago`; `nil` if it requests nothing.
    fileprivate func askedText(_ it: String) -> String? {
        asked.map { $0 == 0 ? "\(it) has just asked again" : "\(it) asked again \(Percent.seconds($0)) ago" }
    }

    /// `it has requested nothing for 5.2 s`; `nil` if it requests values, or has just stopped.
    fileprivate func restText(_ it: String) -> String? {
        rest.flatMap { $0 > 0 ? "\(it) has requested nothing for \(Percent.seconds($0))" : nil }
    }

    /// `for await has spent 31 s on one value (earlier ones took 5.0 ms)`, as a clause; `nil` if that is usual.
    fileprivate func stuckText(_ stage: String) -> String? {
        guard let usualRest, let rest else { return nil }
        return "\(stage) has spent \(Percent.seconds(rest)) on one value (earlier ones took \(Percent.seconds(usualRest)))"
    }
}
