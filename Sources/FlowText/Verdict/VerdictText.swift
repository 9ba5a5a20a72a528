import FlowAnalysis
import FlowModel
import FlowTrace

extension Verdict {
    /// The line, without a full stop.
    public var text: String { words.text }
    /// A few words: what is happening, and at which stage.
    public var brief: String { words.brief }

    /// The wordings, the longest first.
    public var wordings: [String] {
        let words = words
        return [words.text] + words.shorter + [words.brief]
    }

    private var words: VerdictWords {
        let words = reasonWords
        guard let lost else { return words }
        let all = ([words.text] + words.shorter).map { "\($0); \(lost.past)" }
        return VerdictWords(all[0], brief: words.brief, shorter: all.dropFirst() + words.shorter)
    }

    private var reasonWords: VerdictWords {
        switch reason {
        case .flowing(let flow): return flow.words
        case .waiting(let wait): return wait.words
        case .joining(let join): return join.words
        case .unbegun(let lanes):
            let text = "\(ValueList.names(lanes)) \(lanes.count == 1 ? "has" : "have") not subscribed yet"
            return VerdictWords(
                "waiting: \(text), and all others have ended", brief: "waiting", shorter: ["waiting: \(text)"])
        case .held(let hold): return hold.words
        case .caused(let cause): return cause.words
        case .dropping(let drop, let blame):
            let text = "\(drop.head) (\(drop.reasons.map(\.name).joined(separator: ", ")))"
            guard let hold = blame?.words else { return VerdictWords(text, brief: drop.brief) }
            let cause = "because it \(drop.window == nil ? "was" : "is")"
            return VerdictWords(
                "\(text), \(cause) \(hold.text)", brief: drop.brief,
                shorter: hold.shorter.map { "\(text), \(cause) \($0)" }
                    + [drop.head, drop.brief].map { "\($0), \(cause) \(hold.brief)" })
        case .leaking(let leak):
            return VerdictWords(leak.text, brief: leak.brief, shorter: ["\(leak.brief): more may come while it is busy"])
        case .ended(let end): return end.words
        case .stalled(let stage, let since, let isDemandLost):
            let reason =
                isDemandLost
                ? "was asked for values, holds none and asks for none: the demand ends there" : "asks for nothing more"
            let (head, brief) = (Verdict.stalled(since), Hold.brief(stage))
            return VerdictWords("\(head): \(brief), which \(reason)", brief: "stalled, \(brief)", shorter: ["\(head): \(brief)"])
        case .resting(let stage, let since):
            let (head, reason) = (Verdict.stalled(since), "\(stage) asks for nothing more, and nothing waits for it")
            return VerdictWords("\(head): \(reason)", brief: "stalled", shorter: [head])
        case .silent(let source, let since):
            let (head, reason) = (Verdict.stalled(since), "waiting for \(source)")
            return VerdictWords(
                "\(head): \(reason), which sends nothing", brief: "stalled, \(reason)", shorter: ["\(head): \(reason)"])
        case .unknown(let missing): return VerdictWords("no verdict: \(missing.text)", brief: "no verdict")
        }
    }

    private static func stalled(_ since: TraceTime) -> String { "stalled since \(Seconds.text(since)) s" }
}

extension Verdict.Blame {
    fileprivate var words: VerdictWords {
        switch self {
        case .hold(let hold): hold.words
        case .cause(let cause): cause.words
        }
    }
}

extension Verdict.End {
    fileprivate var words: VerdictWords {
        let word = kind == .failure ? "failed" : kind == .cancel ? "cancelled" : "finished"
        let head = "\(word) at \(Seconds.text(time)) s"
        let count = losses.reduce(0) { $0 + $1.count }
        let lost = losses.isEmpty ? nil : losses.map(\.text).joined(separator: "; ")
        let notes = limits.map(\.text) + [burst?.text, lateText].compactMap(\.self)
        let parts = [head, leak?.text, blame?.words.text, join?.past, lost].compactMap(\.self) + notes
        let clauses =
            [
                head, leak?.brief, blame?.words.brief, join?.past,
                lost.map { _ in "\(count) \(count == 1 ? "value" : "values") dropped" },
            ].compactMap(\.self) + notes
        return VerdictWords(
            parts.joined(separator: "; "), brief: clauses.prefix(2).joined(separator: "; "),
            shorter: [clauses.joined(separator: "; ")])
    }

    private var lateText: String? {
        if !late.isEmpty { return "\(ValueList.names(late)) subscribed after the end" }
        return endedSubject.map { "subscribed after the end: \($0) ended at once" }
    }
}

extension Verdict.Kind {
    /// What is happening in at most 10 columns.
    public var word: String {
        switch self {
        case .flowing: "flowing"
        case .waitingForSource: "waiting"
        case .heldBack: "held back"
        case .dropping: "dropping"
        case .leakingDemand: "asks early"
        case .unread: "unread"
        case .finished: "finished"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .stalled: "stalled"
        case .unknown: "no verdict"
        }
    }
}

/// A verdict in words: whole, shorter and shorter, and in a few.
struct VerdictWords {
    let text: String
    let shorter: [String]
    let brief: String

    init(_ text: String, brief: String, shorter: [String] = []) { (self.text, self.brief, self.shorter) = (text, brief, shorter) }
}

extension Verdict.Holding {
    /// `3 values wait in buffer`.
    fileprivate var waitText: String { "\(count.words) \(count == 1 ? "value waits" : "values wait") in \(stage)" }
    /// `3 values wait in buffer, 1 in AsyncChannel`, of more than two `3 values wait in buffer, 4 in 2 others`; `nil` for none.
    static func waitText(_ holdings: [Verdict.Holding]) -> String? {
        guard let first = holdings.first else { return nil }
        let rest = holdings.dropFirst()
        guard let second = rest.first else { return first.waitText }
        let others = HeldCount(rest.map(\.count.count).reduce(0, +), isLeast: rest.contains(where: \.count.isLeast))
        return "\(first.waitText), \(others.words) in \(rest.count == 1 ? second.stage : "\(rest.count) others")"
    }

    /// `3 values of fast`.
    fileprivate var ofText: String { "\(count.words) \(count == 1 ? "value" : "values") of \(stage)" }

    /// `buffer holds 3 values and delay 1`; `nil` for none.
    fileprivate static func text(_ holdings: [Verdict.Holding]) -> String? {
        guard let first = holdings.first else { return nil }
        let more = holdings.dropFirst().map { "\($0.stage) \($0.count.words)" }
        return ValueList.names(["\(first.stage) holds \(first.count.words) \(first.count == 1 ? "value" : "values")"] + more)
    }
}

extension Verdict.Flow {
    /// `flowing: no stage holds values back; 4.0 a second arrived in the last 10 s`.
    fileprivate var words: VerdictWords {
        guard let rates else {
            let facts = window == 0 ? "it has just begun" : "no stage \(isWhole ? "held" : "holds") values back"
            return VerdictWords("flowing: \(facts)", brief: "flowing")
        }
        let arrived = arrived(rates)
        let held = Verdict.Holding.text(holdings)
        let paced = source.map { "values pass as fast as \($0) sends them" }
        let end = ended.count == 1 ? "has ended, but its end has" : "have ended, but their ends have"
        let over = ended.isEmpty ? nil : "\(ValueList.names(ended)) \(end) not arrived yet"
        let last = lastInput.map { "\($0.stage) has no input left but \($0.source)" }
        let limits = limits.map(\.text)
        if isWhole {
            let facts = ([paced].compactMap(\.self) + limits).joined(separator: ", ")
            let text = [facts.isEmpty ? nil : facts, arrived, burst?.text].compactMap(\.self).joined(separator: "; ")
            return VerdictWords("flowing: \(text)", brief: "flowing", shorter: ["flowing: \(facts.isEmpty ? arrived : facts)"])
        }
        let present = ([over, last, paced, held].compactMap(\.self) + limits).joined(separator: ", ")
        guard !present.isEmpty || isHeldKnown else { return VerdictWords("flowing: \(arrived)", brief: "flowing") }
        // With nothing left but the end, nothing flows.
        if let over, held == nil { return VerdictWords("\(present); \(arrived)", brief: "ending", shorter: [present, over]) }
        let head = "flowing: \(present.isEmpty ? "no stage holds values back" : present)"
        return VerdictWords("\(head); \(arrived)", brief: "flowing", shorter: [head, "flowing: \(held ?? arrived)"])
    }
}

extension Verdict.Flow {
    /// `4.0 a second arrived in the last 10 s`; of several subscribers, what each got.
    private func arrived(_ rates: ClosedRange<Double>) -> String {
        let last = "in \(isWhole ? "" : "the last ")\(Percent.seconds(window))"
        let (least, most) = (Percent.decimal(rates.lowerBound), Percent.decimal(rates.upperBound))
        guard sinks > 1 else { return "\(most) a second arrived \(last)" }
        return "each of \(sinks) subscribers got \(least == most ? most : "\(least) to \(most)") a second \(last)"
    }
}

extension Verdict.SourceWait {
    fileprivate var words: VerdictWords {
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

extension Verdict.Join {
    private var waitingText: String { ValueList.names(waiting.map(\.ofText)) }
    private var count: Int { waiting.map(\.count.count).reduce(0, +) }

    /// `waiting for slow: zip has none of its values for 3 values of fast`.
    fileprivate var words: VerdictWords {
        let brief = "waiting for \(input)"
        let value = isFirst ? "first value" : "next value"
        return VerdictWords(
            "\(brief): \(stage) needs its \(value), \(waitingText) \(count == 1 ? "waits" : "wait") for it", brief: brief)
    }

    /// `zip waited for slow at the end, 1 value of fast was left`.
    fileprivate var past: String {
        "\(stage) waited for \(input) at the end, \(waitingText) \(count == 1 ? "was" : "were") left"
    }
}

extension Verdict.Drop {
    fileprivate var brief: String { "dropping at \(stage)" }
    fileprivate var head: String { "\(brief): \(count)\(span)" }
    /// `4 dropped at buffer in the last 10 s`.
    fileprivate var past: String { "\(count) dropped at \(stage)\(span)" }
    private var span: String { window.map { " in the last \(Percent.seconds($0))" } ?? "" }
}

extension Verdict.Leak {
    fileprivate var brief: String { "\(stage) asks too early" }

    fileprivate var text: String {
        let named = count > values.count ? "\(count) values" : ValueList.names(values)
        if let present {
            let more = present.mayCome.count.map { "\($0) more" } ?? "any number"
            let came = count == 0 ? "" : "; \(named) came meanwhile"
            return "\(brief): it has been busy since \(Seconds.text(present.since)) s, and \(more) may come\(came)"
        }
        return "\(brief): demand never reached 0 while busy, so \(named) came meanwhile"
    }
}

extension Verdict.Loss {
    /// `3 and 6 dropped at source: no demand`. One value alone must not read as how many there were.
    fileprivate var text: String {
        let names = count == 1 ? "value \(values[0])" : ValueList.names(values)
        let named = count > values.count || count > 9 ? "\(count) values" : names
        return "\(named) dropped at \(stage): \(reason.name)"
    }
}

extension Verdict.Missing {
    /// What the data lacks, in a clause.
    public var text: String {
        switch self {
        case .events: "there are no events"
        case .subscription: "no subscription was seen"
        case .subscriptionAndValue: "no subscription and no value was seen"
        case .demand: "the demand is not known"
        case .demandOfStage(let name, let doubts): "the demand of \(name) is not known: \(Verdict.Missing.reason(doubts))"
        case .records(let count): "\(count) events were not recorded"
        case .past(let held, let asked, let time):
            "records\(time.map { " before \(Seconds.text($0)) s" } ?? "") are missing, so that it is not known "
                + [Verdict.Missing.clause(held, "held"), Verdict.Missing.clause(asked, "had asked for")].compactMap(\.self)
                .joined(separator: ", nor ")
        case .measures(let time): "what happened before \(Seconds.text(time)) s is still being measured"
        }
    }

    /// `what buffer held`, of many stages `what buffer, zip and 3 others held`.
    private static func clause(_ stages: [String], _ deed: String) -> String? {
        guard let last = stages.last else { return nil }
        if stages.count == 1 { return "what \(last) \(deed)" }
        guard stages.count > 3 else { return "what \(stages.dropLast().joined(separator: ", ")) and \(last) \(deed)" }
        return "what \(stages[0]), \(stages[1]) and \(stages.count - 2) others \(deed)"
    }

    /// Why values came without demand, the most likely reason if there are several.
    private static func reason(_ doubts: EdgeDoubts) -> String {
        switch doubts.each.first {
        case .incomplete?: "it began before the trace, or records of it are missing"
        case .ambiguousSubscriber?: "one subscriber hangs on several publishers, and which it asked is a guess"
        case .sharedSubscription?: "several subscribers share one subscription, and which asked is a guess"
        default: "values came that nobody had asked for"
        }
    }
}

extension FlowReport {
    /// What else there is to say, a sentence each: what was lost, and where stages lead to.
    public var notes: [String] {
        splits.map(\.text) + LateSubscriber.texts(of: latecomers) + stranded.map(\.text)
            + stages.flatMap { stage in
                let detail = stage.detail.isEmpty ? "" : " (\(stage.detail))"
                let losses = stage.losses.map { loss in
                    let more = loss.count > loss.values.count ? ", …" : ""
                    let reason = loss.reason.words(leavesOut: stage.leavesOut)
                    let values = "\(loss.count) \(loss.count == 1 ? "value" : "values") (\(reason))"
                    return "\(stage.name)\(detail) dropped \(values): \(loss.values.joined(separator: ", "))\(more)"
                }
                let forecast = stage.forecast.map { "\(stage.name) is \($0.text)" } ?? stage.prefetchText
                return losses + (forecast.map { [$0] } ?? [])
            }
    }
}

extension StageReport {
    /// `buffer fills up to its size of 20 and asks for no more: it holds 17, and 3 are to come`.
    fileprivate var prefetchText: String? {
        guard let prefetched, let held, let capacity else { return nil }
        let rest = prefetched == 0 ? "none is to come" : "\(prefetched) \(prefetched == 1 ? "is" : "are") to come"
        return "\(name) fills up to its size of \(capacity) and asks for no more: it holds \(held.words), and \(rest)"
    }
}

extension Forecast {
    /// `growing by 2.1 a second, full in 14 s`; without a limit how soon it holds a million more, for memory is the limit.
    public var text: String {
        let growing = "growing by \(Percent.decimal(growth)) a second"
        if let fullIn { return "\(growing), full in \(Percent.span(fullIn))" }
        return "\(growing) without a limit: a million more in \(Percent.span(UInt64(saturating: 1e15 / growth)))"
    }
}
