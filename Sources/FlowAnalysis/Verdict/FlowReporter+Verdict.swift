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
        return stall ?? leak ?? drop ?? hold ?? stop ?? wait ?? flow
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
                end.kind, at: TraceTime(nanoseconds: end.time), leak: leaks.first.map(leak),
                hold: culprit.map { hold(at: $0, overall: true) }, losses: losses))
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
        guard let first = leaks.first, first.edge.isLive else { return nil }
        return Verdict(.leakingDemand, culprit: id(first.stage), .leaking(leak(first)))
    }

    private var drop: Verdict? {
        let losing = judge.order.filter { stages[$0].recent.dropped >= 1 }.max {
            stages[$0].recent.dropped < stages[$1].recent.dropped
        }
        guard let losing else { return nil }
        let holding = hold ?? stop
        let held: Verdict.Held? =
            switch holding?.reason {
            case .held(let hold): .stage(hold)
            case .stopped(let stage, let since): .stopped(stage: stage, since: since)
            case .flowing, .waiting, .dropping, .leaking, .ended, .stalled, .silent, .unknown, nil: nil
            }
        let drops = stages[losing].meter.drops.filter { $0.isLoss && now - min(now, $0.last) <= window }
        let drop = Verdict.Drop(
            stage: stages[losing].name, count: Int(stages[losing].recent.dropped.rounded()), window: window,
            reasons: drops.map(\.reason))
        return Verdict(.dropping, culprit: holding?.culprit, .dropping(drop, by: held))
    }

    private var hold: Verdict? {
        guard window > 0, let culprit = judge.culprit(overall: false) else { return nil }
        return Verdict(.heldBack, culprit: id(culprit), .held(hold(at: culprit, overall: false)))
    }

    /// A stage that has stopped within the window.
    private var stop: Verdict? {
        guard let culprit = judge.stoppedCulprit, let last = stages[culprit].meter.lastValue else { return nil }
        let reason = Verdict.Reason.stopped(stage: stages[culprit].name, since: TraceTime(nanoseconds: last))
        return Verdict(.heldBack, culprit: id(culprit), reason)
    }

    private var wait: Verdict? {
        guard window > 0, let source = judge.awaitedSource else { return nil }
        let share = judge.share(ofWaitingFor: source)
        let wait = Verdict.SourceWait(
            source: stages[source].name, share: share >= CulpritJudge.leastSourceWait ? share : nil, window: window,
            gap: stages[source].meter.lastValue.map { now - min(now, $0) } ?? window)
        return Verdict(.waitingForSource, culprit: id(source), .waiting(wait))
    }

    private var flow: Verdict {
        let sinks = judge.order.filter { stages[$0].outputs.isEmpty }
        let rate = sinks.map { stages[$0].recent.incoming }.reduce(0, +) / (Double(window) / 1e9)
        return Verdict(.flowing, .flowing(rate: window > 0 ? rate : nil))
    }

    // MARK: Holding back

    private func hold(at stage: Int, overall: Bool) -> Verdict.Hold {
        let view = stages[stage]
        let totals = view.totals(overall)
        let (share, seconds) = (view.share(.busy, overall: overall), totals.live / 1e9)
        let isSlow = share < CulpritJudge.leastLoad
        return Verdict.Hold(
            stage: view.name, window: overall ? nil : window, share: share,
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

    /// The edges whose subscribers got values while they were busy, because demand was left.
    private var leaks: [(edge: EdgeMeter, stage: Int)] {
        return edges.compactMap { edge in
            guard let work = edge.work, work.arrivals > 0, work.lowest != Demand.none, let stage = edge.lower,
                judge.order.contains(stage)
            else { return nil }
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
