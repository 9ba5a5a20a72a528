import FlowTrace

/// The line of a verdict.
extension FlowReporter {
    var verdict: Verdict {
        let places = judge.places
        guard places.contains(where: { stages[$0].meter.inputs.ever > 0 }) else {
            return drop ?? .unknown(lack ?? missing.first ?? "no subscription was seen")
        }
        if let ending { return ending }
        guard unknownDemand.count < places.filter({ stages[$0].meter.inputs.ever > 0 }).count else {
            return .unknown(lack ?? missing.first ?? "the demand is not known")
        }
        return stall ?? leak ?? drop ?? hold ?? stop ?? wait ?? flow
    }

    // MARK: Over

    /// What a pipeline comes to whose sinks have all ended.
    private var ending: Verdict? {
        let links = exits
        guard !links.isEmpty, links.allSatisfy({ $0.life == .over }),
            let end = links.compactMap(\.end).max(by: { $0.time < $1.time })
        else { return nil }
        let word = end.kind == .failure ? "failed" : end.kind == .cancel ? "cancelled" : "finished"
        // Of a moment there are no shares.
        let culprit = window > 0 ? judge.culprit(overall: true) : nil
        let head = "\(word) at \(Seconds.text(TraceTime(nanoseconds: end.time))) s"
        let parts = [head, leakText, culprit.map { heldText($0, overall: true) }, lossText]
        let short = [head, leaks.first.map { leakBrief($0.stage) }, culprit.map(heldBrief), lossText == nil ? nil : lossBrief]
        let clauses = short.compactMap(\.self)
        return Verdict(
            kind: .finished, culprit: culprit.map(id), text: parts.compactMap(\.self).joined(separator: "; "),
            short: clauses.joined(separator: "; "), brief: clauses.prefix(2).joined(separator: "; "))
    }

    /// The subscriptions that lead to sinks.
    private var exits: [EdgeMeter] {
        let sinks = Set(judge.places.filter { stages[$0].outputs.isEmpty && stages[$0].meter.outputs.ever == 0 })
        return edges.filter { $0.connects && $0.lower.map(sinks.contains) == true }
    }

    // MARK: Going on

    private var stall: Verdict? {
        let last = judge.places.compactMap { stages[$0].meter.lastValue }.max()
        let isLong = now - min(now, last ?? began) >= TotalsWindow.length
        guard isOver || isLong else { return nil }
        let since = "stalled since \(Seconds.text(TraceTime(nanoseconds: last ?? began))) s"
        guard let culprit = judge.presentCulprit else {
            guard let source = judge.places.first(where: { stages[$0].inputs.isEmpty && isAsked($0) }) else { return nil }
            let reason = "waiting for \(stages[source].name)"
            return Verdict(
                kind: .stalled, culprit: id(source), text: "\(since): \(reason), which sends nothing",
                short: "\(since): \(reason)", brief: "stalled, \(reason)")
        }
        let view = stages[culprit]
        let isLost = !view.outputs.isEmpty && view.meter.held == 0
        let reason =
            isLost ? "was asked for values, holds none and asks for none: the demand was lost in it" : "asks for nothing more"
        return Verdict(
            kind: .stalled, culprit: id(culprit), text: "\(since): \(heldBrief(culprit)), which \(reason)",
            short: "\(since): \(heldBrief(culprit))", brief: "stalled, \(heldBrief(culprit))")
    }

    private var began: UInt64 {
        judge.places.compactMap { stages[$0].meter.began }.min() ?? now
    }

    private func isAsked(_ source: Int) -> Bool {
        stages[source].meter.condition == .starved || stages[source].isUnobserved
    }

    private var leak: Verdict? {
        guard let (edge, stage) = leaks.first, edge.isLive else { return nil }
        return Verdict(
            kind: .leakingDemand, culprit: id(stage), text: leakText ?? "",
            short: "\(leakBrief(stage)): demand never reached 0 while busy", brief: leakBrief(stage))
    }

    private var drop: Verdict? {
        let losing = judge.places.filter { stages[$0].recent.dropped >= 1 }.max {
            stages[$0].recent.dropped < stages[$1].recent.dropped
        }
        guard let losing else { return nil }
        let holding = hold ?? stop
        let reasons = stages[losing].meter.drops.filter { $0.isLoss && now - min(now, $0.last) <= window }.map(\.reason.name)
            .joined(
                separator: ", ")
        let brief = "dropping at \(stages[losing].name)"
        let head = "\(brief): \(Int(stages[losing].recent.dropped.rounded())) in \(windowText)"
        let text = "\(head) (\(reasons))"
        return Verdict(
            kind: .dropping, culprit: holding?.culprit, text: holding.map { "\(text), \($0.text)" } ?? text,
            short: holding.map { "\(head), \($0.brief)" } ?? text, brief: brief)
    }

    private var hold: Verdict? {
        guard window > 0, let culprit = judge.culprit(overall: false) else { return nil }
        return Verdict(
            kind: .heldBack, culprit: id(culprit), text: heldText(culprit, overall: false), short: heldShort(culprit),
            brief: heldBrief(culprit))
    }

    /// What holds back since less than a window.
    private var stop: Verdict? {
        guard let culprit = judge.stoppedCulprit, let last = stages[culprit].meter.lastValue else { return nil }
        let text = "\(heldBrief(culprit)): no value asked for or taken since \(Seconds.text(TraceTime(nanoseconds: last))) s"
        return Verdict(kind: .heldBack, culprit: id(culprit), text: text, brief: heldBrief(culprit))
    }

    private var wait: Verdict? {
        guard window > 0, let source = judge.awaitedSource else { return nil }
        let share = judge.share(ofWaitingFor: source)
        let gap = stages[source].meter.lastValue.map { now - min(now, $0) } ?? window
        let text =
            share >= FlowJudge.leastSourceWait
            ? "asked and not sending for \(Percent.text(share)) of \(windowText)" : "nothing for \(Percent.seconds(gap))"
        let brief = "waiting for \(stages[source].name)"
        return Verdict(kind: .waitingForSource, culprit: id(source), text: "\(brief): \(text)", brief: brief)
    }

    private var flow: Verdict {
        let sinks = judge.places.filter { stages[$0].outputs.isEmpty }
        let rate = sinks.map { stages[$0].recent.incoming }.reduce(0, +) / (Double(window) / 1e9)
        let text =
            window > 0
            ? "flowing: \(Percent.decimal(rate)) a second arrive, no stage holds them back" : "flowing: it has just begun"
        return Verdict(kind: .flowing, culprit: nil, text: text, brief: "flowing")
    }

    // MARK: Words

    /// `held back by pace`.
    private func heldBrief(_ stage: Int) -> String {
        "held back by \(stages[stage].name)"
    }

    /// `held back by pace: demand 0 for 83 % of the last 10 s`.
    private func heldShort(_ stage: Int) -> String {
        let share = stages[stage].share(.busy, overall: false)
        guard share < FlowJudge.leastLoad else {
            return "\(heldBrief(stage)): demand 0 for \(Percent.text(share)) of \(windowText)"
        }
        return heldText(stage, overall: false)
    }

    private func leakBrief(_ stage: Int) -> String {
        "leaking demand at \(stages[stage].name)"
    }

    /// `38 values lost`.
    private var lossBrief: String {
        let count = judge.places.reduce(0) { $0 + stages[$1].meter.drops.reduce(0) { $0 + $1.count } }
        return "\(count) \(count == 1 ? "value" : "values") lost"
    }

    /// `held back by pace: outstanding demand 0 for 83 % of the last 10 s while its input had items`; the end only where that was seen.
    private func heldText(_ stage: Int, overall: Bool) -> String {
        let view = stages[stage]
        let span = overall ? "its time" : windowText
        let totals = view.totals(overall)
        guard view.share(.busy, overall: overall) < FlowJudge.leastLoad else {
            return
                "\(heldBrief(stage)): outstanding demand 0 for \(Percent.text(view.share(.busy, overall: overall))) of \(span)"
                + itemsText(above: stage, overall: overall)
        }
        let seconds = totals.live / 1e9
        return
            "\(heldBrief(stage)): in \(span) it got \(Percent.decimal(totals.incoming / seconds)) a second and passed on "
            + Percent.decimal(totals.outgoing / seconds)
    }

    /// Whether there was something to take while a stage took nothing: what the nearest store above held then.
    private func itemsText(above stage: Int, overall: Bool) -> String {
        guard let store = storeAbove(stage) else { return "" }
        let totals = stages[store].totals(overall)
        let (items, busy) = (totals.share(of: totals.backed), stages[stage].share(.busy, overall: overall))
        if items > 0, items >= busy - 0.01 { return " while its input had items" }
        return items >= 0.005 ? ", items in \(stages[store].name) for \(Percent.text(items))" : ""
    }

    /// The nearest stage above that holds values, as far as there is one way up.
    private func storeAbove(_ stage: Int) -> Int? {
        var place = stage
        for _ in stages.indices {
            guard stages[place].inputs.count == 1 else { return nil }
            place = stages[place].inputs[0]
            if stages[place].meter.isStore { return place }
        }
        return nil
    }

    /// The subscribers that got values while they were busy, because demand was left.
    private var leaks: [(edge: EdgeMeter, stage: Int)] {
        let places = Set(judge.places)
        return edges.compactMap { edge in
            guard let work = edge.work, work.arrivals > 0, work.lowest != Demand.none, let stage = edge.lower,
                places.contains(stage)
            else { return nil }
            return (edge, stage)
        }
    }

    private var leakText: String? {
        guard let (edge, stage) = leaks.first, let work = edge.work else { return nil }
        let values = work.arrivals > work.values.count ? "\(work.arrivals) values" : ValueList.names(work.values)
        return "\(leakBrief(stage)): demand never reached 0 while busy, so \(values) came meanwhile"
    }

    /// `3 and 6 lost at source: no demand`.
    private var lossText: String? {
        let losses = judge.places.flatMap { place in stages[place].meter.drops.map { (stages[place], $0) } }
        guard !losses.isEmpty else { return nil }
        return losses.map { FlowReporter.text(of: $1, at: $0) }.joined(separator: "; ")
    }

    /// One value alone must not read as how many there were.
    private static func text(of tally: DropTally, at stage: StageView) -> String {
        let names = tally.count == 1 ? "value \(tally.values[0])" : ValueList.names(tally.values)
        let values = tally.count > tally.values.count || tally.count > 9 ? "\(tally.count) values" : names
        return "\(values) lost at \(stage.name): \(tally.reason.name)"
    }

    // MARK: Beside the line

    var notes: [String] {
        var notes: [String] = []
        for place in judge.places {
            let view = stages[place]
            for tally in view.meter.drops {
                let detail = view.node.map { $0.detail.isEmpty ? "" : " (\($0.detail))" } ?? ""
                let more = tally.count > tally.values.count ? " …" : ""
                notes.append("\(view.name)\(detail) lost \(tally.values.joined(separator: " "))\(more): \(tally.reason.name)")
            }
            if let forecast = view.forecast { notes.append("\(view.name) is \(forecast.text)") }
        }
        return notes
    }

    var missing: [String] {
        var missing: [String] = []
        for stage in unknownDemand {
            missing.append("the demand of \(stages[stage].name) is not known: it began before the trace")
        }
        if !judge.places.contains(where: { stages[$0].meter.inputs.ever > 0 }) { missing.append("no subscription was seen") }
        return missing
    }

    /// What was not recorded; said of the whole trace, and here only where there is no verdict.
    private var lack: String? {
        log.missed > 0 ? "\(log.missed) events were not recorded" : nil
    }

    /// The stages that got values which they had not asked for in the trace.
    private var unknownDemand: [Int] {
        let places = Set(judge.places)
        let stages = edges.filter { $0.role == .link && $0.account.unasked > 0 }.compactMap(\.lower).filter(places.contains)
        return Set(stages).sorted()
    }
}
