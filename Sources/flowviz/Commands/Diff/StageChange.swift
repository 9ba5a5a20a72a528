import FlowAnalysis
import FlowText
import FlowTrace

/// A difference beyond the tolerance between the stages of one name and place in two runs.
struct StageChange {
    /// What differs, the gravest first.
    enum Kind: Int, Comparable {
        case duration, failed, dropped, values, held, ends

        static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
    }

    /// A smaller difference in the number of waiting values is put down to scheduling.
    private static let minimumHeld = 10
    /// Durations vary with the machine's load: a difference counts only if the means differ by a factor of two or more, and the
    /// totals by at least a tenth of a second.
    private static let minimumRatio = 2.0
    private static let minimumDuration: UInt64 = 100_000_000

    let key: RunProfile.Key
    let kind: Kind
    /// `for await at Service.swift:9 took 3 times as long`.
    let clause: String
    /// `10 ms → 30 ms a value`.
    let figure: String

    private init(_ key: RunProfile.Key, _ kind: Kind, _ words: String, _ figure: String) {
        (self.key, self.kind, self.clause, self.figure) = (key, kind, "\(key) \(words)", figure)
    }

    // MARK: Counts

    static func figures(
        of key: RunProfile.Key, _ old: StageCounts, _ new: StageCounts, _ tolerance: Double
    ) -> [StageChange] {
        var changes: [StageChange] = []
        func add(_ kind: Kind, _ words: String, _ name: String, _ before: Int, _ after: Int) {
            changes.append(StageChange(key, kind, "\(words), \(before) before", "\(name) \(before) → \(after)"))
        }
        if differ(old.failed, new.failed, tolerance) {
            add(.failed, "failed \(times(new.failed))", "failed", old.failed, new.failed)
        }
        if differ(old.dropped, new.dropped, tolerance) {
            add(.dropped, "dropped \(new.dropped) values", "dropped", old.dropped, new.dropped)
        }
        if differ(old.values, new.values, tolerance) {
            add(.values, "passed \(new.values) values", "values", old.values, new.values)
        }
        for (words, name, before, after) in [
            ("held up to", "most held", old.maxHeld, new.maxHeld), ("holds at the end", "held", old.held, new.held),
        ] where differ(before, after, tolerance) && abs(after - before) >= minimumHeld {
            add(.held, "\(words) \(after) values", name, before, after)
        }
        // If one subscription among many ends differently, that is put down to scheduling; as is an end that the other run may
        // have missed by a moment.
        let slack = tolerance * Double(max(1, max(old.ends, new.ends))) + Double(max(old.endedLate, new.endedLate))
        for (words, name, before, after) in [
            ("finished", "finished", old.finished, new.finished), ("was cancelled", "cancelled", old.cancelled, new.cancelled),
        ] where abs(Double(after - before)) > slack {
            add(.ends, "\(words) \(times(after))", name, before, after)
        }
        return changes
    }

    /// Whether a figure differs by more than the tolerance from the one before. If there were none before, any is a difference.
    private static func differ(_ before: Int, _ after: Int, _ tolerance: Double) -> Bool {
        abs(Double(after) - Double(before)) > tolerance * Double(before)
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    // MARK: Durations

    static func duration(
        of key: RunProfile.Key, _ old: RunProfile.Work?, _ new: RunProfile.Work?, _ tolerance: Double
    ) -> StageChange? {
        guard let old, let new, old.mean > 0, new.mean > 0 else { return nil }
        let (ratio, isSlower) = new.mean > old.mean ? (new.mean / old.mean, true) : (old.mean / new.mean, false)
        let gap = max(old.nanoseconds, new.nanoseconds) - min(old.nanoseconds, new.nanoseconds)
        guard ratio >= max(minimumRatio, 1 + tolerance), gap >= minimumDuration else { return nil }
        let factor = Int(min(1e9, ratio.rounded()))
        let words = isSlower ? "took \(factor) times as long" : "was \(factor) times as fast"
        let means = [old, new].map { Seconds.duration(nanoseconds: UInt64($0.mean)) }
        return StageChange(key, .duration, words, "\(means[0]) → \(means[1]) a value")
    }
}

/// The counts of the stages of one name and place.
struct StageCounts {
    var values = 0
    var dropped = 0
    var held = 0
    var maxHeld = 0
    var finished = 0
    var failed = 0
    var cancelled = 0
    /// The number of ends in the last moments of the run.
    var endedLate = 0

    var ends: Int { finished + failed + cancelled }

    mutating func add(_ tally: StageTally, endedLate: Int) {
        values += tally.values
        dropped += tally.dropped
        held += tally.held
        maxHeld = max(maxHeld, tally.maxHeld)
        finished += tally.finished
        failed += tally.failed
        cancelled += tally.cancelled
        self.endedLate += endedLate
    }
}
