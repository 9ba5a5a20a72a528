import FlowAnalysis
import FlowTrace

/// The figures of two runs that differ by more than a tolerance.
///
/// Threads interleave differently in each run, so stages of the same name and place are compared together, and the order of
/// events is ignored.
struct RunComparison {
    /// The tolerance for programs.
    static let usualTolerance = 0.2
    /// A smaller difference in the number of waiting values is put down to scheduling.
    private static let leastHeld = 10
    /// Durations vary with the machine's load: a difference counts only if the means differ by a factor of two or more, and the
    /// totals by at least a tenth of a second.
    private static let leastRatio = 2.0
    private static let leastDuration: UInt64 = 100_000_000
    private static let mostClauses = 4

    let tolerance: Double
    /// The stages that only one run has.
    private let shape: [String]
    /// The differences beyond the tolerance, except those of the shape.
    private let changes: [String]
    /// Differences within the tolerance that are worth a mention.
    private let remarks: [String]

    init(_ diff: RunDiff, _ first: RunProfile, _ second: RunProfile, tolerance: Double) {
        self.tolerance = tolerance
        let pairs = diff.pairs()
        let before = RunComparison.figures(pairs.map { ($0.stage, $0.first) }, first)
        let after = RunComparison.figures(pairs.map { ($0.stage, $0.second) }, second)
        let (gone, new) = (before.keys.filter { after[$0] == nil }, after.keys.filter { before[$0] == nil })
        shape = gone.sorted().map { "\($0) is only in the first" } + new.sorted().map { "\($0) is only in the second" }
        let common = before.keys.filter { after[$0] != nil }.sorted()
        let figures = common.flatMap { key in
            RunComparison.changes(of: key, before[key] ?? Figures(), after[key] ?? Figures(), tolerance)
        }
        let slower = first.work.keys.sorted().compactMap { key in
            RunComparison.duration(of: key, first.work[key], second.work[key], tolerance)
        }
        let drops = (before.values.reduce(0) { $0 + $1.dropped }, after.values.reduce(0) { $0 + $1.dropped })
        let dropped = drops.0 == drops.1 ? [] : ["\(drops.1) dropped, \(drops.0) before"]
        changes = slower + figures
        let others = diff.receptions().compactMap { reception in
            reception.difference.map { "\(reception.subscriber) got other values from value \($0) on" }
        }
        remarks = dropped + Array(others.prefix(1))
    }

    /// Whether nothing differs beyond the tolerance.
    var isAlike: Bool { shape.isEmpty && changes.isEmpty }

    /// The tolerance in percent.
    var toleranceText: String { "\(Int((tolerance * 100).rounded())) %" }

    /// `same shape; for await at Service.swift:9 took 3 times as long; 521 dropped, 500 before`.
    var sentence: String {
        let clauses = (shape.isEmpty ? ["same shape"] : shape) + changes + remarks
        let further = clauses.count - RunComparison.mostClauses
        let rest = further > 0 ? ["\(further) more"] : []
        return (clauses.prefix(RunComparison.mostClauses) + rest).joined(separator: "; ")
    }

    /// The counts of the stages of one key.
    private struct Figures {
        var values = 0
        var dropped = 0
        var held = 0
        var maxHeld = 0
        var finished = 0
        var failed = 0
        var cancelled = 0

        var ends: Int { finished + failed + cancelled }

        mutating func add(_ tally: StageTally) {
            values += tally.values
            dropped += tally.dropped
            held += tally.held
            maxHeld = max(maxHeld, tally.maxHeld)
            finished += tally.finished
            failed += tally.failed
            cancelled += tally.cancelled
        }
    }

    private static func figures(_ stages: [(title: String, tally: StageTally?)], _ profile: RunProfile) -> [RunProfile.Key:
        Figures]
    {
        stages.reduce(into: [:]) { figures, stage in
            guard let tally = stage.tally else { return }
            let key = profile.keys[stage.title] ?? RunProfile.Key(name: stage.title, place: nil)
            figures[key, default: Figures()].add(tally)
        }
    }

    /// Whether a figure differs by more than the tolerance from the one before. If there were none before, any is a difference.
    private static func differ(_ before: Int, _ after: Int, _ tolerance: Double) -> Bool {
        abs(Double(after) - Double(before)) > tolerance * Double(before)
    }

    private static func changes(of key: RunProfile.Key, _ old: Figures, _ new: Figures, _ tolerance: Double) -> [String] {
        var changes: [String] = []
        if differ(old.failed, new.failed, tolerance) {
            changes.append("\(key) failed \(times(new.failed)), \(old.failed) before")
        }
        if differ(old.values, new.values, tolerance) {
            changes.append("\(key) passed \(new.values) values, \(old.values) before")
        }
        if differ(old.dropped, new.dropped, tolerance) {
            changes.append("\(key) dropped \(new.dropped) values, \(old.dropped) before")
        }
        for (words, before, after) in [("held up to", old.maxHeld, new.maxHeld), ("holds at the end", old.held, new.held)]
        where differ(before, after, tolerance) && abs(after - before) >= leastHeld {
            changes.append("\(key) \(words) \(after) values, \(before) before")
        }
        // If one subscription among many ends differently, that is put down to scheduling.
        for (words, before, after) in [("finished", old.finished, new.finished), ("was cancelled", old.cancelled, new.cancelled)]
        where abs(Double(after - before)) > tolerance * Double(max(1, max(old.ends, new.ends))) {
            changes.append("\(key) \(words) \(times(after)), \(before) before")
        }
        return changes
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private static func duration(
        of key: RunProfile.Key, _ old: RunProfile.Work?, _ new: RunProfile.Work?, _ tolerance: Double
    ) -> String? {
        guard let old, let new, old.mean > 0, new.mean > 0 else { return nil }
        let (ratio, isSlower) = new.mean > old.mean ? (new.mean / old.mean, true) : (old.mean / new.mean, false)
        let gap = max(old.nanoseconds, new.nanoseconds) - min(old.nanoseconds, new.nanoseconds)
        guard ratio >= max(leastRatio, 1 + tolerance), gap >= leastDuration else { return nil }
        let factor = Int(min(1e9, ratio.rounded()))
        return isSlower ? "\(key) took \(factor) times as long" : "\(key) was \(factor) times as fast"
    }
}
