import FlowGraph
import FlowTrace

extension UtilizationMeter {
    /// A report on each pipeline, the oldest first. Pipelines are the connected parts that the causes of events show, as for a
    /// scenario; a program's are given by their edges.
    ///
    /// - Parameters:
    ///   - time: The moment to report on, not before the last event.
    ///   - log: The log whose events were folded.
    ///   - isOver: Whether no more events will come.
    ///   - program: The state of the traced program.
    /// - Complexity: O(edges + stages).
    public func reports(
        at time: TraceTime? = nil, in log: TraceLog, isOver: Bool = false, program: ProgramEnd = .none
    ) -> [PipelineReport] {
        let (meter, now) = settled(at: time, in: log)
        let parts = meter.parts
        guard !parts.isEmpty else { return [BottleneckReporter.nothing(at: now, in: log)] }
        return parts.map { meter.reporter(on: $0, at: now, in: log, isOver: isOver, program: program).report }
    }

    /// A report on each pipeline of a run, sorted by pressure, the highest first; ended pipelines by the time of their end, the
    /// latest first.
    ///
    /// If some sinks have not been subscribed yet and all others are over, a report on the unsubscribed ones comes first.
    ///
    /// - Parameters:
    ///   - time: The moment to judge; `nil` for the moment of the last event.
    ///   - log: The events that were measured.
    ///   - isOver: Whether the run continued until no work was left.
    ///   - isRun: Whether to judge the whole run instead of the moment.
    /// - Complexity: O(edges + stages).
    public func reportsByPressure(
        at time: TraceTime? = nil, in log: TraceLog, isOver: Bool = false, isRun: Bool = false
    ) -> [PipelineReport] {
        let ended = reports(at: time, in: log, isOver: isOver).sorted { $0.verdict.end ?? .zero > $1.verdict.end ?? .zero }
        // A pipeline that waits for its source does not hold back the parallel pipelines.
        let flows = ended.contains { $0.verdict.kind == .flowing }
        let ranked = PipelineReport.byPressure(ended, isRun: isRun)
        let isBehind: (PipelineReport) -> Bool = { flows && !isRun && $0.verdict.kind == .waitingForSource }
        let known = ranked.filter { !isBehind($0) } + ranked.filter(isBehind)
        let sorted = known.filter { $0.verdict.kind != .unknown } + known.filter { $0.verdict.kind == .unknown }
        guard sorted.allSatisfy({ $0.verdict.end != nil }), let first = sorted.first else { return sorted }
        let unbegun = unbegunSinks(in: log)
        guard !unbegun.isEmpty else { return sorted }
        let verdict = Verdict(Unbegun(lanes: unbegun))
        return [PipelineReport(time: first.time, window: 0, verdict: verdict, lastArrival: nil, stages: [], missing: [])] + sorted
    }

    /// The labels of edges that lead to sinks and have had no event.
    private func unbegunSinks(in log: TraceLog) -> [String] {
        log.edges.filter { edge in
            edge.role == .link && index(of: edge.id) == nil && edge.downstream.flatMap { log.node($0) }?.role == .sink
        }.map(log.edgeName)
    }

    /// A report on the pipeline of the given edges.
    ///
    /// - Complexity: O(the edges, and the stages that they connect).
    public func report(
        of ids: [EdgeID], at time: TraceTime? = nil, in log: TraceLog, isOver: Bool = false, program: ProgramEnd = .none
    ) -> PipelineReport {
        reports(of: [ids], at: time, in: log, isOver: isOver, program: program)[0]
    }

    /// A report on each of several pipelines, given by their edges.
    ///
    /// - Complexity: O(the edges, and the stages that they connect), and O(all stages) for each pipeline in which a call has returned since
    ///   the last event.
    package func reports(
        of pipelines: [[EdgeID]], at time: TraceTime? = nil, in log: TraceLog, isOver: Bool = false, program: ProgramEnd = .none
    ) -> [PipelineReport] {
        let ends = unsettledEnds(by: time, in: log)
        let now = ends.reduce(max(now, time?.nanoseconds ?? 0)) { max($0, $1.time) }
        return pipelines.map { ids in
            let meter = after(ends.isEmpty ? [] : ends.filter { ids.contains($0.edge) })
            guard let part = meter.part(of: ids) else { return BottleneckReporter.nothing(at: now, in: log) }
            return meter.reporter(on: part, at: now, in: log, isOver: isOver, program: program).report
        }
    }

    /// The pipeline of some edges; `nil` if nothing was subscribed or sent in it.
    private func part(of ids: [EdgeID]) -> FlowPart? {
        let edges = ids.compactMap { index(of: $0) }.filter { self.edges[$0].life != .past }
        let part = FlowPart(stages: Set(edges.flatMap { stages(at: $0) }).sorted(), edges: edges)
        return part.stages.contains(where: isObserved) ? part : nil
    }

    /// The figures of the stages of all pipelines, the oldest pipeline first, under names that do not depend on the run.
    ///
    /// - Parameters:
    ///   - time: The moment to report on, not before the last event.
    ///   - log: The log whose events were folded.
    ///   - isOver: Whether no more events will come.
    /// - Complexity: O(edges + stages).
    public func figures(at time: TraceTime? = nil, in log: TraceLog, isOver: Bool = false) -> [FigureRow] {
        let (meter, now) = settled(at: time, in: log)
        let whole = meter.withPast
        return whole.figures(of: whole.parts, at: now, in: log, isOver: isOver)
    }

    /// The same for pipelines given by their edges, the oldest first, as the list of a program knows them.
    package func figures(
        of pipelines: [[EdgeID]], at time: TraceTime? = nil, in log: TraceLog, isOver: Bool = false
    ) -> [FigureRow] {
        let (meter, now) = settled(at: time, in: log)
        let whole = meter.withPast
        return whole.figures(of: pipelines.compactMap(whole.part), at: now, in: log, isOver: isOver)
    }

    private func figures(of parts: [FlowPart], at now: UInt64, in log: TraceLog, isOver: Bool) -> [FigureRow] {
        var numbers = NameNumbers()
        return parts.flatMap { part in
            let reporter = reporter(on: part, at: now, in: log, isOver: isOver)
            let naming = reporter.naming
            return reporter.figures(of: naming, number: numbers.number(for: naming.key))
        }
    }

    private func reporter(
        on part: FlowPart, at now: UInt64, in log: TraceLog, isOver: Bool, program: ProgramEnd = .none
    ) -> BottleneckReporter {
        let numbers = Dictionary(uniqueKeysWithValues: part.stages.enumerated().map { ($1, $0) })
        let edges = part.edges.map { index in
            var edge = self.edges[index]
            edge.upper = edge.upper.flatMap { numbers[$0] }
            edge.lower = edge.lower.flatMap { numbers[$0] }
            return edge
        }
        let ids = part.edges.map(id)
        let stages = views(of: part.stages, edges: edges, numbers: numbers, at: now, in: log)
        let order = stages.indices.sorted { (stages[$0].depth, $0) < (stages[$1].depth, $1) }
        let lastCall = program == .brokenOff ? last : nil
        let call = lastCall.flatMap { last in last.overlapsNext ? part.edges.firstIndex(of: last.edge) : nil }
        var reporter = BottleneckReporter(
            edges: edges, ids: ids, log: log, judge: BottleneckFinder(stages: stages, order: order), now: now, isOver: isOver,
            program: program, lastCall: call.map { edges[$0] })
        reporter.delays = log.executors.delays(at: now)
        if let pool = reporter.delays.first(where: { $0.executor == .pool }), pool.isBlocked {
            reporter.absentLoops = absentLoops(before: now - min(now, pool.waiting ?? 0), in: log)
        }
        return reporter
    }

    // MARK: Stages

    /// The stages at a time, in the order of `members`.
    private func views(
        of members: [Int], edges: [EdgeMeter], numbers: [Int: Int], at now: UInt64, in log: TraceLog
    ) -> [StageSnapshot] {
        let feeders = members.map { stages[$0].feeders.compactMap { numbers[$0] } }
        let sides = UtilizationMeter.sides(of: edges, feeders: feeders)
        let depths = BottleneckReporter.depths(inputs: sides.map(\.inputs))
        let operators = members.map { operatorName(of: stages[$0], in: log) }
        let ownNames = zip(members, operators).map { stages[$0].node.flatMap(log.stageNameAlone) ?? $1 }
        let names = names(of: members, operators, in: log)
        let silence = silence(of: members, until: now)
        let views = members.indices.map { number in
            var meter = stages[members[number]]
            let began = min(now, max(meter.began ?? now, log.gapEnd?.nanoseconds ?? 0))
            meter.settle(to: silence.present)
            let judged = meter.totals(before: silence.last)
            meter.settle(to: now)
            let start = now > TotalsWindow.length ? max(now - TotalsWindow.length, began) : began
            let present = meter.present
            return StageSnapshot(
                meter: meter, name: names[number], ownName: ownNames[number], operatorName: operators[number],
                node: meter.node.flatMap { log.node($0) }, inputs: sides[number].inputs,
                outputs: sides[number].outputs, depth: depths[number], start: start, now: now,
                before: meter.window.state(at: start, now: now, present: present),
                middle: meter.window.state(at: start + (now - start) / 2, now: now, present: present), judged: judged,
                asked: sides[number].asked, hasEnded: sides[number].hasEnded, pausedSince: sides[number].pausedSince,
                hand: sides[number].hand)
        }
        return StageSnapshot.sourced(views)
    }

    /// The beginnings of the current silence, and of the silence before the stages ended. In a silence, no stage holds values or
    /// is busy. Both are `now` if there is no silence.
    private func silence(of members: [Int], until now: UInt64) -> (present: UInt64, last: UInt64) {
        let isSilent = members.allSatisfy { (stages[$0].held == 0 || stages[$0].isReplay) && stages[$0].condition != .busy }
        guard isSilent else { return (now, now) }
        return (members.map { stages[$0].since }.max() ?? now, members.map { stages[$0].activeUntil }.max() ?? now)
    }

    /// The neighbours of some stages, with the facts from the edges between them.
    private static func sides(of edges: [EdgeMeter], feeders: [[Int]]) -> [StageSides] {
        var sides = feeders.map { _ in StageSides() }
        var known: Set<SIMD2<Int>> = []
        func connect(_ upper: Int, _ lower: Int) {
            guard upper != lower, known.insert(SIMD2(upper, lower)).inserted else { return }
            sides[lower].inputs.append(upper)
            sides[upper].outputs.append(lower)
        }
        for edge in edges {
            if let upper = edge.upper, edge.role != .store, !edge.isInner { sides[upper].addOutput(edge) }
            guard let lower = edge.lower else { continue }
            if edge.isLive { sides[lower].addInput(edge) }
            if edge.connects, let upper = edge.upper { connect(upper, lower) }
        }
        for (stage, feeders) in feeders.enumerated() {
            for feeder in feeders { connect(feeder, stage) }
        }
        return sides
    }

    /// The names of some stages. A stage without a node has the name of the edge above it, with a number if another stage has
    /// that name.
    private func names(of members: [Int], _ operators: [String], in log: TraceLog) -> [String] {
        let names = members.map { stages[$0].node.flatMap(log.stageName) }
        var known = Set(names.compactMap(\.self))
        return zip(names, operators).map { name, edge in
            if let name { return name }
            let free = (1...).lazy.map { NameNumbers.title(edge, $0) }.first { !known.contains($0) } ?? edge
            known.insert(free)
            return free
        }
    }

    /// The name of a stage's operator, or else of the edge above it.
    private func operatorName(of stage: StageMeter, in log: TraceLog) -> String {
        stage.node.flatMap { log.node($0)?.name } ?? log.edge(stage.edge)?.label ?? "?"
    }

    // MARK: Pipelines

    /// The stages that an edge connects.
    private func stages(at index: Int) -> [Int] { [edges[index].upper, edges[index].lower].compactMap(\.self) }

    /// Whether a stage has a recorded subscription, or is a source or a store.
    private func isObserved(_ stage: Int) -> Bool {
        stages[stage].inputs.ever > 0 || stages[stage].outputs.ever > 0 || stages[stage].isSource || stages[stage].isStore
    }

    /// The connected parts of the graph, the part of the oldest stage first.
    private var parts: [FlowPart] {
        let roots = roots
        var partOfRoot: [Int: Int] = [:]
        var parts: [FlowPart] = []
        for stage in stages.indices {
            let part = partOfRoot[roots[stage]] ?? parts.count
            if part == parts.count {
                partOfRoot[roots[stage]] = part
                parts.append(FlowPart(stages: [], edges: []))
            }
            parts[part].stages.append(stage)
        }
        for index in edges.indices {
            guard edges[index].life != .past, let stage = edges[index].lower ?? edges[index].upper,
                let part = partOfRoot[roots[stage]]
            else { continue }
            parts[part].edges.append(index)
        }
        return parts.filter { $0.stages.contains(where: isObserved) }
    }

    /// For each stage, the oldest stage connected with it.
    private var roots: [Int] {
        var components = Components(count: stages.count)
        for edge in edges where edge.connects {
            if let upper = edge.upper, let lower = edge.lower { components.join(upper, lower) }
        }
        for (stage, meter) in stages.enumerated() {
            for feeder in meter.feeders { components.join(feeder, stage) }
        }
        return stages.indices.map { components.root(of: $0) }
    }
}

/// The stages above and below a stage, with the facts from its edges.
private struct StageSides {
    var inputs: [Int] = []
    var outputs: [Int] = []
    /// Its outstanding demand; unlimited if values arrived without demand.
    private(set) var asked = Demand.none
    /// The time since which it has been paused, as it reported; `nil` if it is not.
    private(set) var pausedSince: TraceTime?
    /// How a viewer holds or slows it, and since when; `nil` if none does.
    private(set) var hand: (state: HandState, since: TraceTime)?
    private var (live, over) = (false, false)
    /// The same for its sends. They end before the subscriptions do. When a subscription is restarted, as by `retry`, new sends
    /// continue.
    private var (sends, hasSent) = (false, false)

    /// Whether everything downstream of it has ended.
    var hasEnded: Bool { over && !(hasSent ? sends : live) }

    mutating func addInput(_ edge: EdgeMeter) {
        if edge.connects { asked = asked + (edge.account.unasked > 0 ? .unlimited : edge.account.outstanding) }
        pausedSince = edge.times.pausedSince ?? pausedSince
        hand = edge.times.hand ?? hand
    }

    mutating func addOutput(_ edge: EdgeMeter) {
        if edge.life == .over { over = true } else { live = true }
        guard edge.role == .source else { return }
        if edge.life == .over { hasSent = true } else { sends = true }
    }
}

/// The stages and edges of one pipeline, as indices of a ``UtilizationMeter``.
struct FlowPart {
    var stages: [Int]
    var edges: [Int]
}
