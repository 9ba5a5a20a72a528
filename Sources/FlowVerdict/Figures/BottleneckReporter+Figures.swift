import FlowModel
import FlowTrace

extension BottleneckReporter {
    var naming: PipelineNaming { PipelineNaming(stages, upTo: oldestSink(ids.map { log.edge($0) })) }

    /// The figures of the pipeline's stages, sources first.
    ///
    /// - Parameter number: The number of the pipeline among the pipelines with the same source location, or else with the same
    ///   name, from 1.
    func figures(of naming: PipelineNaming, number: Int) -> [FigureRow] {
        let facts = ids.map { log.edge($0) }
        let names = StageNaming.names(of: stages, in: judge.order)
        let certainty = Certainty(self, facts)
        let judged = verdict(.present)
        let culprit = judged.reason.limits ? judged.culprit : nil
        return judge.order.map { stage in
            var figures = counts(of: stages[stage])
            figures.present = certainty.isKnown[stage] ? present(at: stage, certainty) : nil
            figures.isCulprit = certainty.isWhole ? culprit == id(stage) : nil
            let name = FigureName(pipeline: naming.name, place: naming.place, number: number, stage: names[stage])
            return FigureRow(name: name, figures: figures)
        }
    }

    /// The sink of the oldest edge that leads to one.
    private func oldestSink(_ facts: [EdgeFact?]) -> Int {
        let exits = zip(edges, facts).compactMap { edge, fact -> (id: EdgeID, stage: Int)? in
            guard edge.connects, let lower = edge.lower, let fact, stages[lower].outputs.isEmpty else { return nil }
            return (fact.id, lower)
        }
        return exits.min { $0.id < $1.id }?.stage ?? judge.order.last ?? 0
    }

    private func counts(of view: StageSnapshot) -> StageFigures {
        var figures = StageFigures()
        figures.values = view.meter.past.values.saturatingSum(view.meter.values)
        figures.dropped = view.meter.past.dropped
        for drop in view.meter.drops { figures.dropped[drop.reason] = figures.dropped[drop.reason].saturatingSum(drop.count) }
        return figures
    }

    private func present(at stage: Int, _ certainty: Certainty) -> StageFigures.Present {
        let (view, meter) = (stages[stage], stages[stage].meter)
        var present = StageFigures.Present()
        (present.demand, present.isDemandKnown) = (certainty.demand[stage], certainty.isDemandKnown[stage])
        guard !certainty.wasUnknown[stage] else { return present }
        if meter.isStore {
            present.held = meter.held
            let isKept = meter.isReplay || view.node?.operation.holding?.source == .feeder
            present.oldest = isKept ? nil : meter.oldest.map { now - min(now, $0) } ?? 0
        }
        present.capacity = meter.isLive ? view.node?.capacity : nil
        present.isUnlimited = meter.isLive && meter.isStore && present.capacity == nil
        present.times = StageTimes(
            busy: UInt64(saturating: meter.past.times.busy + meter.totals.busy),
            starved: UInt64(saturating: meter.past.times.starved + meter.totals.starved),
            heldBack: UInt64(saturating: meter.past.times.heldBack + meter.totals.heldBack),
            handed: UInt64(saturating: meter.past.times.handed + meter.totals.handed))
        return present
    }
}

/// Tells which figures of a pipeline's stages the records prove.
private struct Certainty {
    /// By stage, whether the records of its live edges are complete.
    private(set) var isKnown: [Bool]
    /// By stage, whether the records of an ended edge were incomplete.
    private(set) var wasUnknown: [Bool]
    /// The outstanding demand by stage; `nil` if a stage is subscribed to nothing.
    private(set) var demand: [Demand?]
    /// By stage, whether all its demand was recorded.
    private(set) var isDemandKnown: [Bool]

    /// Whether the records of all live edges are complete.
    var isWhole: Bool { isKnown.allSatisfy(\.self) }

    init(_ reporter: BottleneckReporter, _ facts: [EdgeFact?]) {
        let isWhole = reporter.log.missed == 0
        isKnown = Array(repeating: isWhole, count: reporter.stages.count)
        wasUnknown = Array(repeating: false, count: reporter.stages.count)
        demand = Array(repeating: nil, count: reporter.stages.count)
        isDemandKnown = Array(repeating: true, count: reporter.stages.count)
        for (edge, fact) in zip(reporter.edges, facts) {
            let doubts = fact?.doubts ?? []
            for stage in [edge.upper, edge.lower].compactMap(\.self) where doubts.contains(.incomplete) && edge.role == .link {
                if edge.isLive { isKnown[stage] = false } else { wasUnknown[stage] = true }
            }
            guard let lower = edge.lower, edge.isLive, edge.role == .link, !edge.isInner else { continue }
            demand[lower] = (demand[lower] ?? .none) + edge.account.outstanding
            if !doubts.isEmpty || edge.account.unasked > 0 { isDemandKnown[lower] = false }
        }
    }
}
