import FlowModel
import FlowTrace

/// Creates the report on one pipeline.
struct BottleneckReporter {
    /// The edges of the pipeline; ``EdgeMeter/upper`` and ``EdgeMeter/lower`` are indices of the judge's stages.
    let edges: [EdgeMeter]
    /// The identifiers of the edges in the log.
    let ids: [EdgeID]
    let log: TraceLog
    let judge: BottleneckFinder
    let now: UInt64
    let isOver: Bool
    let program: ProgramEnd
    /// The edge of the `next` call in which the program ended while another consumer of its stream waited; `nil` if it did not
    /// end so.
    var lastCall: EdgeMeter?
    /// The measured waits for the executors of the program.
    var delays: [ExecutorDelay] = []
    /// While the thread pool is starved, the loops that may have its threads.
    var absentLoops: [AbsentLoop] = []

    var report: PipelineReport {
        // Computed once: each visits all stages and edges.
        let (past, rates, present) = (self.past, rateWindow, verdict(.present))
        var report = PipelineReport(
            time: TraceTime(nanoseconds: now), window: window, rateWindow: rates, verdict: proven(present, past),
            run: proven(verdict(.run), past), lastArrival: lastArrival, stages: judge.order.map { stageReport($0, rates) },
            lives: lives,
            missing: missing + (past.map { [$0] } ?? []))
        report.verdict = report.verdict.meanwhile(blockedExecutor)
        (report.splits, report.latecomers, report.stranded) = (splits, latecomers, stranded)
        (report.oldestEdge, report.connections) = (ids.min(), connections)
        report.heldTimes = HeldTime.all(in: self)
        if report.verdict.kind == .failed { (report.failedStage, report.failureCall) = failure }
        return report
    }

    /// The first stage that failed, from the sources on, and the call that ended its stream with the error: the other stages pass
    /// the failure on.
    private var failure: (StageID?, SourcePlace?) {
        let failed = edges.indices.filter { edges[$0].connects && edges[$0].account.end == .failure }
        let stages = Set(failed.compactMap { edges[$0].upper })
        guard let first = judge.order.first(where: stages.contains) else { return (nil, nil) }
        return (id(first), failed.first { edges[$0].upper == first }.flatMap { log.edge(ids[$0])?.endedAt })
    }

    /// The report on a trace without subscriptions and values.
    static func nothing(at now: UInt64, in log: TraceLog) -> PipelineReport {
        PipelineReport(at: TraceTime(nanoseconds: now), missing: log.count == 0 ? .events : .subscriptionAndValue)
    }

    /// For each stage, the number of stages above it on the longest path; cycles are not followed.
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

    var stages: [StageSnapshot] { judge.stages }

    /// The length of the window: ten seconds, or less if the pipeline or its records began later.
    var window: UInt64 { min(TotalsWindow.length, now - start) }

    /// The beginning of the pipeline, or of its records.
    private var start: UInt64 {
        let began = judge.order.compactMap { stages[$0].meter.began }.min() ?? now
        return min(max(began, gapEnd?.nanoseconds ?? 0), now)
    }

    /// The span over which rates are counted: the window or, for an ended pipeline, its life.
    private var rateWindow: RateWindow {
        let ends = exits.filter { $0.ended != nil || !Ended.isForgotten($0, self) }.map(\.ended)
        // Values may still arrive after all readers have left.
        let last = judge.order.compactMap { stages[$0].meter.lastValue }
        let end = ends.contains { $0 == nil } ? nil : (ends.compactMap(\.self) + last).max()
        return RateWindow(
            since: TraceTime(nanoseconds: start), at: TraceTime(nanoseconds: now), endedAt: end.map(TraceTime.init(nanoseconds:)))
    }

    /// The outcomes of the pipeline's streams, if one line of code made several; `nil` otherwise.
    var lives: StreamLives? {
        let streams = judge.order.filter { stages[$0].meter.lives.count > 0 }
        guard !streams.isEmpty else { return nil }
        return streams.reduce(StreamLives()) { sum, stage in
            let meter = stages[stage].meter
            let readers = edges.filter { $0.connects && $0.upper == stage }
            var present = StreamLives()
            present.add(
                .init(isOver: feedersAreOver(stage), readers: readers.map(\.account.end)),
                dropped: meter.drops.reduce(0) { $0 + $1.count })
            return sum + meter.lives + present
        }
    }

    private func feedersAreOver(_ stage: Int) -> Bool {
        edges.contains { $0.lower == stage } && edges.allSatisfy { $0.lower != stage || $0.life == .over }
    }

    func id(_ stage: Int) -> StageID { stages[stage].meter.node.map { .node($0) } ?? .below(stages[stage].meter.edge) }

    private func stageReport(_ stage: Int, _ rates: RateWindow) -> StageReport {
        let view = stages[stage]
        let (meter, recent) = (view.meter, view.recent)
        let passed = rates.kind == .life ? meter.totals : recent
        let hasInput = meter.inputs.ever > 0 || meter.totals.incoming > 0
        let hasOutput = meter.outputs.ever > 0
        let above = view.inputs.count == 1 ? stages[view.inputs[0]] : nil
        let store = above?.waitsForExecutor == true ? above : nil
        return StageReport(
            id: id(stage), name: view.name, ownName: view.ownName, operatorName: view.operatorName,
            role: view.node?.role ?? (hasOutput ? .transform : .sink), element: element(of: stage),
            node: view.node, location: view.node?.location, place: view.node?.site,
            morePlaces: morePlaces(feeding: stage),
            waits: edges.filter { $0.isLive && $0.lower == stage }.map(\.waits).reduce(0, +),
            recent: view.shares(of: recent, below: store?.recent),
            overall: view.shares(of: meter.totals, below: store?.meter.totals),
            sending: SendShares(view),
            rateIn: hasInput ? rates.rate(of: passed.incoming) : nil,
            rateOut: hasOutput ? rates.rate(of: passed.outgoing) : nil,
            valuesIn: hasInput ? Int(meter.totals.incoming) : nil, valuesOut: hasOutput ? Int(meter.totals.outgoing) : nil,
            amplification: hasOutput && meter.totals.incoming > 0 ? meter.totals.outgoing / meter.totals.incoming : nil,
            meanWait: meter.meanWait, longestWait: view.longestWait,
            held: meter.isStore ? HeldCount(meter.held, isLeast: meter.heldIsLowerBound) : nil,
            peak: meter.peak, peakTime: TraceTime(nanoseconds: meter.peakTime),
            stopped: meter.stopped.map(TraceTime.init(nanoseconds:)), isOfEnd: hasEnded(stage, soonAfter: meter.peakTime),
            pastPeak: meter.past.peak, pastWait: meter.past.longestWait, oldest: meter.oldest.map(TraceTime.init(nanoseconds:)),
            capacity: view.node?.capacity,
            growth: growth(of: view, rates),
            losses: meter.drops.map {
                LossReport(
                    reason: $0.reason, count: $0.count, values: $0.values, missed: missed(of: stage, because: $0.reason),
                    first: TraceTime(nanoseconds: $0.first), last: TraceTime(nanoseconds: $0.last),
                    failure: $0.reason == .error ? failure(at: stage) : nil)
            }, leavesOut: view.limitsRate,
            forecast: forecast(of: view), prefetched: program == .none ? view.prefetched : nil)
    }

    /// The number of places beside the first from which a source feeds a stream.
    private func morePlaces(feeding stage: Int) -> Int {
        guard stages[stage].inputs.isEmpty else { return 0 }
        let facts = edges.indices.filter { edges[$0].connects && edges[$0].upper == stage }.compactMap { log.edge(ids[$0]) }
        return facts.map { max(0, $0.fedAt.count + $0.moreFedAt - 1) }.max() ?? 0
    }

    /// Whether the inputs of a stage ended within a millisecond after a time.
    private func hasEnded(_ stage: Int, soonAfter time: UInt64) -> Bool {
        let ends = edges.filter { $0.connects && $0.lower == stage }.compactMap(\.ended)
        return ends.contains { $0 >= time && $0 - time < 1_000_000 }
    }

    /// The text of the error that a stage received or sent, in this order.
    private func failure(at stage: Int) -> String? {
        let links = edges.filter { $0.connects && $0.account.end == .failure }
        return [links.first { $0.lower == stage }, links.first { $0.upper == stage }].lazy.compactMap { $0?.failure }.first
    }

    /// The type of the values that leave a stage, or else of the values that enter it.
    private func element(of stage: Int) -> String? {
        let links = edges.indices.filter { edges[$0].role == .link }
        let sides = [links.filter { edges[$0].upper == stage }, links.filter { edges[$0].lower == stage }]
        return sides.joined().lazy.compactMap { log.edge(ids[$0])?.valueType }.first
    }

    /// The growth of what a stage holds, in values a second; `nil` if it keeps none.
    private func growth(of view: StageSnapshot, _ rates: RateWindow) -> Double? {
        guard view.meter.isStore else { return nil }
        let isLife = rates.kind == .life || program != .none
        let (before, length) = isLife ? (0, now - start) : (view.before.held, window)
        return length > 0 ? Double(view.meter.held - before) / (Double(length) / 1e9) : 0
    }

    /// The forecast for a stage; of an ended program, its growth until the end.
    private func forecast(of view: StageSnapshot) -> Forecast? {
        guard program != .none else { return view.forecast }
        return view.hasGrownToEnd ? view.forecast.map { Forecast(growth: $0.growth, fullIn: nil, isOver: true) } : nil
    }

    /// The growth of what a stage holds; `nil` for none.
    func growth(_ stage: Int) -> StoreGrowth? {
        guard program != .none else { return stages[stage].isGrowing ? .present : nil }
        return stages[stage].hasGrownToEnd ? .untilEnd : nil
    }
}
