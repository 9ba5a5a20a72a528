import FlowTrace

extension FlowMeter {
    /// What can be said of each pipeline, the oldest first.
    ///
    /// - Parameters:
    ///   - time: The moment; that of the last event where it is earlier or left out. What is going on counts up to it.
    ///   - log: The log whose events were taken, for the names in it.
    ///   - isOver: Whether nothing more will come.
    /// - Complexity: O(edges + stages).
    public func reports(at time: TraceTime? = nil, in log: TraceLog, isOver: Bool = false) -> [FlowReport] {
        let now = max(time?.nanoseconds ?? 0, self.now)
        let stages = views(at: now, in: log)
        let pipelines = pipelines(of: stages)
        guard !pipelines.isEmpty else { return [FlowReporter.nothing(at: now, in: log)] }
        return pipelines.map {
            FlowReporter(meter: self, log: log, judge: FlowJudge(stages: stages, places: $0), now: now, isOver: isOver).report
        }
    }

    /// The stages as they stand at a time.
    private func views(at now: UInt64, in log: TraceLog) -> [StageView] {
        let neighbours = neighbours
        let depths = FlowReporter.depths(inputs: neighbours.map(\.inputs))
        let names = names(in: log)
        return stages.indices.map { place in
            var meter = stages[place]
            let began = meter.began ?? now
            meter.settle(to: now)
            let start = now > TotalsWindow.length ? max(now - TotalsWindow.length, began) : began
            let present = StageMark(totals: meter.totals, held: meter.held, wait: meter.lastWait)
            return StageView(
                meter: meter, name: names[place], node: meter.node.flatMap { log.node($0) }, inputs: neighbours[place].inputs,
                outputs: neighbours[place].outputs, depth: depths[place], start: start, now: now,
                before: meter.window.state(at: start, now: now, present: present),
                middle: meter.window.state(at: start + (now - start) / 2, now: now, present: present))
        }
    }

    /// The stages above and below each.
    private var neighbours: [(inputs: [Int], outputs: [Int])] {
        var all = Array(repeating: (inputs: [Int](), outputs: [Int]()), count: stages.count)
        func connect(_ upper: Int, _ lower: Int) {
            guard upper != lower, !all[lower].inputs.contains(upper) else { return }
            all[lower].inputs.append(upper)
            all[upper].outputs.append(lower)
        }
        for edge in edges where edge.role == .link && !edge.isInner && edge.life != .unseen {
            if let upper = edge.upper, let lower = edge.lower { connect(upper, lower) }
        }
        for (place, stage) in stages.enumerated() {
            for feeder in stage.feeders { connect(feeder, place) }
        }
        return all
    }

    /// What the stages are called; of several with one name the later ones have a number.
    private func names(in log: TraceLog) -> [String] {
        var counts: [String: Int] = [:]
        return stages.map { stage in
            let label = log.edge(stage.edge)?.label ?? "?"
            let name = stage.node.flatMap { log.node($0)?.name } ?? label
            counts[name, default: 0] += 1
            return counts[name] == 1 ? name : "\(name) \(counts[name] ?? 1)"
        }
    }

    /// The stages that are connected, of each pipeline from sources to sinks.
    private func pipelines(of stages: [StageView]) -> [[Int]] {
        var pipelines: [[Int]] = []
        var seen = Array(repeating: false, count: stages.count)
        for first in stages.indices where !seen[first] {
            seen[first] = true
            var places = [first]
            var next = 0
            while next < places.count {
                for neighbour in stages[places[next]].inputs + stages[places[next]].outputs where !seen[neighbour] {
                    seen[neighbour] = true
                    places.append(neighbour)
                }
                next += 1
            }
            guard places.contains(where: { !stages[$0].isUnobserved || stages[$0].meter.isSource || stages[$0].meter.isStore })
            else { continue }
            pipelines.append(places.sorted { (stages[$0].depth, $0) < (stages[$1].depth, $1) })
        }
        return pipelines
    }
}
