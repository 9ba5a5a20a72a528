import FlowTrace

/// Judges the stages of a pipeline.
///
/// The culprit is the stage that keeps others waiting and does not wait itself: while more is wanted of it, it asks for nothing, or holds more
/// and more. Those above it are held back, those below are starved; both are its waiters.
struct FlowJudge {
    /// A stage that is busy for less than this is no culprit.
    static let leastLoad = 0.3
    /// Where a stage and all above it, up to the source, wait for values for more than this, none of them is too slow.
    static let mostWait = 0.25
    /// A source that keeps everybody below waiting for at least this is waited for.
    static let leastSourceWait = 0.5

    let stages: [StageView]
    /// Those of the pipeline, sources first: a stage stands after what is above it, but for ways that lead back.
    let places: [Int]
    /// For each stage, the share of the window, and of all time, in which it and everything above it waited for the source.
    private let waits: (recent: [Double], overall: [Double])
    /// For each stage, the most load of it and of those below it, and the most that a sink among them was starved.
    private let below: (load: [Double], starved: [Double?])

    /// - Parameters:
    ///   - stages: All of the pipeline.
    ///   - places: Their places, by depth.
    /// - Complexity: O(stages + connections).
    init(stages: [StageView], places: [Int]) {
        self.stages = stages
        self.places = places
        waits = (
            FlowJudge.waits(of: stages, places, overall: false), FlowJudge.waits(of: stages, places, overall: true)
        )
        below = FlowJudge.below(stages, places)
    }

    /// The culprit over the window or over all time.
    func culprit(overall: Bool) -> Int? {
        let suspects = places.filter { !stages[$0].inputs.isEmpty && wait(at: $0, overall: overall) <= FlowJudge.mostWait }
            .filter { stages[$0].load(overall: overall) >= FlowJudge.leastLoad }
        guard let most = suspects.map({ stages[$0].load(overall: overall) }).max() else { return nil }
        return suspects.filter { stages[$0].load(overall: overall) >= most - 0.02 }.max { stages[$0].depth < stages[$1].depth }
    }

    /// The stage that keeps everything waiting at the moment: the lowest that is wanted and asks for nothing.
    var presentCulprit: Int? {
        places.filter { stages[$0].meter.condition == .busy && !stages[$0].inputs.isEmpty }.max {
            stages[$0].depth < stages[$1].depth
        }
    }

    /// The stage that keeps everything waiting at the moment, where it has done so for far longer than usual, as a sink that was paused: a
    /// window of many seconds does not show that yet.
    var stoppedCulprit: Int? {
        presentCulprit.flatMap { culprit in
            let view = stages[culprit]
            guard let last = view.meter.lastValue, view.now > last, view.meter.meanGap > 0 else { return nil }
            let gap = Double(view.now - last)
            return gap >= 2e9 && gap >= 4 * view.meter.meanGap ? culprit : nil
        }
    }

    /// The share of time in which a stage and everything above it waited for the source.
    func wait(at stage: Int, overall: Bool) -> Double {
        overall ? waits.overall[stage] : waits.recent[stage]
    }

    private static func waits(of stages: [StageView], _ places: [Int], overall: Bool) -> [Double] {
        // A way that leads back to a stage tells nothing of what is above it.
        var waits = Array(repeating: 0.0, count: stages.count)
        for place in places {
            let view = stages[place]
            let own =
                view.isUnobserved ? 1 : max(0, view.share(.starved, overall: overall) - view.backlog(overall: overall))
            waits[place] = min(own, view.inputs.map { waits[$0] }.max() ?? 1)
        }
        return waits
    }

    private static func below(_ stages: [StageView], _ places: [Int]) -> (load: [Double], starved: [Double?]) {
        var load = stages.map { $0.load(overall: false) }
        var starved = stages.map { $0.outputs.isEmpty ? $0.share(.starved) : nil }
        for place in places.reversed() {
            for output in stages[place].outputs {
                load[place] = max(load[place], load[output])
                starved[place] = starved[output].map { max($0, starved[place] ?? $0) } ?? starved[place]
            }
        }
        return (load, starved)
    }

    /// The source that is waited for: where the demand that passes down the stages is limited, so that one can tell, or where it has gone quiet.
    var awaitedSource: Int? {
        let sources = places.filter { stages[$0].inputs.isEmpty && stages[$0].meter.held == 0 }
        let quiet = sources.filter { isQuiet($0) }
        let slow = isMeasurable ? sources.filter { share(ofWaitingFor: $0) >= FlowJudge.leastSourceWait } : []
        return (quiet + slow).max { share(ofWaitingFor: $0) < share(ofWaitingFor: $1) }
    }

    /// The share of the window in which every stage below a source had asked for what it did not send.
    func share(ofWaitingFor source: Int) -> Double {
        let own = stages[source].isUnobserved ? 1 : stages[source].share(.starved)
        return min(own, 1 - below.load[source], below.starved[source] ?? own)
    }

    /// Whether a stage asks for limited numbers of values, so that the time between asking and getting tells something.
    private var isMeasurable: Bool {
        places.contains {
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
