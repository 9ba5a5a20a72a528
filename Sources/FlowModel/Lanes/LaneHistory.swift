import FlowTrace

/// All that has happened on one lane; grows at its end only, so that any past moment can be asked.
///
/// Every question takes the sequence number up to which events count, so the present and the past are answered alike.
public struct LaneHistory: Sendable {
    /// What the lane is called and shows.
    public let spec: LaneSpec
    /// Its events, in order.
    public private(set) var marks: [Mark] = []
    /// How many of the first marks stand each for all events since the one before, and since when the first does.
    let coarse: (count: Int, start: TraceTime)
    /// The stays in its buffer, by entry. Empty on other lanes.
    public private(set) var items: [HeldItem] = []
    /// The most values held at once, by sequence of the event that made it so.
    private var peaks: [(sequence: Int, time: TraceTime, held: Int)] = []
    private var queue: HeldQueue
    /// The place of the item whose stay ended last.
    private var lastEnded = -1

    /// Creates a lane that goes on from where `base` ends.
    init(spec: LaneSpec, base: LaneBase = LaneBase()) {
        self.spec = spec
        marks = base.marks
        coarse = (base.marks.count, base.start)
        items = base.held.map { HeldItem(entered: $0.entered, enteredAt: $0.time) }
        queue = HeldQueue(base.held)
        if base.peak.held > 0 { peaks = [(0, base.peak.at, base.peak.held)] }
    }

    // MARK: Folding

    mutating func fold(_ entry: TraceEntry, value: TraceValue?) {
        guard !spec.isShared || !entry.kind.isTerminal else { return }
        var totals = marks.last?.totals ?? EdgeAccount()
        let left = spec.role == .buffer ? queue.take(entry, value: value) : nil
        if let left { end(left, by: entry) }
        totals.fold(entry.kind, demand: entry.event.demand, fromStore: left != nil)
        marks.append(Mark(sequence: entry.sequence, time: entry.time, kind: entry.kind, totals: totals))
        if entry.kind == .buffered { enter(entry, held: totals.held) }
    }

    private mutating func enter(_ entry: TraceEntry, held: Int) {
        items.append(HeldItem(entered: entry.sequence, enteredAt: entry.time))
        if held > peaks.last?.held ?? 0 { peaks.append((entry.sequence, entry.time, held)) }
    }

    /// Ends the stay of a value that an event took out.
    private mutating func end(_ stay: HeldQueue.Item, by entry: TraceEntry) {
        let item = place(of: stay)
        lastEnded = item
        items[item].left = entry.sequence
        items[item].leftAt = entry.time
        items[item].exit = entry.kind == .dropped ? .dropped : .unbuffered
    }

    /// Where a stay is among the items: mostly next to the one that ended last.
    private func place(of stay: HeldQueue.Item) -> Int {
        let next = lastEnded + 1
        if next < items.count, items[next].entered == stay.entered { return next }
        return items.partitioningIndex { $0.entered >= stay.entered }
    }

    // MARK: Asking

    /// The last event up to `sequence`.
    public func lastMark(upTo sequence: Int) -> Mark? {
        let count = countOfMarks(upTo: sequence)
        return count > 0 ? marks[count - 1] : nil
    }

    /// How many of the lane's events have happened up to `sequence`.
    ///
    /// - Complexity: O(log *n*).
    public func countOfMarks(upTo sequence: Int) -> Int {
        marks.partitioningIndex { $0.sequence > sequence }
    }

    /// The counters after the event `sequence`.
    public func totals(upTo sequence: Int) -> EdgeAccount {
        lastMark(upTo: sequence)?.totals ?? EdgeAccount()
    }

    /// The events with times from `start` up to, not including, `end`, that have happened up to `sequence`.
    public func marks(from start: TraceTime, before end: TraceTime, upTo sequence: Int) -> ArraySlice<Mark> {
        let low = marks.partitioningIndex { $0.time >= start }
        let high = min(marks.partitioningIndex { $0.time >= end }, countOfMarks(upTo: sequence))
        return marks[low..<max(low, high)]
    }

    /// What the buffer holds after the event `sequence`, oldest first.
    ///
    /// - Complexity: O(log *n* + held) where values leave in order.
    public func held(after sequence: Int) -> [HeldItem] {
        var missing = totals(upTo: sequence).held
        var found: [HeldItem] = []
        var index = items.partitioningIndex { $0.entered > sequence }
        while missing > 0, index > 0 {
            index -= 1
            guard items[index].isHeld(after: sequence) else { continue }
            found.append(items[index])
            missing -= 1
        }
        return found.reversed()
    }

    /// The stays that began up to the event `sequence`.
    public func items(upTo sequence: Int) -> ArraySlice<HeldItem> {
        items[..<items.partitioningIndex { $0.entered > sequence }]
    }

    /// The most values held at once up to `sequence`, and when that was first so.
    public func peak(upTo sequence: Int) -> (held: Int, at: TraceTime) {
        let index = peaks.partitioningIndex { $0.sequence > sequence }
        return index > 0 ? (peaks[index - 1].held, peaks[index - 1].time) : (0, .zero)
    }
}
