import FlowTrace

extension FlowReporter {
    var verdict: Verdict {
        let order = judge.order
        guard order.contains(where: { stages[$0].meter.inputs.ever > 0 }) else {
            return drop ?? .unknown(lack ?? missing.first ?? .subscription)
        }
        if let ending { return ending }
        guard unknownDemand.count < order.filter({ stages[$0].meter.inputs.ever > 0 }).count else {
            return .unknown(lack ?? missing.first ?? .demand)
        }
        return stall ?? leak ?? drop ?? drained ?? quiet ?? hold ?? join ?? wait ?? flow
    }

    // MARK: Over

    /// The verdict on a pipeline whose sinks have all ended.
    private var ending: Verdict? {
        let links = exits
        guard !links.isEmpty, links.allSatisfy({ $0.life == .over }),
            let end = links.compactMap(\.end).max(by: { $0.time < $1.time })
        else { return nil }
        // A moment has no shares of time.
        let culprit = window > 0 ? judge.culprit(overall: true) : nil
        return Verdict(
            .finished, culprit: culprit.map(id),
            .ended(
                end.kind, at: TraceTime(nanoseconds: end.time), leak: leaks(isNow: false).first.map(leak),
                hold: culprit.map { hold(at: $0, overall: true) }, join: joinWait?.join, losses: losses))
    }

    /// The subscriptions that lead to sinks.
    private var exits: [EdgeMeter] {
        let sinks = Set(judge.order.filter { stages[$0].outputs.isEmpty && stages[$0].meter.outputs.ever == 0 })
        return edges.filter { $0.connects && $0.lower.map(sinks.contains) == true }
    }

    private var losses: [Verdict.Loss] {
        judge.order.flatMap { stage in
            stages[stage].meter.drops.map {
                Verdict.Loss(stage: stages[stage].name, count: $0.count, values: $0.values, reason: $0.reason)
            }
        }
    }

    // MARK: Going on

    private var stall: Verdict? {
        let last = judge.order.compactMap { stages[$0].meter.lastValue }.max()
        let isLong = now - min(now, last ?? began) >= TotalsWindow.length
        guard isOver || isLong else { return nil }
        let since = TraceTime(nanoseconds: last ?? began)
        guard let culprit = judge.presentCulprit else {
            let source = judge.order.first { stages[$0].inputs.isEmpty && isAsked($0) }
            return source.map { Verdict(.stalled, culprit: id($0), .silent(source: stages[$0].name, since: since)) }
        }
        let view = stages[culprit]
        let isLost = !view.outputs.isEmpty && view.meter.held == 0
        return Verdict(.stalled, culprit: id(culprit), .stalled(stage: view.name, since: since, isDemandLost: isLost))
    }

    private var began: UInt64 { judge.order.compactMap { stages[$0].meter.began }.min() ?? now }

    private func isAsked(_ source: Int) -> Bool { stages[source].meter.condition == .starved || stages[source].isUnobserved }

    private var leak: Verdict? {
        guard let first = leaks(isNow: true).first, let work = first.edge.work else { return nil }
        let present = Verdict.Leak.Present(
            since: TraceTime(nanoseconds: work.since), mayCome: first.edge.account.outstanding)
        return Verdict(
            .leakingDemand, culprit: id(first.stage),
            .leaking(
                .init(stage: stages[first.stage].name, count: work.recentCount, values: work.recent, present: present)))
    }

    /// A stage that loses values now, and the stage that makes it lose them.
    private var drop: Verdict? {
        guard let losing, isLosing(losing) else { return nil }
        let holder = window > 0 ? judge.holder : nil
        return Verdict(
            .dropping, culprit: holder.map(id),
            .dropping(drop(at: losing), by: holder.map { hold(at: $0, overall: false) }))
    }

    /// What was lost in the window, for a verdict that does not begin with it.
    private var lost: Verdict.Drop? { losing.map(drop(at:)) }

    /// The stage that lost most in the window.
    private var losing: Int? {
        judge.order.filter { stages[$0].recent.dropped >= 1 }.max { stages[$0].recent.dropped < stages[$1].recent.dropped }
    }

    /// Whether a stage goes on losing values: it lost the last one at most a second ago, or two of the gaps between those that it lost.
    private func isLosing(_ stage: Int) -> Bool {
        stages[stage].meter.drops.contains { drop in
            drop.isLoss && Double(now - min(now, drop.last)) <= max(1e9, min(5e9, 2 * drop.meanGap))
        }
    }

    private func drop(at stage: Int) -> Verdict.Drop {
        let drops = stages[stage].meter.drops.filter { $0.isLoss && now - min(now, $0.last) <= window }
        return Verdict.Drop(
            stage: stages[stage].name, count: Int(saturating: stages[stage].recent.dropped.rounded()), window: window,
            reasons: drops.map(\.reason))
    }

    private var hold: Verdict? {
        guard window > 0, let culprit = judge.holder else { return nil }
        return Verdict(.heldBack, culprit: id(culprit), .held(hold(at: culprit, overall: false)), lost: lost)
    }

    /// The sources have ended, and what they sent has arrived: nobody holds anything back but the end.
    private var drained: Verdict? {
        let isEmpty = judge.present.holdings.isEmpty && isHeldKnown && !judge.present.isPaused
        return window > 0 && isEmpty && !judge.endedSources.isEmpty ? flow : nil
    }

    /// All sources are quiet, and no stage holds back what they sent before.
    private var quiet: Verdict? {
        guard window > 0, judge.present.culprit == nil, !judge.present.isHoldingBack, joinWait == nil,
            judge.holder.map({ stages[$0].meter.held == 0 }) ?? true
        else { return nil }
        return judge.awaitedSource(isQuiet: true).map(wait)
    }

    private var wait: Verdict? {
        guard window > 0, !judge.present.isHoldingBack else { return nil }
        return innerWait.map(waitForInner) ?? judge.awaitedSource().map(wait)
    }

    private func waitForInner(of stage: Int) -> Verdict {
        let wait = Verdict.SourceWait(
            source: "the inner publisher of \(stages[stage].name)", share: nil, window: window,
            gap: stages[stage].meter.lastValue.map { now - min(now, $0) }, holdings: judge.present.holdings, lastInputOf: nil)
        return Verdict(.waitingForSource, culprit: id(stage), .waiting(wait), lost: lost)
    }

    private func wait(for source: Int) -> Verdict {
        let share = judge.share(ofWaitingFor: source)
        let wait = Verdict.SourceWait(
            source: stages[source].name, share: share >= CulpritJudge.leastSourceWait ? share : nil, window: window,
            gap: stages[source].meter.lastValue.map { now - min(now, $0) }, holdings: judge.present.holdings,
            lastInputOf: join(lastFedBy: source))
        return Verdict(.waitingForSource, culprit: id(source), .waiting(wait), lost: lost)
    }

    private var flow: Verdict {
        let sinks = judge.order.filter { stages[$0].outputs.isEmpty }
        let rates = window > 0 ? sinks.map { stages[$0].recent.incoming / (Double(window) / 1e9) } : []
        let source = window > 0 ? judge.slowestSource : nil
        let flow = Verdict.Flow(
            rates: rates.min().map { $0...(rates.max() ?? $0) }, sinks: sinks.count, window: window,
            source: source.map { stages[$0].name },
            ended: judge.endedSources.map { stages[$0].name },
            lastInput: lastInput, holdings: judge.present.holdings, isHeldKnown: isHeldKnown)
        return Verdict(.flowing, culprit: source.map(id), .flowing(flow), lost: lost)
    }

    /// The only source that may still send, and the stage whose other inputs have ended.
    private var lastInput: Verdict.LastInput? {
        judge.onlySource.flatMap { source in
            join(lastFedBy: source).map { Verdict.LastInput(source: stages[source].name, stage: $0) }
        }
    }

    // MARK: Holding back

    private func hold(at stage: Int, overall: Bool) -> Verdict.Hold {
        let view = stages[stage]
        let totals = view.totals(overall)
        let (share, seconds) = (view.share(.busy, overall: overall), totals.live / 1e9)
        let isSlow = share < CulpritJudge.leastLoad && view.backlog(overall: overall) > 0
        return Verdict.Hold(
            stage: view.name, present: overall ? nil : judge.present.hold(at: stage), window: overall ? nil : window,
            share: share,
            rates: isSlow ? .init(incoming: totals.incoming / seconds, outgoing: totals.outgoing / seconds) : nil,
            items: isSlow ? nil : items(above: stage, share: share, overall: overall))
    }

    /// Whether the nearest store above held values while a stage took none.
    private func items(above stage: Int, share: Double, overall: Bool) -> Verdict.Hold.Items? {
        guard let store = storeAbove(stage) else { return nil }
        let totals = stages[store].totals(overall)
        let items = totals.share(of: totals.backed)
        if items > 0, items >= share - 0.01 { return .always }
        return items >= 0.005 ? .partly(items, in: stages[store].name) : nil
    }

    /// The nearest store above, as long as there is only one way up.
    func storeAbove(_ stage: Int) -> Int? {
        var above = stage
        for _ in stages.indices {
            guard stages[above].inputs.count == 1 else { return nil }
            above = stages[above].inputs[0]
            if stages[above].meter.isStore { return above }
        }
        return nil
    }

    /// The edges whose subscribers got values while they were busy, because demand was left; those on which that can happen at this
    /// moment, or those on which it happened.
    private func leaks(isNow: Bool) -> [(edge: EdgeMeter, stage: Int)] {
        edges.compactMap { edge in
            guard let work = edge.work, let stage = edge.lower, judge.order.contains(stage) else { return nil }
            guard isNow ? work.isWorking && edge.isOpen : work.arrivals > 0 && work.lowest != Demand.none else { return nil }
            return (edge, stage)
        }
    }

    private func leak(_ leak: (edge: EdgeMeter, stage: Int)) -> Verdict.Leak {
        let work = leak.edge.work ?? WorkMeter()
        return Verdict.Leak(stage: stages[leak.stage].name, count: work.arrivals, values: work.values)
    }

    // MARK: What is missing

    var missing: [Verdict.Missing] {
        let unknown = unknownDemand.sorted { $0.key < $1.key }.map { Verdict.Missing.demandOfStage(stages[$0].name, $1) }
        let isSubscribed = judge.order.contains { stages[$0].meter.inputs.ever > 0 }
        return unknown + (isSubscribed ? [] : [.subscription])
    }

    /// What was not recorded, which matters here only if there is no verdict.
    private var lack: Verdict.Missing? { log.missed > 0 ? .records(log.missed) : nil }

    /// The stages that got values without demand in the trace, and what is not sure about the edges on which they did.
    private var unknownDemand: [Int: EdgeDoubts] {
        var unknown: [Int: EdgeDoubts] = [:]
        for (edge, id) in zip(edges, ids) where edge.role == .link && edge.account.unasked > 0 {
            guard let stage = edge.lower, judge.order.contains(stage) else { continue }
            let doubts = edge.account.subscriptions == 0 ? .incomplete : log.edge(id)?.doubts ?? []
            unknown[stage, default: []].formUnion(doubts)
        }
        return unknown
    }
}
