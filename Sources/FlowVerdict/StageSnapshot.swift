import FlowModel
import FlowTrace

/// A stage at a moment, with its activity in the window and overall.
struct StageSnapshot {
    let meter: StageMeter
    let name: String
    /// Its name without a number: the label of its output, or else ``operatorName``.
    let ownName: String
    /// The name of its operator, or else of the edge above it.
    let operatorName: String
    let node: NodeFact?
    /// The stages above and below.
    let inputs: [Int]
    let outputs: [Int]
    /// The number of stages on the longest path from a source to it.
    let depth: Int
    /// The beginning of its window, and the moment, in nanoseconds.
    let start: UInt64
    let now: UInt64
    /// Its sums at the beginning of the window, and half way through.
    let before: StageMark
    let middle: StageMark
    /// Its sums without the silence at the end of its pipeline, in which no stage holds values or is busy.
    let judged: StageTotals
    /// Its outstanding demand; unlimited if unknown.
    let asked: Demand
    /// Whether its downstream has ended, so that it can send no more.
    let hasEnded: Bool
    /// The time since which it has been paused, as it reported.
    let pausedSince: TraceTime?
    /// The way in which a viewer holds or slows it, and the time since which one does; `nil` if none does.
    let hand: (state: HandState, since: TraceTime)?
    /// The store that supplies its values; `nil` if there is none, or it is unknown.
    var source: SourceStore?

    /// The longest wait of a value that left or is held, in nanoseconds; `nil` if it keeps none, or keeps them for later
    /// subscribers.
    var longestWait: UInt64? {
        guard meter.isStore, !meter.isReplay else { return nil }
        return max(meter.longestWait, meter.oldest.map { now - min(now, $0) } ?? 0)
    }

    /// The length of its window, in nanoseconds.
    var window: UInt64 { now - min(start, now) }

    var recent: StageTotals { meter.totals - before.totals }

    /// The sums to judge: of the whole run, or of the window.
    func totals(_ isOverall: Bool) -> StageTotals { isOverall ? judged : recent }

    /// The share of the judged time in a condition.
    func share(_ condition: StageCondition, overall: Bool = false) -> Double { share(condition, of: totals(overall)) }

    /// The share of a condition in some sums. If no time has passed, the share is 1 for the current condition, and 0 for others.
    func share(_ condition: StageCondition, of totals: StageTotals) -> Double {
        guard totals.live > 0 else { return meter.condition == condition ? 1 : 0 }
        switch condition {
        case .idle: return 0
        case .busy: return totals.share(of: totals.busy)
        case .starved: return totals.share(of: totals.starved)
        case .heldBack: return totals.share(of: totals.heldBack)
        }
    }

    /// The shares of the conditions in some sums, for display.
    ///
    /// While requested values wait for an executor, in the stage or in the store above it, the stage counts as held back, not as
    /// starved or busy.
    ///
    /// - Parameter store: The sums of the store right above it, of the same time; `nil` if there is none.
    func shares(of totals: StageTotals, below store: StageTotals?) -> StageShares {
        let (busy, starved) = (share(.busy, of: totals), share(.starved, of: totals))
        let own = waitsForExecutor ? totals.share(of: totals.due) : 0
        let above = store.map { totals.share(of: max(0, $0.due - totals.blocked)) } ?? 0
        let asking = min(starved, own + above)
        let working = min(busy, max(0, own - starved))
        return StageShares(
            busy: busy - working, starved: starved - asking, heldBack: share(.heldBack, of: totals) + asking + working)
    }

    /// Whether its requested values wait only for an executor.
    var waitsForExecutor: Bool {
        keepsForDemand || [.receiveOn, .timeout].contains(node?.operation)
    }

    /// The name of the lane that shows its values, with the label of its output: `AsyncStream "rows"`.
    var place: String { ownName == operatorName ? name : "\(operatorName) \"\(name)\"" }

    /// The number of its held values, exact or a lower bound.
    var held: HeldCount { HeldCount(meter.held, isLeast: meter.heldIsLowerBound) }

    /// The number of values held for current subscribers, not for later ones.
    var holds: Int { meter.isReplay ? 0 : meter.held }

    /// Whether none of its subscriptions is recorded, as for a source with only its sent values recorded.
    var isUnobserved: Bool { meter.inputs.ever == 0 && meter.outputs.ever == 0 }

    /// Whether the wait of its values grows while it passes values on: it is too slow for its input.
    ///
    /// An operator that delays every value by the same time also holds many values, but holds none longer than the one before.
    func isOutrun(overall: Bool) -> Bool {
        // The values of a group wait for its last one, not for the stage.
        guard inputs.count <= 1, meter.inputs.ever > 0, node?.operation.groupsValues != true else { return false }
        guard !overall else { return isLonger(than: meter.firstWait ?? .max, span: meter.totals.live) }
        let earlier = before.totals.left > 0 ? before : middle
        guard earlier.totals.left > 0, meter.totals.left > earlier.totals.left else { return false }
        return isLonger(than: earlier.wait, span: Double(window) * (before.totals.left > 0 ? 1 : 0.5))
    }

    /// Whether it is a store that gets more values than are taken from it: their wait grows, or it drops a tenth of them or more.
    func isOverrun(overall: Bool) -> Bool {
        let totals = totals(overall)
        let drops = totals.dropped >= 1 && totals.dropped >= totals.incoming / 10 && !limitsRate
        return meter.isStore && (drops || isOutrun(overall: overall))
    }

    private func isLonger(than wait: UInt64, span: Double) -> Bool {
        meter.lastWait > wait && Double(meter.lastWait - wait) >= 0.2 * span
    }

    /// Whether the number of its held values rose in both halves of the window.
    var isGrowing: Bool {
        let isKnown = !meter.heldIsLowerBound && !middle.heldIsLowerBound && !before.heldIsLowerBound
        return isKnown && meter.held >= 2 && meter.held > middle.held && middle.held > before.held
    }

    /// Whether it grew until the end of its program: for a time that is long enough for a rate, and with no drain begun.
    var hasGrownToEnd: Bool {
        guard isGrowing, window >= Flowing.shortestForRate else { return false }
        let hasPeaked = meter.peakTime >= now - window
        return !hasPeaked || meter.held * 10 >= meter.peak * 9
    }

    private var isFull: Bool { node?.capacity.map { meter.held >= $0 } ?? false }

    /// The share of its time in which it worked through a growing backlog.
    func backlog(overall: Bool) -> Double {
        let totals = overall ? meter.totals : recent
        return isOutrun(overall: overall) ? totals.share(of: totals.working) : 0
    }

    /// The average busy time for a value, in nanoseconds.
    func round(overall: Bool) -> Double { totals(overall).busy / max(1, totals(overall).incoming) }

    /// The share of its time in which it kept others waiting.
    ///
    /// While the store above it is empty, no value waits for a busy stage.
    func load(overall: Bool) -> Double {
        guard !isBlameless else { return 0 }
        let busy = min(share(.busy, overall: overall), waiting(overall: overall))
        return min(1, busy + backlog(overall: overall))
    }

    /// The share of its time in which values waited for it; all of it if no store above measures that.
    private func waiting(overall: Bool) -> Double {
        // Once everything above it has ended, values wait for it only in the stage itself.
        if meter.isStore, meter.inputs.live == 0, !keepsForDemand { return totals(overall).share(of: totals(overall).due) }
        if let source { return source.waiting(overall: overall) }
        // A stage that blocks its publisher keeps no other stage waiting.
        return meter.isMeasuredByCalls ? 0 : 1
    }

    /// Whether no value can wait for it: it forwards each value immediately, or limits the rate by dropping values.
    var isBlameless: Bool { node?.operation.recordsEach == true || limitsRate }

    /// Whether its purpose is to drop values.
    var limitsRate: Bool { node?.operation.limitsRate == true }

    /// Whether each of its values goes to only one of the stages below, as for the consumers of one stream.
    var isShared: Bool { node?.role == .buffer && node?.operation.isOneToOne == true && outputs.count > 1 }

    /// Whether values wait in it only while the stages below do not take them.
    private var keepsForDemand: Bool {
        guard let node, meter.isStore else { return false }
        return node.operation.keepsForDemand || outputs.count > 1 && isShared
    }

    /// The stages, each with the store that supplies its values.
    static func sourced(_ stages: [StageSnapshot]) -> [StageSnapshot] {
        stages.map { stage in
            var stage = stage
            stage.source = source(of: stage, among: stages)
            return stage
        }
    }

    /// The nearest store above a stage, or the subject at the top, through stages with a single input.
    private static func source(of stage: StageSnapshot, among stages: [StageSnapshot]) -> SourceStore? {
        var above = stage
        for _ in stages.indices {
            guard above.inputs.count == 1 else { return nil }
            above = stages[above.inputs[0]]
            // While a stage blocks, values wait in the stage above it.
            let isTaken = above.keepsForDemand || stage.meter.isMeasuredByCalls
            if above.meter.isStore { return isTaken ? SourceStore(above, isCalling: !above.keepsForDemand) : nil }
            if let subject = SourceStore(subject: above, above: stage) { return subject }
        }
        return nil
    }

    /// Its remaining demand, if it is filling and has room for all requested values.
    var prefetched: Int? {
        guard isGrowing, meter.inputs.live > 0, let capacity = node?.capacity, let count = asked.count else { return nil }
        return count <= capacity - meter.held ? count : nil
    }

    var forecast: Forecast? {
        guard isGrowing, !isFull, window > 0, prefetched == nil else { return nil }
        let growth = Double(meter.held - before.held) / Double(window) * 1e9
        let room = node?.capacity.map { Double($0 - meter.held) }
        return Forecast(growth: growth, fullIn: room.map { UInt64(saturating: $0 / growth * 1e9) })
    }
}

/// A store from the viewpoint of the stages that take its values.
struct SourceStore {
    /// Whether it is known to be empty. Only a stream of tasks, a shared store or a subject can be.
    let isEmpty: Bool
    /// Whether it is known to hold values.
    let holds: Bool
    private let recent: Double
    private let overall: Double

    /// - Parameter isCalling: Whether values also wait in it while they are requested, because it hands them over one by one.
    init(_ store: StageSnapshot, isCalling: Bool = false) {
        let isWhole = store.node?.operation.recordsEach == true || store.outputs.count > 1
        holds = store.meter.held > 0
        isEmpty = isWhole && store.meter.held == 0 && !store.meter.heldIsLowerBound
        func share(_ totals: StageTotals) -> Double {
            if store.meter.heldIsLowerBound { return 1 }
            return totals.share(of: isCalling ? totals.holding : totals.backed)
        }
        (recent, overall) = (share(store.recent), share(store.judged))
    }

    /// A subject whose losses are recorded. It keeps nothing, so no value waits for a stage below unless values are lost for lack
    /// of demand.
    init?(subject: StageSnapshot, above stage: StageSnapshot) {
        guard subject.node?.operation == .passthroughSubject, subject.meter.isSource, subject.outputs.count == 1 else {
            return nil
        }
        let losses = subject.meter.drops.filter { $0.reason == .noDemand }
        holds = false
        isEmpty = losses.allSatisfy { $0.last < stage.meter.conditionSince }
        recent = losses.contains { $0.last >= subject.start } ? 1 : 0
        overall = losses.isEmpty ? 0 : 1
    }

    /// The share of the window, or of the whole run, in which values waited in it.
    func waiting(overall: Bool) -> Double { overall ? self.overall : recent }
}
