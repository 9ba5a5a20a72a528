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
    /// Those of the pipeline.
    let places: [Int]

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

    /// The share of time in which a stage and everything above it waited for the source.
    func wait(at stage: Int, overall: Bool) -> Double {
        var known: [Int: Double] = [:]
        return wait(at: stage, overall: overall, &known)
    }

    private func wait(at stage: Int, overall: Bool, _ known: inout [Int: Double]) -> Double {
        if let wait = known[stage] { return wait }
        known[stage] = 0
        let view = stages[stage]
        let own = view.isUnobserved ? 1 : max(0, view.share(.starved, overall: overall) - view.backlog(overall: overall))
        let above = view.inputs.map { wait(at: $0, overall: overall, &known) }.max() ?? 1
        known[stage] = min(own, above)
        return min(own, above)
    }

    /// The source that is waited for: where the demand that passes down the stages is limited, so that one can tell, or where it has gone quiet.
    var awaitedSource: Int? {
        let sources = places.filter { stages[$0].inputs.isEmpty && stages[$0].meter.held == 0 }
        let quiet = sources.filter { isQuiet($0) }
        let slow = sources.filter { isMeasurable && share(ofWaitingFor: $0) >= FlowJudge.leastSourceWait }
        return (quiet + slow).max { share(ofWaitingFor: $0) < share(ofWaitingFor: $1) }
    }

    /// The share of the window in which every stage below a source had asked for what it did not send.
    func share(ofWaitingFor source: Int) -> Double {
        let own = stages[source].isUnobserved ? 1 : stages[source].share(.starved)
        let below = places.filter { stages[$0].outputs.isEmpty && isBelow(source, $0) }
        return min(
            own, 1 - (places.filter { isBelow(source, $0) }.map { stages[$0].load(overall: false) }.max() ?? 0),
            below.map { stages[$0].share(.starved) }.max() ?? own)
    }

    private func isBelow(_ source: Int, _ stage: Int) -> Bool {
        var seen: Set<Int> = [stage]
        var next = [stage]
        while let place = next.popLast() {
            if place == source { return true }
            for above in stages[place].inputs where seen.insert(above).inserted { next.append(above) }
        }
        return false
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
