import FlowOperators
import FlowTrace

/// Helpers shared by the causes of verdicts.
extension BottleneckReporter {
    /// The verdict on the moment or on the whole run.
    func verdict(_ span: VerdictSpan) -> Verdict { verdict(on: cause(span)) }

    /// The first cause that holds.
    func cause(_ span: VerdictSpan) -> FoundCause {
        for cause in Verdict.causes {
            if let found = cause.found(by: self, span) { return found }
        }
        return Flowing.flow(self, span)
    }

    private func verdict(on found: FoundCause) -> Verdict {
        Verdict(found.reason, culprit: found.stage.map(id), lost: found.lost)
    }

    /// The first cause by which a stage holds others back.
    func blame(_ span: VerdictSpan) -> FoundCause? {
        for case let cause as any HoldingCause.Type in Verdict.causes {
            if let found = cause.found(by: self, span) { return found }
        }
        return nil
    }

    // MARK: Time

    /// The start of the oldest stage, in nanoseconds.
    var began: UInt64 { judge.order.compactMap { stages[$0].meter.began }.min() ?? now }

    /// The time since the pipeline began, or since the last gap in the records if that is shorter, in nanoseconds.
    var life: UInt64 { now - min(now, max(began, gapEnd?.nanoseconds ?? 0)) }

    /// Whether a verdict on a span can give shares of time: a run without duration has none.
    func hasTime(for span: VerdictSpan) -> Bool { !span.isRun || window > 0 }

    /// The time since which no value has moved; `nil` if that is less than a window ago and the run is not over.
    var stalledSince: TraceTime? {
        let last = judge.order.compactMap { stages[$0].meter.lastValue }.max() ?? began
        return isOver || now - min(now, last) >= TotalsWindow.length ? TraceTime(nanoseconds: last) : nil
    }

    // MARK: Stages

    /// The stages that only keep values until they are requested: streams and channels of tasks.
    var streams: [Int] { judge.order.filter { stages[$0].node?.operation.recordsEach == true } }

    /// The consumer behind a stage: the first stage, from this one downward, that does more than pass values on.
    func consumer(from stage: Int) -> Int {
        var consumer = stage
        for _ in stages.indices {
            let view = stages[consumer]
            guard view.outputs.count == 1, view.inputs.count == 1, view.node?.operation.holding == nil, !view.meter.isStore else {
                break
            }
            consumer = view.outputs[0]
        }
        return consumer
    }

    /// The nearest store above a stage, through stages with a single input; `nil` if there is none.
    func storeAbove(_ stage: Int) -> Int? { judge.storeAbove(stage) }

    /// The wait of the oldest value in a stage, in nanoseconds; 0 if it holds none.
    func wait(ofOldestIn stage: Int) -> UInt64 { stages[stage].meter.oldest.map { now - min(now, $0) } ?? 0 }

    /// Whether a stage is not paused, and the store above it is known to be empty.
    func hasNoWork(_ stage: Int) -> Bool { stages[stage].source?.isEmpty == true && stages[stage].pausedSince == nil }

    /// The subscriptions of sinks.
    var exits: [EdgeMeter] {
        let sinks = Set(judge.order.filter { stages[$0].outputs.isEmpty && stages[$0].meter.outputs.ever == 0 })
        return edges.filter { $0.connects && $0.lower.map(sinks.contains) == true }
    }

    /// Whether a value has entered or left any stage, or was dropped at one.
    var hasSeenValues: Bool {
        judge.order.contains { stage in
            let totals = stages[stage].meter.totals
            return totals.incoming + totals.outgoing + totals.dropped > 0
        }
    }

    // MARK: Losses

    /// The losses in the window, for a verdict with another cause.
    var lost: Dropping? { losing.map { Dropping.recent(at: $0, self) } }

    /// The stage with the most losses in the window, apart from stages that drop values by design.
    var losing: Int? {
        judge.order.filter { stages[$0].recent.dropped >= 1 && !stages[$0].limitsRate }
            .max { stages[$0].recent.dropped < stages[$1].recent.dropped }
    }

    // MARK: Missing records

    /// Whether a subscription is recorded.
    var isSubscribed: Bool { judge.order.contains { stages[$0].meter.inputs.ever > 0 } }

    /// Whether the demand of any stage is known.
    var isDemandKnown: Bool { unknownDemand.count < judge.order.count { stages[$0].meter.inputs.ever > 0 } }

    var missing: [Verdict.Missing] {
        let unknown = unknownDemand.sorted { $0.key < $1.key }.map { Verdict.Missing.demandOfStage(stages[$0].name, $1) }
        return unknown + (isSubscribed ? [] : [.subscription])
    }

    /// The unrecorded events, mentioned only if there is no verdict.
    var lack: Verdict.Missing? { log.missed > 0 ? .records(log.missed) : nil }

    /// The stages that received values without recorded demand, and the doubts about the edges that delivered them.
    private var unknownDemand: [Int: EdgeUncertainty] {
        var unknown: [Int: EdgeUncertainty] = [:]
        for (edge, id) in zip(edges, ids) where edge.role == .link && edge.account.unasked > 0 {
            guard let stage = edge.lower, judge.order.contains(stage) else { continue }
            let doubts = edge.account.subscriptions == 0 ? .incomplete : log.edge(id)?.doubts ?? []
            unknown[stage, default: []].formUnion(doubts)
        }
        return unknown
    }
}
