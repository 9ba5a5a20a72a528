import FlowTrace

/// Finds the stage of a pipeline that keeps the others waiting.
///
/// The culprit does not wait itself: while its downstream has demand, it requests nothing, or its backlog grows. The stages above
/// it are held back, the ones below are starved.
struct BottleneckFinder {
    static let leastLoad = 0.3
    /// The minimum time for which a stage must keep others waiting to be named for a finished run, in nanoseconds.
    static let leastTime = 1_000_000.0
    /// The largest share of time for which the culprit may wait for the source.
    static let mostWait = 0.25
    /// The share of time for which a source must keep all stages below waiting to be named.
    static let leastSourceWait = 0.5

    let stages: [StageSnapshot]
    /// The indices of the stages, sources first: each stage comes after the stages above it, unless the graph has a cycle.
    let order: [Int]
    let present: InstantaneousState
    /// By stage, the shares of the window and of the whole run in which the stage and all stages above it waited for the source.
    private let waits: (recent: [Double], overall: [Double])
    /// Whether the demand of some stage is limited, so that waiting can be measured.
    private let isMeasurable: Bool
    /// For each stage, over the window and over the whole run: the highest load among it and the stages below, and the highest
    /// starved share of a sink among them.
    private let below: (recent: Below, overall: Below)

    private typealias Below = (load: [Double], starved: [Double?])

    /// - Parameters:
    ///   - stages: All stages of the pipeline.
    ///   - order: Their order, by depth.
    /// - Complexity: O(stages + connections).
    init(stages: [StageSnapshot], order: [Int]) {
        self.stages = stages
        self.order = order
        present = InstantaneousState(stages: stages, order: order)
        waits = (
            BottleneckFinder.waits(of: stages, order, overall: false), BottleneckFinder.waits(of: stages, order, overall: true)
        )
        below = (BottleneckFinder.below(stages, order, overall: false), BottleneckFinder.below(stages, order, overall: true))
        isMeasurable = order.contains {
            stages[$0].recent.limited > 0 || (stages[$0].recent.live == 0 && stages[$0].meter.outputs.unlimited == 0)
        }
    }

    /// The culprit of the window or of the whole run; `nil` if there is none.
    func culprit(overall: Bool) -> Int? {
        let suspects = order.filter { !stages[$0].inputs.isEmpty && wait(at: $0, overall: overall) <= BottleneckFinder.mostWait }
            .filter { stages[$0].load(overall: overall) >= BottleneckFinder.leastLoad }
            .filter { stages[$0].load(overall: overall) * stages[$0].totals(overall).live >= BottleneckFinder.leastTime }
        let slow = withoutFaster(suspects, overall: overall)
        guard let most = slow.map({ stages[$0].load(overall: overall) }).max() else { return nil }
        let lowest = slow.filter { stages[$0].load(overall: overall) >= most - 0.02 }.max {
            stages[$0].depth < stages[$1].depth
        }
        return lowest.map { slowest(of: slow, sharingWith: $0, overall: overall) }
    }

    /// The suspects, except each that is faster than another: its values pile up in a store between the two, or are dropped there.
    private func withoutFaster(_ suspects: [Int], overall: Bool) -> [Int] {
        let between = suspects.reduce(into: Set<Int>()) { $0.formUnion(stagesAbove($1)) }
        let overrun = between.filter { stages[$0].isOverrun(overall: overall) }
        let faster = overrun.reduce(into: Set<Int>()) { $0.formUnion(stagesAbove($1)) }
        return suspects.filter { !faster.contains($0) }
    }

    /// All stages above a stage; without the stage itself, even in a cycle.
    private func stagesAbove(_ stage: Int) -> Set<Int> {
        var above: Set<Int> = []
        var open = stages[stage].inputs
        while let next = open.popLast() {
            if next != stage, above.insert(next).inserted { open += stages[next].inputs }
        }
        return above
    }

    /// The slowest of the suspects that take values from the same store as `stage`. All these suspects are busy most of the time,
    /// but the faster ones take more values.
    private func slowest(of suspects: [Int], sharingWith stage: Int, overall: Bool) -> Int {
        guard let store = storeAbove(stage), stages[store].isShared else { return stage }
        return suspects.filter { storeAbove($0) == store }.max {
            stages[$0].round(overall: overall) < stages[$1].round(overall: overall)
        } ?? stage
    }

    /// The nearest store above a stage, through stages with a single input; `nil` if there is none.
    func storeAbove(_ stage: Int) -> Int? {
        var above = stage
        for _ in stages.indices {
            guard stages[above].inputs.count == 1 else { return nil }
            above = stages[above].inputs[0]
            if stages[above].meter.isStore { return above }
        }
        return nil
    }

    /// The lowest stage that currently has no demand while its downstream has some.
    var presentCulprit: Int? {
        order.filter { stages[$0].meter.condition == .busy && !stages[$0].inputs.isEmpty && !stages[$0].isBlameless }.max {
            stages[$0].depth < stages[$1].depth
        }
    }

    /// The stage that holds the others back: the culprit of the window if it still holds them back, otherwise the current
    /// culprit.
    var holder: Int? {
        if present.isPaused { return present.culprit }
        let usual = culprit(overall: false)
        if let stopped = present.stopped, stages[stopped].depth > usual.map({ stages[$0].depth }) ?? -1 { return stopped }
        if let usual, present.isActive(usual) { return usual }
        return present.culprit ?? usual.flatMap { present.isFresh($0) ? $0 : nil }
    }

    /// The share of time in which a stage and all stages above it waited for the source.
    func wait(at stage: Int, overall: Bool) -> Double { overall ? waits.overall[stage] : waits.recent[stage] }

    private static func waits(of stages: [StageSnapshot], _ order: [Int], overall: Bool) -> [Double] {
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

    private static func below(_ stages: [StageSnapshot], _ order: [Int], overall: Bool) -> Below {
        var load = stages.map { $0.load(overall: overall) }
        var starved = stages.map { $0.outputs.isEmpty ? $0.share(.starved, overall: overall) : nil }
        for index in order.reversed() {
            for output in stages[index].outputs {
                load[index] = max(load[index], load[output])
                starved[index] = starved[output].map { max($0, starved[index] ?? $0) } ?? starved[index]
            }
        }
        return (load, starved)
    }

    /// The source for which the other stages wait: of all sources with demand, the one that kept them waiting longest in the
    /// window. `nil` unless all sources with demand are overdue.
    ///
    /// - Parameter isQuiet: Whether all sources with demand must be silent for far longer than usual.
    func awaitedSource(isQuiet: Bool = false) -> Int? {
        let asked = sources.filter { present.isAsked($0) }
        let isLate = asked.allSatisfy { present.isOverdue($0, isKnown: !isQuiet && isSlow($0)) }
        return isLate ? asked.max { share(ofWaitingFor: $0) < share(ofWaitingFor: $1) } : nil
    }

    /// The source that limits the rate: it keeps all stages below waiting. This shows only if demand is limited.
    func slowestSource(overall: Bool = false) -> Int? {
        sources.filter { isSlow($0, overall: overall) }
            .max { share(ofWaitingFor: $0, overall: overall) < share(ofWaitingFor: $1, overall: overall) }
    }

    /// The sources that may send more.
    private var sources: [Int] {
        order.filter { stages[$0].inputs.isEmpty && stages[$0].meter.held == 0 && !stages[$0].hasEnded }
    }

    /// The sources, if all have ended.
    var endedSources: [Int] {
        let sources = order.filter { stages[$0].inputs.isEmpty }
        return sources.allSatisfy { stages[$0].hasEnded } ? sources : []
    }

    /// The only source that may send more, if there is just one.
    var onlySource: Int? { sources.count == 1 ? sources.first : nil }

    private func isSlow(_ source: Int, overall: Bool = false) -> Bool {
        isMeasurable && share(ofWaitingFor: source, overall: overall) >= BottleneckFinder.leastSourceWait
    }

    /// The share of the window, or of the whole run, in which every stage below a source waited for it.
    func share(ofWaitingFor source: Int, overall: Bool = false) -> Double {
        let own = stages[source].isUnobserved ? 1 : stages[source].share(.starved, overall: overall)
        let below = overall ? below.overall : below.recent
        return min(own, 1 - below.load[source], below.starved[source] ?? own)
    }
}
