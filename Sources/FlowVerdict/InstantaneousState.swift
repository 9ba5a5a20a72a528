import FlowModel
import FlowTrace

/// The state of the stages of a pipeline at a moment: which hold values, have no demand or are paused, and which source is
/// overdue.
///
/// The verdict considers this state first, and the shares of the window second.
struct InstantaneousState {
    /// The wait of a value after which its consumer counts as holding others back, in nanoseconds.
    private static let waitThreshold: UInt64 = 250_000_000
    /// The time without demand after which a stage counts as holding others back, regardless of its usual rests, in nanoseconds.
    private static let restThreshold: UInt64 = 1_000_000_000
    /// The minimum duration of a rest that can count as longer than usual, in nanoseconds.
    private static let unusualRestThreshold: UInt64 = 400_000_000

    /// A round is stuck from this multiple of the usual duration on, and a duration is usual after this number of rounds.
    private static let (stuckFactor, minimumRests) = (20.0, 3)

    private let stages: [StageSnapshot]
    private let order: [Int]
    /// For each stage with waiting values, the stages that hold them, sources first.
    private let waiting: [Int: [Int]]

    /// - Complexity: O(stages + connections).
    init(stages: [StageSnapshot], order: [Int]) {
        (self.stages, self.order) = (stages, order)
        waiting = InstantaneousState.waiting(stages, order)
    }

    // MARK: Holding others back

    /// The stage that holds others back now: a paused stage, or else one for which values wait, or else one that has long had no
    /// demand or been in a call. Of several such stages, the lowest.
    var culprit: Int? {
        let paused = order.last { stages[$0].pausedSince != nil && withholdsDemand($0) }
        return paused ?? order.last { isAwaited($0) } ?? order.last { (withholdsDemand($0) || isBlocking($0)) && restsLong($0) }
    }

    /// Whether a stage is paused.
    var isPaused: Bool { culprit.map { stages[$0].pausedSince != nil } == true }

    /// Whether a stage keeps others waiting now: it has no demand, works through its buffer, or values wait for it.
    func isActive(_ stage: Int) -> Bool {
        let (view, meter) = (stages[stage], stages[stage].meter)
        let worksOff = meter.condition == .starved && meter.held > 0 && !view.isBlameless
        return meter.condition == .busy && !isUnawaited(stage) || worksOff || waiting[stage] != nil
    }

    /// Whether a stage has been in its condition only for an instant, for example between two values.
    func isFresh(_ stage: Int) -> Bool { rest(of: stage) < InstantaneousState.waitThreshold }

    /// Whether values have waited for a stage for more than an instant. If its demand is recorded, the stage must also have been
    /// in its condition for that long, or have held others back in the window.
    private func isAwaited(_ stage: Int) -> Bool {
        guard let stores = waiting[stage], stores.contains(where: { rest(ofOldestIn: $0) >= InstantaneousState.waitThreshold })
        else {
            return false
        }
        let isUnseen = stages[stage].meter.inputs.ever == 0
        return isUnseen || !isFresh(stage) || stages[stage].load(overall: false) >= BottleneckFinder.leastLoad
    }

    /// Whether a stage requests nothing, although its source could send more.
    private func withholdsDemand(_ stage: Int) -> Bool {
        let meter = stages[stage].meter
        return meter.condition == .busy && meter.inputs.live > 0 && !meter.isBlocking && !isUnawaited(stage)
    }

    /// Whether a stage is in a call while values wait in the store above it.
    private func isBlocking(_ stage: Int) -> Bool { stages[stage].meter.isBlocking && stages[stage].source?.holds == true }

    /// Whether no value waits for a stage: the store above it is empty, or the stage never keeps values waiting.
    private func isUnawaited(_ stage: Int) -> Bool {
        stages[stage].source?.isEmpty == true && stages[stage].pausedSince == nil || stages[stage].isBlameless
    }

    private func restsLong(_ stage: Int) -> Bool { rest(of: stage) >= InstantaneousState.restThreshold || restsUnusually(stage) }

    private func restsUnusually(_ stage: Int) -> Bool {
        let (rest, usual) = (rest(of: stage), stages[stage].meter.meanRest)
        return rest >= InstantaneousState.unusualRestThreshold && usual > 0 && Double(rest) >= 1.5 * usual
    }

    /// The lowest stage that has been without demand for far longer than usual: it has stopped.
    var stopped: Int? { order.last { withholdsDemand($0) && restsUnusually($0) } }

    /// The time for which a stage has been in its condition.
    private func rest(of stage: Int) -> UInt64 { stages[stage].now - min(stages[stage].now, stages[stage].meter.conditionSince) }

    private func rest(ofOldestIn stage: Int) -> UInt64 {
        stages[stage].meter.oldest.map { stages[stage].now - min($0, stages[stage].now) } ?? 0
    }

    /// The current state of a stage that holds others back.
    func hold(at stage: Int) -> SlowStage.Present {
        let view = stages[stage]
        // Of equally full stores, the lowest comes first.
        let stores = (waiting[stage] ?? []).reversed().sorted { stages[$0].meter.held > stages[$1].meter.held }
        return SlowStage.Present(
            pausedSince: withholdsDemand(stage) ? view.pausedSince : nil,
            waiting: stores.map { .init(stage: stages[$0].place, count: stages[$0].held) },
            rest: withholdsDemand(stage) ? rest(of: stage) : nil,
            asked: view.meter.condition == .starved && view.meter.held == 0 ? rest(of: stage) : nil,
            usualRest: isStuck(stage) ? UInt64(view.meter.meanRest) : nil,
            held: view.held)
    }

    /// Whether a consumer of single values has worked on the current one for far longer than on earlier ones.
    private func isStuck(_ stage: Int) -> Bool {
        let meter = stages[stage].meter
        return withholdsDemand(stage) && stages[stage].outputs.isEmpty && meter.rests >= InstantaneousState.minimumRests
            && rest(of: stage) >= InstantaneousState.restThreshold
            && Double(rest(of: stage)) >= InstantaneousState.stuckFactor * meter.meanRest
    }

    /// The stages whose values wait for demand, by the stage below that requests none or whose demand is not recorded.
    private static func waiting(_ stages: [StageSnapshot], _ order: [Int]) -> [Int: [Int]] {
        let stores = order.filter { stages[$0].meter.condition == .heldBack && stages[$0].holds > 0 }
        guard !stores.isEmpty else { return [:] }
        var takers: [Int?] = Array(repeating: nil, count: stages.count)
        for stage in order.reversed() {
            let below = stages[stage].outputs.lazy.compactMap { below -> Int? in
                let meter = stages[below].meter
                if meter.condition == .busy || (meter.condition == .starved && meter.inputs.ever == 0) { return below }
                return meter.condition == .heldBack ? takers[below] : nil
            }
            // Of several stages that take its values in turn, the slowest.
            let isShared = stages[stage].isShared
            takers[stage] =
                isShared ? below.max { stages[$0].round(overall: false) < stages[$1].round(overall: false) } : below.first
        }
        return stores.reduce(into: [:]) { waiting, store in
            if let taker = takers[store] { waiting[taker, default: []].append(store) }
        }
    }

    // MARK: Values on their way

    /// The stages that hold values, sources first.
    var holdings: [Verdict.Holding] {
        order.filter { stages[$0].meter.held > 0 }.map { .init(stage: stages[$0].place, count: stages[$0].held) }
    }

    /// Whether values wait for demand.
    var isHoldingBack: Bool { !waiting.isEmpty }

    // MARK: Overdue sources

    /// Whether a source with demand has sent nothing for longer than usual.
    ///
    /// - Parameter isKnown: Whether the source is known to be slow. If not, it must have been silent for far longer.
    func isOverdue(_ source: Int, isKnown: Bool) -> Bool {
        let view = stages[source]
        guard view.isUnobserved || view.meter.condition == .starved else { return false }
        guard view.meter.lastValue != nil else { return !view.isUnobserved && view.meter.outputs.open > 0 }
        let (gap, usual) = (Double(self.gap(of: source) ?? 0), view.meter.meanGap)
        // After two values in quick succession, the last gap says little.
        guard gap >= 1.5 * max(Double(view.meter.lastGap), usual) else { return false }
        return isKnown && usual > 0 || gap >= max(Double(InstantaneousState.restThreshold), 4 * usual)
    }

    /// The time for which a source with demand has sent nothing, in nanoseconds; `nil` if it has never sent anything.
    func gap(of source: Int) -> UInt64? {
        let view = stages[source]
        guard let last = view.meter.lastValue else { return nil }
        let since = view.isUnobserved ? last : max(last, view.meter.conditionSince)
        return view.now - min(since, view.now)
    }

    /// Whether a source may send at any time: it has demand, or its demand is not recorded.
    func isAsked(_ source: Int) -> Bool {
        let view = stages[source]
        return view.meter.condition == .starved || view.isUnobserved && view.outputs.contains { stages[$0].meter.isLive }
    }
}
