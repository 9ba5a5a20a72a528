import FlowTrace

extension FlowReporter {
    /// What holds now.
    var verdict: Verdict {
        if let unseen { return unseen }
        if let cause = gravestCause(.present) { return verdict(on: cause) }
        if let ending { return ending }
        guard isDemandKnown else { return .unknown(lack ?? missing.first ?? .demand) }
        return stall ?? leak ?? drop ?? drained ?? quiet ?? holdingCause(.present).map(verdict(on:)) ?? hold ?? join ?? wait
            ?? flow(.present)
    }

    /// The verdict on a pipeline of which no subscription was seen.
    var unseen: Verdict? {
        guard !judge.order.contains(where: { stages[$0].meter.inputs.ever > 0 }) else { return nil }
        return drop ?? .unknown(lack ?? missing.first ?? .subscription)
    }

    /// Whether the demand of some stage is known.
    var isDemandKnown: Bool { unknownDemand.count < judge.order.count { stages[$0].meter.inputs.ever > 0 } }

    func verdict(on found: FoundCause) -> Verdict {
        Verdict(found.kind, culprit: found.stage.map(id), .caused(found.cause), lost: found.kind == .heldBack ? lost : nil)
    }

    // MARK: Going on

    var stall: Verdict? {
        let last = judge.order.compactMap { stages[$0].meter.lastValue }.max()
        let isLong = now - min(now, last ?? began) >= TotalsWindow.length
        guard isOver || isLong else { return nil }
        let since = TraceTime(nanoseconds: last ?? began)
        guard let culprit = judge.presentCulprit else {
            let source = judge.order.first { stages[$0].inputs.isEmpty && isAsked($0) }
            return source.map { Verdict(.stalled, culprit: id($0), .silent(source: stages[$0].name, since: since)) }
        }
        let view = stages[culprit]
        if view.source?.isEmpty == true, view.pausedSince == nil {
            return Verdict(.stalled, .resting(stage: view.name, since: since))
        }
        let isLost = !view.outputs.isEmpty && view.meter.held == 0
        return Verdict(.stalled, culprit: id(culprit), .stalled(stage: view.name, since: since, isDemandLost: isLost))
    }

    var began: UInt64 { judge.order.compactMap { stages[$0].meter.began }.min() ?? now }

    private func isAsked(_ source: Int) -> Bool { stages[source].meter.condition == .starved || stages[source].isUnobserved }

    var leak: Verdict? {
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
        let blame = window > 0 ? blame(.present) : nil
        return Verdict(.dropping, culprit: blame.map { id($0.stage) }, .dropping(drop(at: losing), by: blame?.blame))
    }

    /// The stage that holds the others back, and how.
    func blame(_ span: VerdictSpan) -> (stage: Int, blame: Verdict.Blame)? {
        if let found = holdingCause(span), let stage = found.stage { return (stage, .cause(found.cause)) }
        guard let culprit = span.isRun ? judge.culprit(overall: true) : judge.holder else { return nil }
        return (culprit, .hold(hold(at: culprit, overall: span.isRun)))
    }

    /// What was lost in the window, for a verdict that does not begin with it.
    private var lost: Verdict.Drop? { losing.map(drop(at:)) }

    /// The stage that lost most in the window.
    private var losing: Int? {
        judge.order.filter { stages[$0].recent.dropped >= 1 && !stages[$0].limitsRate }
            .max { stages[$0].recent.dropped < stages[$1].recent.dropped }
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
            stage: stages[stage].place, count: Int(saturating: stages[stage].recent.dropped.rounded()), window: window,
            reasons: drops.map(\.reason))
    }

    private var hold: Verdict? {
        guard window > 0, let culprit = judge.holder else { return nil }
        return Verdict(.heldBack, culprit: id(culprit), .held(hold(at: culprit, overall: false)), lost: lost)
    }

    /// The sources have ended, and what they sent has arrived: nobody holds anything back but the end.
    private var drained: Verdict? {
        let isEmpty = judge.present.holdings.isEmpty && isHeldKnown && !judge.present.isPaused
        return window > 0 && isEmpty && !judge.endedSources.isEmpty ? flow(.present) : nil
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
            gap: stages[stage].meter.lastValue.map { now - min(now, $0) }, waiter: nil, holdings: judge.present.holdings,
            lastInputOf: nil)
        return Verdict(.waitingForSource, culprit: id(stage), .waiting(wait), lost: lost)
    }

    private func wait(for source: Int) -> Verdict {
        let (share, meter) = (judge.share(ofWaitingFor: source), stages[source].meter)
        let gap = judge.present.gap(of: source)
        let isSilent = gap.map { $0 >= 1_000_000_000 && Double($0) >= 10 * meter.meanGap } ?? false
        let wait = Verdict.SourceWait(
            source: stages[source].name, share: share >= CulpritJudge.leastSourceWait ? share : nil, window: window, gap: gap,
            waiter: isSilent ? waiter(for: source) : nil, holdings: judge.present.holdings, lastInputOf: join(lastFedBy: source))
        return Verdict(.waitingForSource, culprit: id(source), .waiting(wait), lost: lost)
    }

    /// The only sink below a source, if it has asked for more.
    private func waiter(for source: Int) -> String? {
        let sinks = judge.order.filter { stages[$0].outputs.isEmpty }
        return sinks.count == 1 && stages[sinks[0]].meter.condition == .starved ? stages[sinks[0]].name : nil
    }

    func flow(_ span: VerdictSpan) -> Verdict {
        let sinks = judge.order.filter { stages[$0].outputs.isEmpty }
        let length = span.isRun ? life : window
        let rates = length > 0 ? sinks.map { stages[$0].totals(span.isRun).incoming / (Double(length) / 1e9) } : []
        // Where values are lost, they do not pass as fast as they come.
        let source = length > 0 && (span.isRun || lost == nil) ? judge.slowestSource(overall: span.isRun) : nil
        let flow = Verdict.Flow(
            isWhole: span.isRun, rates: rates.min().map { $0...(rates.max() ?? $0) }, sinks: sinks.count, window: length,
            source: source.map { stages[$0].name }, ended: judge.endedSources.map { stages[$0].name }, lastInput: lastInput,
            holdings: judge.present.holdings, isHeldKnown: isHeldKnown, limits: RateLimit.all(in: self),
            burst: EarlyBurst.found(by: self))
        return Verdict(.flowing, culprit: source.map(id), .flowing(flow), lost: span.isRun ? nil : lost)
    }

    /// The only source that may still send, and the stage whose other inputs have ended.
    private var lastInput: Verdict.LastInput? {
        judge.onlySource.flatMap { source in
            join(lastFedBy: source).map { Verdict.LastInput(source: stages[source].name, stage: $0) }
        }
    }

    // MARK: Holding back

    func hold(at stage: Int, overall: Bool) -> Verdict.Hold {
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
        return items >= 0.005 ? .partly(items, in: stages[store].place) : nil
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
    func leaks(isNow: Bool) -> [(edge: EdgeMeter, stage: Int)] {
        edges.compactMap { edge in
            guard let work = edge.work, let stage = edge.lower, judge.order.contains(stage) else { return nil }
            guard isNow ? work.isWorking && edge.isOpen : work.arrivals > 0 && work.lowest != Demand.none else { return nil }
            return (edge, stage)
        }
    }

    func leak(_ leak: (edge: EdgeMeter, stage: Int)) -> Verdict.Leak {
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
    var lack: Verdict.Missing? { log.missed > 0 ? .records(log.missed) : nil }

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
