import FlowModel
import FlowTrace

/// The measurements of one stage for verdicts. A stage is a node, or the subscriber below an edge with an unknown node.
struct StageMeter: Sendable {
    /// Its node; `nil` if unknown.
    let node: NodeID?
    /// The edge that names it if its node is unknown.
    let edge: EdgeID

    private(set) var totals = StageTotals()
    private(set) var condition = StageCondition.idle
    /// The time since which it has been in its condition.
    private(set) var conditionSince: UInt64 = 0
    /// Whether its current busy time counts as a rest: it has no demand, or it is a sink in a call. An operator's calls do not
    /// count.
    private var countsAsRest = false
    private(set) var since: UInt64 = 0
    /// The last time at which a value passed it or left it, or it was busy.
    private(set) var activeUntil: UInt64 = 0
    /// Its condition before it became idle, with the start and the end of that condition.
    private var last: (condition: StageCondition, since: UInt64, until: UInt64)?
    private(set) var began: UInt64?
    private(set) var window = TotalsWindow(begin: 0)
    private(set) var isWorking = false

    /// Subscriptions above it, except those of ``inner``.
    var inputs = EdgeWeight()
    /// Subscriptions below it.
    var outputs = EdgeWeight()
    /// Live subscriptions to publishers that it made from values.
    var inner = 0
    /// The number of subscriptions above it at which a viewer now holds or slows it, and the number of times that one began to.
    var hands = 0
    var holds = 0
    /// The wait of the last departed value, in nanoseconds.
    private(set) var lastWait: UInt64 = 0
    /// The wait of the first departed value, in nanoseconds.
    private(set) var firstWait: UInt64?
    private var entered = ArrivalTimes()
    var peak = 0
    /// The time of its first peak of that height.
    private(set) var peakTime: UInt64 = 0
    /// The longest wait of a departed value, in nanoseconds.
    private(set) var longestWait: UInt64 = 0
    /// The number of held values that arrived before its first subscription. They leave first.
    private(set) var early = 0
    /// The maximum number of such values that it has held.
    private(set) var burst = 0
    /// The number of calls that deliver a value to it and have neither returned nor passed the value on, if the ends of calls are
    /// recorded.
    private(set) var calls = 0
    /// The number and the total duration of finished calls.
    private(set) var callTotals = (count: 0, time: 0.0)
    /// The number of its stores with unknown contents.
    private var unknownStores = 0
    /// The total wait and the number of departures when its buffer became known; the mean wait leaves them out.
    private var unknownWaits = (waited: 0.0, left: 0.0)
    var isStore = false
    var isSource = false
    /// Whether it accepts values without a subscriber.
    var isStream = false
    /// Whether it holds values for later subscribers.
    var isReplay = false
    /// The edges out of it.
    var readers: [Int] = []
    /// The outcomes of the earlier streams in its place.
    var lives = StreamLives()
    /// The counts of the earlier streams in its place, or below such streams.
    private(set) var past = PastCounts()
    /// For a channel, the stages that send to it: they wait while it holds their values.
    var producers: [Int] = []
    /// Whether its values wait in a channel, so that it cannot continue.
    var isBlocked = false
    /// The number of streams in which its own sends or writes wait: it is a loop that feeds them.
    var openSends = 0
    /// The stages that feed it according to causes, if no edge does.
    var feeders: [Int] = []
    var drops: [DropTally] = []
    /// Values that it received, including values from before it was known; while its upstream is unknown, values that it sent.
    private(set) var values = 0
    /// The number of values that a source has sent, each counted once for all its subscribers.
    private var sends = 0
    /// The time at which the last value entered or left.
    var lastValue: UInt64?
    /// The running mean of the time between values, in nanoseconds.
    private(set) var meanGap = 0.0
    /// The running mean of its rests while its downstream had demand, in nanoseconds; 0 before its first new request.
    private(set) var meanRest = 0.0
    /// The beginning of the first time of at least a second in which it was busy, and requested nothing.
    private(set) var firstStop: UInt64?
    /// The number of requests after a time without demand.
    private(set) var rests = 0
    /// The time between the last two values at different times, in nanoseconds; 0 before there are two.
    private(set) var lastGap: UInt64 = 0

    init(node: NodeID?, edge: EdgeID) {
        self.node = node
        self.edge = edge
    }

    /// Starts over, for a stream that takes the place of an ended one.
    mutating func beginLife(at time: UInt64) {
        settle(to: time)
        var next = StageMeter(node: node, edge: edge)
        (next.inputs, next.outputs, next.inner) = (inputs, outputs, inner)
        (next.isStore, next.isSource, next.isReplay, next.isStream) = (isStore, isSource, isReplay, isStream)
        (next.readers, next.lives, next.past) = (readers, lives, past)
        (next.producers, next.isBlocked, next.feeders) = (producers, isBlocked, feeders)
        (next.openSends, next.hands, next.holds) = (openSends, hands, holds)
        (next.entered, next.unknownStores, next.calls) = (entered, unknownStores, calls)
        next.past.add(self)
        next.settle(to: time)
        next.conclude()
        self = next
    }

    /// Counts the time up to `time`; called before every change.
    mutating func settle(to time: UInt64) {
        guard let began else {
            self.began = time
            since = time
            window = TotalsWindow(begin: time)
            return
        }
        guard time > since, time >= began else { return }
        if let boundary = window.boundary, boundary <= time {
            if window.isStale(at: time) {
                let start = time - TotalsWindow.length - 1_000_000_000
                count(to: max(start, since))
                window.restart(at: since, present)
            }
            while let boundary = window.boundary, boundary <= time {
                count(to: boundary)
                window.mark(present)
            }
        }
        count(to: time)
    }

    /// Its current sums.
    var present: StageMark { StageMark(totals: totals, held: held, heldIsLowerBound: heldIsLowerBound, wait: lastWait) }

    private mutating func count(to time: UInt64) {
        guard time > since else { return }
        let elapsed = Double(time - since)
        since = time
        guard hands == 0 else {
            totals.handed += elapsed
            return
        }
        totals.waited += elapsed * Double(held)
        switch condition {
        case .idle: break
        case .busy:
            totals.busy += elapsed
            if isBlocking { totals.blocked += elapsed }
            if openSends > 0 { totals.sending += elapsed }
        case .starved: totals.starved += elapsed
        case .heldBack:
            totals.heldBack += elapsed
            if held > early { totals.backed += elapsed }
        }
        if held > 0 { totals.holding += elapsed }
        if held > early, isWanted, outputs.ever > 0 { totals.due += elapsed }
        if isLive { totals.live += elapsed }
        if isWorking { totals.working += elapsed }
        if outputs.open > 0, outputs.unlimited == 0 { totals.limited += elapsed }
    }

    /// Whether its work is measured by its calls: it has demand left for most of its busy time.
    var isMeasuredByCalls: Bool { totals.blocked > 0 && 2 * totals.blocked >= totals.busy }

    /// Whether it is in a call with a value that it has not passed on.
    var isInCall: Bool { calls > 0 }

    /// Whether it is in such a call and has demand left. Then the call, not a lack of demand, keeps further values away.
    var isBlocking: Bool { isInCall && inputs.open > 0 }

    /// Records the start of a call that delivers a value to it.
    mutating func enterCall() {
        calls += 1
        conclude()
    }

    /// Records the end of such a call, after settling to that time.
    ///
    /// - Parameter duration: The duration in nanoseconds; `nil` if the call delivered the value to another stage.
    mutating func leaveCall(after duration: UInt64?) {
        calls = max(0, calls - 1)
        defer { conclude() }
        guard let duration else { return }
        callTotals = (callTotals.count + 1, callTotals.time + Double(duration))
    }

    /// Its sums without the silence that preceded its end.
    ///
    /// - Parameter time: The beginning of the silence, in which it held nothing and was not busy.
    func totals(before time: UInt64) -> StageTotals {
        guard condition == .idle, let last, last.until > time else { return totals }
        let silence = Double(last.until - max(time, last.since))
        var judged = totals
        judged.live -= silence
        switch last.condition {
        case .idle, .busy: break
        case .starved: judged.starved -= silence
        case .heldBack: judged.heldBack -= silence
        }
        return judged
    }

    /// Counts the time in which a value passed through it as work instead of waiting.
    mutating func processed(from start: UInt64, to time: UInt64) {
        guard condition == .starved, time > since else { return settle(to: time) }
        settle(to: max(start, since))
        condition = .busy
        settle(to: time)
        condition = .starved
    }

    /// Derives its condition from the demand above and below; called after every change.
    mutating func conclude() {
        let next = concluded
        if next == .busy, !isBlocking || outputs.ever == 0 { countsAsRest = true }
        if next != condition { change(to: next) }
        isWorking = held > 0 && isWanted && inputs.open > 0
    }

    private mutating func change(to next: StageCondition) {
        if condition == .busy, since > conditionSince, countsAsRest {
            meanRest += (Double(since - conditionSince) - meanRest) / (meanRest == 0 ? 1 : 8)
            rests += 1
        }
        if condition == .busy { activeUntil = since }
        firstStop = firstStop ?? stop
        if next == .idle { last = (condition, conditionSince, since) }
        countsAsRest = next == .busy && countsAsRest
        (condition, conditionSince) = (next, since)
    }

    /// The beginning of its current time without requests, if that has lasted for a second; `nil` otherwise.
    private var stop: UInt64? {
        condition == .busy && countsAsRest && since - conditionSince >= StageMeter.longStop ? conditionSince : nil
    }

    /// The time without requests that counts as a stop, in nanoseconds.
    private static let longStop: UInt64 = 1_000_000_000

    /// The beginning of the first stop, the present one included.
    var stopped: UInt64? { firstStop ?? stop }

    /// Whether its upstream is unknown, although it is not a source.
    var isUnfed: Bool { inputs.ever == 0 && !isSource && !isStore }

    /// Whether it is subscribed.
    var isLive: Bool { inputs.live > 0 || outputs.live > 0 || held > 0 || inner > 0 }

    /// Whether there is demand for its values. A sink always has its own demand; a stream without a reader has none.
    var isWanted: Bool { outputs.ever == 0 ? inputs.ever > 0 && !isStream : outputs.open > 0 }

    @inline(__always)
    private var concluded: StageCondition {
        guard isLive, outputs.ever == 0 || outputs.live > 0 else { return .idle }
        if isBlocked { return .heldBack }
        if isInCall { return .busy }
        if isWanted {
            guard inputs.ever > 0 else { return held > 0 && !isReplay ? .busy : .starved }
            if inputs.live == 0 { return held > 0 || inner > 0 ? .busy : .idle }
            return inputs.open > 0 ? .starved : .busy
        }
        if held > 0 { return .heldBack }
        guard inputs.ever > 0 else { return isStore ? .idle : .heldBack }
        return inputs.live > 0 && inputs.open == 0 ? .heldBack : .idle
    }

    mutating func came() {
        totals.incoming += 1
        values += 1
    }

    mutating func went(to edge: inout EdgeMeter) {
        guard isFirst(&edge) else { return }
        totals.outgoing += 1
        if isUnfed { values += 1 }
    }

    /// Counts a sent value that was lost on an edge.
    mutating func lost(on edge: inout EdgeMeter) {
        if isFirst(&edge), isUnfed { values += 1 }
    }

    /// Whether a value leaves for the first time. A source sends each value to all its subscribers, but the value counts once.
    private mutating func isFirst(_ edge: inout EdgeMeter) -> Bool {
        guard inputs.ever == 0, !isStore else { return true }
        defer { edge.lastSend = sends }
        guard edge.lastSend == sends else { return false }
        sends += 1
        return true
    }

    /// Adds a subscriber. Its next value is one that the source has not sent yet.
    func join(_ edge: inout EdgeMeter) { edge.lastSend = sends }

    /// Merges the input counts of another meter that proved to measure the same stage. Both have been settled to the same time.
    ///
    /// - Parameter isFurther: Whether the other meter counted further values. If not, both may have counted the same values.
    mutating func adoptValues(of other: StageMeter, isFurther: Bool = false) {
        values = isFurther ? values + other.values : max(values, other.values)
        totals.incoming = isFurther ? totals.incoming + other.totals.incoming : max(totals.incoming, other.totals.incoming)
        window.adoptIncoming(of: other.window, isFurther: isFurther)
    }

    /// Records that a value has entered, or has left a source.
    mutating func progressed(at time: UInt64) {
        if let lastValue, time > lastValue {
            lastGap = time - lastValue
            meanGap += (Double(lastGap) - meanGap) / (meanGap == 0 ? 1 : 8)
        }
        lastValue = time
        activeUntil = max(activeUntil, time)
    }

    var held: Int { entered.count }

    /// The arrival time of its oldest held value; `nil` if it holds none.
    var oldest: UInt64? { entered.first }

    /// The sequence number of the last kept value.
    private(set) var lastKept = 0

    /// - Parameter sequence: The sequence number of the event.
    mutating func hold(since time: UInt64, as sequence: Int = 0) {
        lastKept = sequence
        entered.append(time)
        if held > peak { (peak, peakTime) = (held, time) }
        guard isStream, outputs.ever == 0, early == held - 1 else { return }
        early = held
        burst = max(burst, early)
    }

    /// Whether it may hold more than ``held``, because records are missing.
    var heldIsLowerBound: Bool { unknownStores > 0 }

    /// Records that the buffer of one of its stores became known, or unknown.
    mutating func knowHeld(_ isKnown: Bool) {
        unknownStores += isKnown ? -1 : 1
        if isKnown { unknownWaits = (totals.waited, totals.left) }
    }

    /// The mean wait of a value in nanoseconds, since its buffer became known; `nil` if it is unknown, or has no store.
    var meanWait: UInt64? {
        let count = totals.left - unknownWaits.left + Double(held)
        guard isStore, !heldIsLowerBound, count > 0 else { return nil }
        return UInt64(saturating: (totals.waited - unknownWaits.waited) / count)
    }

    /// Removes the oldest value; its departure time and destination are unknown.
    mutating func forget() {
        _ = entered.removeFirst()
        activeUntil = since
        early = max(0, early - 1)
    }

    /// Removes the oldest value. In nearly all stores, it leaves first.
    mutating func release(at time: UInt64) {
        guard let since = entered.removeFirst() else { return }
        activeUntil = time
        early = max(0, early - 1)
        lastWait = time - min(time, since)
        firstWait = firstWait ?? lastWait
        longestWait = max(longestWait, lastWait)
        totals.left += 1
    }

    mutating func drop(_ entry: TraceEntry, because reason: DropReason, in log: TraceLog) {
        let index = drops.firstIndex { $0.reason == reason } ?? drops.count
        if index == drops.count { drops.append(DropTally(reason)) }
        drops[index].add(entry, in: log)
        if drops[index].isLoss { totals.dropped += 1 }
    }

    /// Retracts the last loss for a reason.
    mutating func regain(_ reason: DropReason) {
        guard let index = drops.firstIndex(where: { $0.reason == reason }) else { return }
        drops[index].removeLast()
        if drops[index].count == 0 { drops.remove(at: index) }
    }
}

/// The counts of a stage before its current life.
struct PastCounts: Sendable {
    private(set) var values = 0
    private(set) var dropped = DropCounts()
    private(set) var times = StageTotals()
    /// The maximum number of values that one of them held, and the longest wait of a value in one, in nanoseconds.
    private(set) var peak = 0
    private(set) var longestWait: UInt64 = 0

    mutating func add(_ stage: StageMeter) {
        values += stage.values
        (peak, longestWait) = (max(peak, stage.peak), max(longestWait, stage.longestWait))
        for drop in stage.drops { dropped[drop.reason] += drop.count }
        times = times - (StageTotals() - stage.totals)
    }
}

/// The values lost at a stage for one reason.
struct DropTally: Sendable {
    /// The maximum number of texts of values.
    static let limit = 16

    let reason: DropReason
    private(set) var count = 0
    /// The texts of the first values.
    private(set) var values: [String] = []
    private(set) var first: UInt64 = 0
    private(set) var last: UInt64 = 0

    /// Whether values were lost for lack of demand or room, rather than by a stream's end or an operator's choice.
    var isLoss: Bool {
        switch reason {
        case .noDemand, .noSubscriber, .overflowOldest, .overflowNewest: true
        case .error, .cancelled, .superseded, .ended: false
        }
    }

    /// The mean time between two losses, in nanoseconds; 0 before there are two.
    var meanGap: Double { count > 1 ? Double(last - first) / Double(count - 1) : 0 }

    init(_ reason: DropReason) { self.reason = reason }

    mutating func add(_ entry: TraceEntry, in log: TraceLog) {
        if count == 0 { first = entry.event.time }
        count += 1
        last = entry.event.time
        guard count <= DropTally.limit else { return }
        values.append(log.value(of: entry)?.description ?? StreamModel.undescribed)
    }

    mutating func removeLast() {
        if count <= DropTally.limit { values.removeLast() }
        count -= 1
    }
}
