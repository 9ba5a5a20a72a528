import FlowTrace

extension LaneHistory {
    /// The event with which a counter reached `number`.
    ///
    /// - Complexity: O(log *n*).
    package func mark(number: Int, of count: (EdgeAccount) -> Int, upTo sequence: Int) -> Mark? {
        guard number > 0 else { return nil }
        let known = marks[..<countOfMarks(upTo: sequence)]
        let index = known.partitioningIndex { count($0.totals) >= number }
        return index < known.endIndex ? known[index] : nil
    }

    /// The event with which a counter reached what it is.
    ///
    /// - Complexity: O(log *n*).
    public func lastMark(of count: (EdgeAccount) -> Int, upTo sequence: Int) -> Mark? {
        mark(number: count(totals(upTo: sequence)), of: count, upTo: sequence)
    }

    /// The event that ended the lane, `nil` while it goes on.
    ///
    /// - Complexity: O(log *n*).
    public func ending(upTo sequence: Int) -> Mark? {
        lastMark(of: \.endings, upTo: sequence)
    }

    /// The newest events that raised a counter, oldest first.
    ///
    /// - Complexity: O(`limit` log *n*).
    package func newest(_ limit: Int, of count: (EdgeAccount) -> Int, upTo sequence: Int) -> [Mark] {
        let total = count(totals(upTo: sequence))
        guard total > 0, limit > 0 else { return [] }
        return (max(1, total - limit + 1)...total).compactMap { mark(number: $0, of: count, upTo: sequence) }
    }

    /// The stay that ended with an event of this lane.
    package func item(endedBy mark: Mark) -> HeldItem? {
        let exits = mark.totals.unbuffered + mark.totals.droppedWhileHeld
        if items.indices.contains(exits - 1), items[exits - 1].left == mark.sequence { return items[exits - 1] }
        let entered = items.partitioningIndex { $0.entered > mark.sequence }
        return items[max(0, entered - mark.totals.held - 256)..<entered].last { $0.left == mark.sequence }
    }

    /// The mark of an event of this lane.
    package func mark(of sequence: Int) -> Mark? {
        lastMark(upTo: sequence).flatMap { $0.sequence == sequence ? $0 : nil }
    }

    /// What is known to have happened around the time from `start` up to, not including, `end`, where single events are not known:
    /// the counters before and after.
    ///
    /// - Complexity: O(log *n*).
    public func stretch(from start: TraceTime, before end: TraceTime) -> (before: EdgeAccount, after: EdgeAccount)? {
        let first = marks.partitioningIndex { $0.time >= start }
        guard first < coarse.count, (first > 0 ? marks[first - 1].time : coarse.start) < end else { return nil }
        let last = max(first, marks.partitioningIndex { $0.time >= end } - 1)
        return (first > 0 ? marks[first - 1].totals : EdgeAccount(), marks[last].totals)
    }

    /// How often a counter rose in the time after `start`, up to `sequence`.
    package func rise(of count: (EdgeAccount) -> Int, after start: TraceTime, upTo sequence: Int) -> Int {
        let before = marks.partitioningIndex { $0.time > start }
        return count(totals(upTo: sequence)) - (before > 0 ? count(marks[before - 1].totals) : 0)
    }
}
