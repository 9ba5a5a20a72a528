import FlowAnalysis
import FlowTrace

extension Verdict {
    /// The line, without a full stop.
    public var text: String { words.text }
    /// A few words: what is happening, and at which stage.
    public var brief: String { words.brief }

    /// The wordings, the longest first.
    public var wordings: [String] {
        let words = words
        return [words.text, words.short ?? words.text, words.brief]
    }

    private var words: (text: String, short: String?, brief: String) {
        switch reason {
        case .flowing(let rate):
            let text = rate.map { "\(Percent.decimal($0)) a second arrive, no stage holds them back" } ?? "it has just begun"
            return ("flowing: \(text)", nil, "flowing")
        case .waiting(let wait): return ("\(wait.brief): \(wait.text)", nil, wait.brief)
        case .held(let hold): return (hold.text, hold.short, hold.brief)
        case .stopped(let stage, let since): return (Held.text(stage: stage, since: since), nil, Held.brief(stage))
        case .dropping(let drop, let held):
            let text = "\(drop.head) (\(drop.reasons.map(\.name).joined(separator: ", ")))"
            return (held.map { "\(text), \($0.text)" } ?? text, held.map { "\(drop.head), \($0.brief)" } ?? text, drop.brief)
        case .leaking(let leak): return (leak.text, "\(leak.brief): demand never reached 0 while busy", leak.brief)
        case .ended(let kind, let time, let leak, let hold, let losses): return Verdict.ended(kind, time, leak, hold, losses)
        case .stalled(let stage, let since, let isDemandLost):
            let reason =
                isDemandLost
                ? "was asked for values, holds none and asks for none: the demand was lost in it" : "asks for nothing more"
            let (head, brief) = (Verdict.stalled(since), Held.brief(stage))
            return ("\(head): \(brief), which \(reason)", "\(head): \(brief)", "stalled, \(brief)")
        case .silent(let source, let since):
            let (head, reason) = (Verdict.stalled(since), "waiting for \(source)")
            return ("\(head): \(reason), which sends nothing", "\(head): \(reason)", "stalled, \(reason)")
        case .unknown(let missing): return ("no verdict: \(missing.text)", nil, "no verdict")
        }
    }

    private static func stalled(_ since: TraceTime) -> String { "stalled since \(Seconds.text(since)) s" }

    private static func ended(
        _ kind: SignalKind, _ time: TraceTime, _ leak: Leak?, _ hold: Hold?, _ losses: [Loss]
    ) -> (text: String, short: String?, brief: String) {
        let word = kind == .failure ? "failed" : kind == .cancel ? "cancelled" : "finished"
        let head = "\(word) at \(Seconds.text(time)) s"
        let count = losses.reduce(0) { $0 + $1.count }
        let lost = losses.isEmpty ? nil : losses.map(\.text).joined(separator: "; ")
        let parts = [head, leak?.text, hold?.text, lost].compactMap(\.self)
        let clauses = [head, leak?.brief, hold?.brief, lost.map { _ in "\(count) \(count == 1 ? "value" : "values") lost" }]
            .compactMap(\.self)
        return (parts.joined(separator: "; "), clauses.joined(separator: "; "), clauses.prefix(2).joined(separator: "; "))
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
        case .leakingDemand: "leaking"
        case .finished: "finished"
        case .stalled: "stalled"
        case .unknown: "no verdict"
        }
    }
}

extension Verdict.SourceWait {
    fileprivate var brief: String { "waiting for \(source)" }

    fileprivate var text: String {
        share.map { "asked and not sending for \(Percent.text($0)) of the last \(Percent.seconds(window))" }
            ?? "nothing for \(Percent.seconds(gap))"
    }
}

extension Verdict.Held {
    fileprivate static func brief(_ stage: String) -> String { "held back by \(stage)" }

    fileprivate static func text(stage: String, since: TraceTime) -> String {
        "\(brief(stage)): no value asked for or taken since \(Seconds.text(since)) s"
    }

    fileprivate var brief: String {
        switch self {
        case .stage(let hold): hold.brief
        case .stopped(let stage, _): Verdict.Held.brief(stage)
        }
    }

    fileprivate var text: String {
        switch self {
        case .stage(let hold): hold.text
        case .stopped(let stage, let since): Verdict.Held.text(stage: stage, since: since)
        }
    }
}

extension Verdict.Hold {
    /// `held back by pace`.
    fileprivate var brief: String { Verdict.Held.brief(stage) }

    private var span: String { window.map { "the last \(Percent.seconds($0))" } ?? "its time" }

    /// `held back by pace: demand 0 for 83 % of the last 10 s`.
    fileprivate var short: String { rates == nil ? "\(brief): demand 0 for \(Percent.text(share)) of \(span)" : text }

    /// `held back by pace: outstanding demand 0 for 83 % of the last 10 s while its input had items`; the end only where that was seen.
    fileprivate var text: String {
        if let rates {
            let rate = "it got \(Percent.decimal(rates.incoming)) a second and passed on \(Percent.decimal(rates.outgoing))"
            return "\(brief): in \(span) \(rate)"
        }
        let items =
            switch items {
            case .always: " while its input had items"
            case .partly(let share, let store): ", items in \(store) for \(Percent.text(share))"
            case nil: ""
            }
        return "\(brief): outstanding demand 0 for \(Percent.text(share)) of \(span)\(items)"
    }
}

extension Verdict.Drop {
    fileprivate var brief: String { "dropping at \(stage)" }
    fileprivate var head: String { "\(brief): \(count) in the last \(Percent.seconds(window))" }
}

extension Verdict.Leak {
    fileprivate var brief: String { "leaking demand at \(stage)" }

    fileprivate var text: String {
        let named = count > values.count ? "\(count) values" : ValueList.names(values)
        return "\(brief): demand never reached 0 while busy, so \(named) came meanwhile"
    }
}

extension Verdict.Loss {
    /// `3 and 6 lost at source: no demand`. One value alone must not read as how many there were.
    fileprivate var text: String {
        let names = count == 1 ? "value \(values[0])" : ValueList.names(values)
        let named = count > values.count || count > 9 ? "\(count) values" : names
        return "\(named) lost at \(stage): \(reason.name)"
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
        stages.flatMap { stage in
            let detail = stage.detail.isEmpty ? "" : " (\(stage.detail))"
            let losses = stage.losses.map { loss in
                let more = loss.count > loss.values.count ? " …" : ""
                return "\(stage.name)\(detail) lost \(loss.values.joined(separator: " "))\(more): \(loss.reason.name)"
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
    /// `growing 2.1 a second, full in 14 s`; of a buffer that is full, that it is.
    public var text: String {
        let growing = "growing \(Percent.decimal(growth)) a second"
        return fullIn.map { $0 == 0 ? "\(growing), and is full" : "\(growing), full in \(Percent.seconds($0))" } ?? growing
    }
}
