import FlowTrace

/// The states of a pipeline at some moments before its first known event, arranged by its current lanes.
package struct PipelinePast {
    private let lanes: [LaneSpec]
    private let edges: [[EdgeID]]

    package init(lanes: [LaneSpec], laneOfEdge: [EdgeID: String]) {
        self.lanes = lanes
        let edgesOfLane = Dictionary(grouping: laneOfEdge.keys.sorted()) { laneOfEdge[$0] ?? "" }
        edges = lanes.map { edgesOfLane[$0.name] ?? [] }
    }

    /// The base of a model whose known events begin at the last of `moments`; earlier moments become marks on the lanes.
    package func base(_ moments: [Pipelines]) -> StreamBase {
        guard let last = moments.last else { return StreamBase(lanes: lanes.map { _ in LaneBase() }) }
        var base = StreamBase(sequence: sequence(in: last), lanes: lanes.indices.map { lane(at: $0, in: last) })
        for lane in lanes.indices { base.lanes[lane].start = moments[0].time }
        base.time = edges.joined().compactMap { last.edge($0)?.time }.max() ?? .zero
        for id in edges.joined() { base.totals[id] = last.edge(id)?.totals }
        number(&base)
        for moment in moments { add(moment, to: &base) }
        return base
    }

    private func sequence(in moment: Pipelines) -> Int { edges.joined().reduce(0) { $0 + (moment.edge($1)?.events ?? 0) } }

    private func lane(at lane: Int, in moment: Pipelines) -> LaneBase {
        let known = edges[lane].compactMap { moment.edge($0) }
        var base = LaneBase()
        base.held = known.flatMap(\.held.items).sorted { $0.entered < $1.entered }
        base.peak = known.map(\.held.peak).max { $0.held < $1.held } ?? base.peak
        base.pausedSince = known.compactMap { $0.times.pausedSince ?? $0.times.heldSince }.min()
        return base
    }

    /// Gives held values the sequence numbers of the pipeline's last events, since their real ones are unknown.
    private func number(_ base: inout StreamBase) {
        let entered = base.lanes.flatMap(\.held).map(\.entered).sorted()
        for lane in base.lanes.indices {
            base.lanes[lane].held = base.lanes[lane].held.map { item in
                let index = entered.partitioningIndex { $0 >= item.entered }
                return HeldQueue.Item(entered: base.sequence - entered.count + index + 1, time: item.time, value: item.value)
            }
        }
    }

    /// Adds a mark to each lane that had changed by a moment.
    private func add(_ moment: Pipelines, to base: inout StreamBase) {
        let sequence = sequence(in: moment)
        for lane in lanes.indices {
            let known = edges[lane].compactMap { moment.edge($0) }
            let sum = known.reduce(EdgeAccount()) { $0 + $1.totals }
            let totals = lanes[lane].isShared ? sum.withoutEndings : sum
            let before = base.lanes[lane].marks.last?.totals ?? EdgeAccount()
            guard totals != before else { continue }
            let end =
                totals.endings > before.endings ? known.compactMap(\.times.lastEnd).max { $0.moment.time < $1.moment.time } : nil
            let time = end?.moment.time ?? known.map(\.time).max() ?? moment.time
            base.lanes[lane].marks.append(
                Mark(sequence: sequence, time: time, kind: end?.kind ?? totals.kind(after: before), totals: totals))
        }
    }
}
