import FlowModel
import FlowTrace

/// Makes the report on one pipeline.
struct FlowReporter {
    /// The edges of the pipeline; ``EdgeMeter/upper`` and ``EdgeMeter/lower`` are indices of the judge's stages.
    let edges: [EdgeMeter]
    /// What the edges are called in the log.
    let ids: [EdgeID]
    let log: TraceLog
    let judge: CulpritJudge
    let now: UInt64
    let isOver: Bool
    /// The edge of the call of `next` in which the program ended, while another consumer of the same stream waited; `nil` if it did not.
    var lastCall: EdgeMeter?

    var report: FlowReport {
        var report = FlowReport(
            time: TraceTime(nanoseconds: now), window: window, verdict: seen(verdict), run: seen(run), lastArrival: lastArrival,
            stages: judge.order.map(stageReport), missing: missing + (past.map { [$0] } ?? []))
        (report.splits, report.stranded) = (splits, stranded)
        return report
    }

    /// The report on a trace without subscriptions and values.
    static func nothing(at now: UInt64, in log: TraceLog) -> FlowReport {
        FlowReport(at: TraceTime(nanoseconds: now), missing: log.count == 0 ? .events : .subscriptionAndValue)
    }

    /// By stage, how many stages the longest path to it has; cycles are not followed.
    static func depths(inputs: [[Int]]) -> [Int] {
        var depths: [Int?] = Array(repeating: nil, count: inputs.count)
        var open: [(stage: Int, isReturn: Bool)] = []
        var isOpen = Array(repeating: false, count: inputs.count)
        for first in inputs.indices where depths[first] == nil {
            open.append((first, false))
            while let (stage, isReturn) = open.popLast() {
                if isReturn {
                    depths[stage] = (inputs[stage].compactMap { depths[$0] }.max() ?? -1) + 1
                } else if depths[stage] == nil, !isOpen[stage] {
                    isOpen[stage] = true
                    open.append((stage, true))
                    for above in inputs[stage] where depths[above] == nil { open.append((above, false)) }
                }
            }
        }
        return depths.map { $0 ?? 0 }
    }

    private var lastArrival: TraceTime? {
        judge.order.filter { stages[$0].outputs.isEmpty }.compactMap { stages[$0].meter.lastValue }.max()
            .map(TraceTime.init(nanoseconds:))
    }

    var stages: [StageView] { judge.stages }

    /// The length of the window: ten seconds, or since the pipeline began, or since records are there.
    var window: UInt64 {
        let began = judge.order.compactMap { stages[$0].meter.began }.min() ?? now
        return min(TotalsWindow.length, now - min(max(began, gapEnd?.nanoseconds ?? 0), now))
    }

    func id(_ stage: Int) -> StageID { stages[stage].meter.node.map { .node($0) } ?? .below(stages[stage].meter.edge) }

    private func stageReport(_ stage: Int) -> StageReport {
        let view = stages[stage]
        let (meter, recent) = (view.meter, view.recent)
        let seconds = Double(window) / 1e9
        let hasInput = meter.inputs.ever > 0 || meter.totals.incoming > 0
        let hasOutput = meter.outputs.ever > 0
        return StageReport(
            id: id(stage), name: view.name, ownName: view.ownName, operatorName: view.operatorName,
            role: view.node?.role ?? (hasOutput ? .transform : .sink),
            detail: view.node?.detail ?? "", location: view.node?.location, recent: view.shares(overall: false),
            overall: view.shares(overall: true),
            rateIn: hasInput ? rate(recent.incoming, seconds) : nil, rateOut: hasOutput ? rate(recent.outgoing, seconds) : nil,
            amplification: hasOutput && meter.totals.incoming > 0 ? meter.totals.outgoing / meter.totals.incoming : nil,
            meanWait: meter.meanWait, held: meter.isStore ? HeldCount(meter.held, isLeast: meter.isHeldLeast) : nil,
            peak: meter.peak, capacity: view.node?.capacity,
            losses: meter.drops.map {
                LossReport(
                    reason: $0.reason, count: $0.count, values: $0.values, first: TraceTime(nanoseconds: $0.first),
                    last: TraceTime(nanoseconds: $0.last))
            }, forecast: view.forecast, prefetched: view.prefetched)
    }

    private func rate(_ count: Double, _ seconds: Double) -> Double { seconds > 0 ? count / seconds : 0 }
}
