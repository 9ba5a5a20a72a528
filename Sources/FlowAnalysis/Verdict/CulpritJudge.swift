import FlowTrace

/// Finds the stage of a pipeline that keeps the others waiting.
///
/// The culprit does not wait itself: while more is wanted of it, it asks for nothing, or holds more and more. The stages above it are held
/// back, those below are starved.
struct CulpritJudge {
    static let leastLoad = 0.3
    /// A stage that waits for the source for more than this share of time is no culprit.
    static let mostWait = 0.25
    /// The least share of time for which a source keeps all stages below waiting, to be waited for.
    static let leastSourceWait = 0.5

    let stages: [StageView]
    /// The order of the stages, sources first: each stage comes after those above it, unless the graph has a cycle.
    let order: [Int]
    /// By stage, the share of the window and of all time in which it and everything above it waited for the source.
    private let waits: (recent: [Double], overall: [Double])
    /// By stage, the most load of it and of those below, and the most that a sink among them was starved.
    private let below: (load: [Double], starved: [Double?])

    /// - Parameters:
    ///   - stages: All stages of the pipeline.
    ///   - order: Their order, by depth.
    /// - Complexity: O(stages + connections).
    init(stages: [StageView], order: [Int]) {
        self.stages = stages
        self.order = order
        waits = (CulpritJudge.waits(of: stages, order, overall: false), CulpritJudge.waits(of: stages, order, overall: true))
        below = CulpritJudge.below(stages, order)
    }

    /// The culprit over the window or over all time.
    func culprit(overall: Bool) -> Int? {
        let suspects = order.filter { !stages[$0].inputs.isEmpty && wait(at: $0, overall: overall) <= CulpritJudge.mostWait }
            .filter { stages[$0].load(overall: overall) >= CulpritJudge.leastLoad }
        guard let most = suspects.map({ stages[$0].load(overall: overall) }).max() else { return nil }
        return suspects.filter { stages[$0].load(overall: overall) >= most - 0.02 }.max { stages[$0].depth < stages[$1].depth }
    }

    /// The stage that keeps the others waiting at the moment: the lowest that is wanted and asks for nothing.
    var presentCulprit: Int? {
        order.filter { stages[$0].meter.condition == .busy && !stages[$0].inputs.isEmpty }.max {
            stages[$0].depth < stages[$1].depth
        }
    }

    /// The present culprit, if it has kept the others waiting far longer than usual, as a paused sink does before the window shows it.
    var stoppedCulprit: Int? {
        presentCulprit.flatMap { culprit in
            let view = stages[culprit]
            guard let last = view.meter.lastValue, view.now > last, view.meter.meanGap > 0 else { return nil }
            let gap = Double(view.now - last)
            return gap >= 2e9 && gap >= 4 * view.meter.meanGap ? culprit : nil
        }
    }

    /// The share of time in which a stage and everything above it waited for the source.
    func wait(at stage: Int, overall: Bool) -> Double { overall ? waits.overall[stage] : waits.recent[stage] }

    private static func waits(of stages: [StageView], _ order: [Int], overall: Bool) -> [Double] {
        // In a cycle, a stage does not count as above itself.
        var waits = Array(repeating: 0.0, count: stages.count)
        for index in order {
            let view = stages[index]
            let own =
                view.isUnobserved ? 1 : max(0, view.share(.starved, overall: overall) - view.backlog(overall: overall))
            waits[index] = min(own, view.inputs.map { waits[$0] }.max() ?? 1)
        }
        return waits
    }

    private static func below(_ stages: [StageView], _ order: [Int]) -> (load: [Double], starved: [Double?]) {
        var load = stages.map { $0.load(overall: false) }
        var starved = stages.map { $0.outputs.isEmpty ? $0.share(.starved) : nil }
        for index in order.reversed() {
            for output in stages[index].outputs {
                load[index] = max(load[index], load[output])
                starved[index] = starved[output].map { max($0, starved[index] ?? $0) } ?? starved[index]
            }
        }
        return (load, starved)
    }

    /// The source that is waited for: one that has gone quiet, or one that is slow, which shows only if demand is limited.
    var awaitedSource: Int? {
        let sources = order.filter { stages[$0].inputs.isEmpty && stages[$0].meter.held == 0 }
        let quiet = sources.filter { isQuiet($0) }
        let slow = isMeasurable ? sources.filter { share(ofWaitingFor: $0) >= CulpritJudge.leastSourceWait } : []
        return (quiet + slow).max { share(ofWaitingFor: $0) < share(ofWaitingFor: $1) }
    }

    /// The share of the window in which every stage below a source waited for it.
    func share(ofWaitingFor source: Int) -> Double {
        let own = stages[source].isUnobserved ? 1 : stages[source].share(.starved)
        return min(own, 1 - below.load[source], below.starved[source] ?? own)
    }

    /// Whether some stage asks for limited demand, so that waiting can be measured.
    private var isMeasurable: Bool {
        order.contains {
            stages[$0].recent.limited > 0 || (stages[$0].recent.live == 0 && stages[$0].meter.outputs.unlimited == 0)
        }
    }

    /// Whether a source that is asked has sent nothing for far longer than usual.
    private func isQuiet(_ source: Int) -> Bool {
        let meter = stages[source].meter
        guard stages[source].isUnobserved || meter.condition == .starved, let last = meter.lastValue, meter.since > last else {
            return false
        }
        let gap = Double(meter.since - last)
        return gap >= 1e9 && meter.meanGap > 0 && gap >= 4 * meter.meanGap
    }
}
