import FlowTrace

/// The history of one lane. It only grows, and each query takes the last sequence number to consider, so that past and present
/// are queried alike.
public struct LaneHistory: Sendable {
    public let spec: LaneSpec
    /// Its events, in order.
    public private(set) var marks: [Mark] = []
    /// The number of leading marks that each sum up the events since the previous mark, and the start of the first sum.
    let summaryMarks: (count: Int, start: TraceTime)
    /// The stays in the lane's buffer, in order of entry; empty for a lane without a buffer.
    public private(set) var items: [HeldItem] = []
    /// Each new maximum of held values, with the event that reached it. A value that enters an empty buffer and leaves at once
    /// does not count.
    private var peaks: [(sequence: Int, time: TraceTime, held: Int)] = []
    /// A value that entered an empty buffer, until it is known whether it waits.
    private var arriving: (sequence: Int, time: TraceTime)?
    /// The maxima of ``held(risenAt:)`` and ``demand(risenAt:)`` over ranges of marks.
    private var heights = (held: RangeMaximum(), demand: RangeMaximum())
    private var queue: HeldQueue
    /// The index of the item whose stay ended last.
    private var lastEnded = -1

    /// Creates a lane that continues after `base`.
    init(spec: LaneSpec, base: LaneBase = LaneBase()) {
        self.spec = spec
        marks = base.marks
        summaryMarks = (base.marks.count, base.start)
        items = base.held.map { HeldItem(entered: $0.entered, enteredAt: $0.time) }
        queue = HeldQueue(base.held)
        if base.peak.held > 0 { peaks = [(0, base.peak.at, base.peak.held)] }
        for index in marks.indices { measure(index) }
    }

    /// Whether its first mark sums up everything before the known events.
    public var beginsWithSum: Bool { summaryMarks.count > 0 && marks[0].time <= summaryMarks.start }

    // MARK: Folding

    mutating func fold(_ entry: TraceEntry, value: TraceValue?) {
        guard !spec.isShared || !entry.kind.isTerminal else { return }
        var totals = marks.last?.totals ?? EdgeAccount()
        let left = spec.role == .buffer ? queue.fold(entry, value: value) : nil
        if let left { end(left, by: entry) }
        settleArrival(by: entry)
        totals.fold(entry.kind, of: entry.event, fromStore: left != nil)
        marks.append(Mark(sequence: entry.sequence, time: entry.time, kind: entry.kind, totals: totals))
        measure(marks.count - 1)
        if entry.kind == .buffered { enter(entry, held: totals.held) }
    }

    private mutating func measure(_ index: Int) {
        heights.held.append(held(risenAt: index))
        heights.demand.append(demand(risenAt: index))
    }

    /// The number of held values after an arrival's mark; 0 for other marks.
    private func held(risenAt index: Int) -> UInt64 { marks[index].kind == .buffered ? UInt64(marks[index].totals.held) : 0 }

    /// The outstanding demand after a mark that raised it; 0 for other marks.
    private func demand(risenAt index: Int) -> UInt64 {
        let before = index > 0 ? marks[index - 1].totals.outstanding : .none
        let after = marks[index].totals.outstanding
        return after.rawValue > before.rawValue ? after.rawValue : 0
    }

    private mutating func enter(_ entry: TraceEntry, held: Int) {
        items.append(HeldItem(entered: entry.sequence, enteredAt: entry.time))
        if peaks.isEmpty, held == 1 {
            arriving = (entry.sequence, entry.time)
        } else if held > peaks.last?.held ?? 0 {
            peaks.append((entry.sequence, entry.time, held))
        }
    }

    /// Counts a value that entered an empty buffer as waiting, unless it leaves at once.
    private mutating func settleArrival(by entry: TraceEntry) {
        guard let first = arriving.take() else { return }
        if entry.kind != .unbuffered || entry.time > first.time { peaks.append((first.sequence, first.time, 1)) }
    }

    /// Ends the stay of a value that an event removed.
    private mutating func end(_ stay: HeldQueue.Item, by entry: TraceEntry) {
        let item = index(of: stay)
        lastEnded = item
        items[item].left = entry.sequence
        items[item].leftAt = entry.time
        items[item].exit = entry.kind == .dropped ? .dropped : .unbuffered
    }

    /// The index of a stay among the items, usually the one after ``lastEnded``.
    private func index(of stay: HeldQueue.Item) -> Int {
        let next = lastEnded + 1
        if next < items.count, items[next].entered == stay.entered { return next }
        return items.partitioningIndex { $0.entered >= stay.entered }
    }

    // MARK: Queries

    /// The last event up to `sequence`.
    public func lastMark(upTo sequence: Int) -> Mark? {
        let count = countOfMarks(upTo: sequence)
        return count > 0 ? marks[count - 1] : nil
    }

    /// The number of the lane's events up to `sequence`.
    ///
    /// - Complexity: O(log *n*).
    public func countOfMarks(upTo sequence: Int) -> Int { marks.partitioningIndex { $0.sequence > sequence } }

    /// The counters after the event `sequence`.
    public func totals(upTo sequence: Int) -> EdgeAccount { lastMark(upTo: sequence)?.totals ?? EdgeAccount() }

    /// The events up to `sequence` with times from `start` up to, not including, `end`.
    public func marks(from start: TraceTime, before end: TraceTime, upTo sequence: Int) -> ArraySlice<Mark> {
        let low = marks.partitioningIndex { $0.time >= start }
        let high = min(marks.partitioningIndex { $0.time >= end }, countOfMarks(upTo: sequence))
        return marks[low..<max(low, high)]
    }

    /// The highest number of held values after an arrival, over a range of marks; 0 without an arrival.
    ///
    /// - Complexity: O(log *n*).
    public func mostHeld(over marks: Range<Int>) -> Int { Int(heights.held.maximum(in: marks, of: held(risenAt:))) }

    /// The highest outstanding demand after a rise, over a range of marks; none without a rise.
    ///
    /// - Complexity: O(log *n*).
    public func highestDemand(over marks: Range<Int>) -> Demand {
        Demand(rawValue: heights.demand.maximum(in: marks, of: demand(risenAt:)))
    }

    /// The values in the buffer after the event `sequence`, oldest first.
    ///
    /// - Complexity: O(log *n* + held) if values leave in order.
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
    public func items(upTo sequence: Int) -> ArraySlice<HeldItem> { items[..<items.partitioningIndex { $0.entered > sequence }] }

    /// The highest number of values held at once up to `sequence`, and the time at which it was first reached.
    public func peak(upTo sequence: Int) -> (held: Int, at: TraceTime) {
        let index = peaks.partitioningIndex { $0.sequence > sequence }
        guard index == 0 else { return (peaks[index - 1].held, peaks[index - 1].time) }
        let last = items(upTo: sequence).last
        return last.map { $0.isHeld(after: sequence) ? (1, $0.enteredAt) : (0, .zero) } ?? (0, .zero)
    }

    /// The event that raised a counter to `number`.
    ///
    /// - Complexity: O(log *n*).
    public func mark(number: Int, of count: (EdgeAccount) -> Int, upTo sequence: Int) -> Mark? {
        guard number > 0 else { return nil }
        let known = marks[..<countOfMarks(upTo: sequence)]
        let index = known.partitioningIndex { count($0.totals) >= number }
        return index < known.endIndex ? known[index] : nil
    }

    /// The event that raised a counter to its value at the event `sequence`.
    ///
    /// - Complexity: O(log *n*).
    public func lastMark(of count: (EdgeAccount) -> Int, upTo sequence: Int) -> Mark? {
        mark(number: count(totals(upTo: sequence)), of: count, upTo: sequence)
    }

    /// The event that ended the lane; `nil` before that.
    ///
    /// - Complexity: O(log *n*).
    public func ending(upTo sequence: Int) -> Mark? {
        totals(upTo: sequence).end == nil ? nil : lastMark(of: \.endings, upTo: sequence)
    }

    /// The newest events that raised a counter, oldest first.
    ///
    /// - Complexity: O(`limit` log *n*).
    package func newest(_ limit: Int, of count: (EdgeAccount) -> Int, upTo sequence: Int) -> [Mark] {
        let total = count(totals(upTo: sequence))
        guard total > 0, limit > 0 else { return [] }
        return (max(1, total - limit + 1)...total).compactMap { mark(number: $0, of: count, upTo: sequence) }
    }

    /// The stay that an event of this lane ended.
    package func item(endedBy mark: Mark) -> HeldItem? {
        let exits = mark.totals.unbuffered + mark.totals.droppedWhileHeld
        if items.indices.contains(exits - 1), items[exits - 1].left == mark.sequence { return items[exits - 1] }
        let entered = items.partitioningIndex { $0.entered > mark.sequence }
        return items[max(0, entered - mark.totals.held - 256)..<entered].last { $0.left == mark.sequence }
    }

    /// The mark of an event of this lane.
    public func mark(of sequence: Int) -> Mark? { lastMark(upTo: sequence).flatMap { $0.sequence == sequence ? $0 : nil } }

    /// The time from which individual events are known.
    public var knownFrom: TraceTime { summaryMarks.count > 0 ? marks[summaryMarks.count - 1].time : .zero }

    /// A counter just before a time. It is interpolated between known moments if the events between them are unknown.
    ///
    /// - Complexity: O(log *n*), for any number of events in between.
    public func count(of count: (EdgeAccount) -> Int, before time: TraceTime, upTo sequence: Int) -> Double {
        let index = min(marks.partitioningIndex { $0.time >= time }, countOfMarks(upTo: sequence))
        let reached = index > 0 ? Double(count(marks[index - 1].totals)) : 0
        guard index < summaryMarks.count else { return reached }
        let next = Double(count(marks[index].totals))
        // The first mark sums up everything before the known events: its time is unknown.
        guard index > 0 || !beginsWithSum else { return next }
        let start = index > 0 ? marks[index - 1].time : summaryMarks.start
        guard time > start else { return reached }
        return reached + (next - reached) * Double(time - start) / Double(marks[index].time - start)
    }

    /// The rise of a counter after `start`, up to `sequence`.
    package func rise(of count: (EdgeAccount) -> Int, after start: TraceTime, upTo sequence: Int) -> Int {
        let before = marks.partitioningIndex { $0.time > start }
        return count(totals(upTo: sequence)) - (before > 0 ? count(marks[before - 1].totals) : 0)
    }
}

/// One event of a lane, with the lane's totals up to and including it.
public struct Mark: Hashable, Sendable {
    public let sequence: Int
    public let time: TraceTime
    public let kind: SignalKind
    /// The lane's counters after the event.
    public let totals: EdgeAccount
}

/// A value's stay in a buffer.
public struct HeldItem: Hashable, Sendable {
    public enum Exit: Hashable, Sendable {
        /// It left for the downstream, or made room for a newer value in a replay.
        case unbuffered
        case dropped
    }

    /// The sequence number of the `buffered` event.
    public let entered: Int
    public let enteredAt: TraceTime
    /// The sequence number of the event that ended the stay; `nil` while the value is held.
    public internal(set) var left: Int?
    public internal(set) var leftAt: TraceTime?
    public internal(set) var exit: Exit?

    /// Whether the buffer holds it after the event `sequence`.
    public func isHeld(after sequence: Int) -> Bool { entered <= sequence && (left.map { $0 > sequence } ?? true) }

    /// Its waiting time at `moment`, in nanoseconds.
    public func waited(at moment: Moment) -> UInt64 {
        let end = left.map { $0 <= moment.sequence } == true ? leftAt ?? moment.time : moment.time
        return end - enteredAt
    }
}

/// The state of a lane before its first known event.
struct LaneBase: Sendable {
    /// Its counters at earlier moments, each mark summing up all events since the one before.
    var marks: [Mark] = []
    /// The time from which the first mark counts.
    var start = TraceTime.zero
    /// The values in its buffer, oldest first.
    var held: [HeldQueue.Item] = []
    /// The highest number of values that one of its stores has held until then, and the time.
    var peak: (held: Int, at: TraceTime) = (0, .zero)
    /// The time since which its sink has been paused.
    var pausedSince: TraceTime?
}
