import FlowTrace

/// What the verdict keeps of one stage: a node between its inputs and its outputs, or what stands below an edge that leads to no known one.
struct StageMeter: Sendable {
    /// Its node, `nil` where that is not known.
    let node: NodeID?
    /// An edge of it, after which it is called where its node is not known.
    let edge: EdgeID

    private(set) var totals = StageTotals()
    private(set) var condition = StageCondition.idle
    private(set) var since: UInt64 = 0
    private(set) var began: UInt64?
    private(set) var window = TotalsWindow(begin: 0)
    private(set) var isWorking = false

    /// Subscriptions above it, but for those of ``inner``.
    var inputs = EdgeWeight()
    /// Subscriptions below it.
    var outputs = EdgeWeight()
    /// Live subscriptions to publishers that it made of its values.
    var inner = 0
    /// How long the last value that left had waited, in nanoseconds.
    private(set) var lastWait: UInt64 = 0
    /// How long the first had.
    private(set) var firstWait: UInt64?
    private var entered = WaitingLine()
    var peak = 0
    var isStore = false
    var isSource = false
    /// Whether what it holds is kept for subscribers that come later.
    var isReplay = false
    /// The stages that feed it as causes tell, where no edge does.
    var feeders: [Int] = []
    var drops: [DropTally] = []
    /// When the last value came in or went out.
    var lastValue: UInt64?
    /// The running mean of the time between two of its values, in nanoseconds.
    private(set) var meanGap = 0.0

    init(node: NodeID?, edge: EdgeID) {
        self.node = node
        self.edge = edge
    }

    /// Counts the time up to now, before something changes.
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
                window.restart(at: since, StageMark(totals: totals, held: held, wait: lastWait))
            }
            while let boundary = window.boundary, boundary <= time {
                count(to: boundary)
                window.mark(StageMark(totals: totals, held: held, wait: lastWait))
            }
        }
        count(to: time)
    }

    private mutating func count(to time: UInt64) {
        guard time > since else { return }
        let elapsed = Double(time - since)
        since = time
        totals.waited += elapsed * Double(held)
        switch condition {
        case .idle: break
        case .busy: totals.busy += elapsed
        case .starved: totals.starved += elapsed
        case .heldBack:
            totals.heldBack += elapsed
            if held > 0 { totals.backed += elapsed }
        }
        if isLive { totals.live += elapsed }
        if isWorking { totals.working += elapsed }
        if outputs.open > 0, outputs.unlimited == 0 { totals.limited += elapsed }
    }

    /// Counts the time in which a value was being passed on as work, as far as it counted as waiting.
    mutating func processed(from start: UInt64, to time: UInt64) {
        guard condition == .starved, time > since else { return settle(to: time) }
        settle(to: max(start, since))
        condition = .busy
        settle(to: time)
        condition = .starved
    }

    /// Concludes what it is doing from the demand above and below; called after every change.
    mutating func conclude() {
        condition = concluded
        isWorking = held > 0 && isWanted && inputs.open > 0
    }

    /// Whether it is no source, and nothing is seen of what feeds it.
    var isUnfed: Bool {
        inputs.ever == 0 && !isSource && !isStore
    }

    /// Whether it is subscribed.
    var isLive: Bool {
        inputs.live > 0 || outputs.live > 0 || held > 0 || inner > 0
    }

    /// Whether a value is wanted of it. A sink wants its own.
    var isWanted: Bool {
        outputs.ever == 0 ? inputs.ever > 0 : outputs.open > 0
    }

    private var concluded: StageCondition {
        guard isLive, outputs.ever == 0 || outputs.live > 0 else { return .idle }
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
    }

    mutating func went() {
        totals.outgoing += 1
    }

    /// A value came in, or went out of a source.
    mutating func progressed(at time: UInt64) {
        if let lastValue, time > lastValue {
            meanGap += (Double(time - lastValue) - meanGap) / (meanGap == 0 ? 1 : 8)
        }
        lastValue = time
    }

    /// How many values it holds.
    var held: Int {
        entered.count
    }

    mutating func hold(since time: UInt64) {
        entered.append(time)
        peak = max(peak, held)
    }

    /// A value leaves; the oldest, as nearly all stores have it.
    mutating func release(at time: UInt64) {
        guard let since = entered.removeFirst() else { return }
        lastWait = time - min(time, since)
        firstWait = firstWait ?? lastWait
        totals.left += 1
    }

    mutating func drop(_ entry: TraceEntry, in log: TraceLog) {
        guard let reason = entry.event.dropReason else { return }
        let place = drops.firstIndex { $0.reason == reason } ?? drops.count
        if place == drops.count { drops.append(DropTally(reason)) }
        drops[place].add(entry, in: log)
        if drops[place].isLoss { totals.dropped += 1 }
    }
}
