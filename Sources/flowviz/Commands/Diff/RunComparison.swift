import FlowAnalysis
import FlowTrace

/// The figures of two runs that differ by more than a tolerance.
///
/// Threads interleave differently in each run, so stages of the same name and place are compared together, and neither the order
/// of events nor the numbers of stages count.
struct RunComparison {
    /// The tolerance for programs.
    static let usualTolerance = 0.2
    private static let mostClauses = 4

    let tolerance: Double
    /// The stages that only one run has.
    private let shape: [String]
    /// The differences beyond the tolerance, except those of the shape, the gravest first.
    private let changes: [StageChange]
    /// Differences within the tolerance that are worth a mention.
    private let remarks: [String]

    init(_ diff: RunDiff, _ first: RunProfile, _ second: RunProfile, tolerance: Double) {
        self.tolerance = tolerance
        let pairs = diff.pairs()
        let before = RunComparison.figures(pairs.map { ($0.stage, $0.first) }, first)
        let after = RunComparison.figures(pairs.map { ($0.stage, $0.second) }, second)
        let (gone, new) = (before.keys.filter { after[$0] == nil }, after.keys.filter { before[$0] == nil })
        shape = RunComparison.lone(gone.sorted(), "only in the first") + RunComparison.lone(new.sorted(), "only in the second")
        let common = before.keys.filter { after[$0] != nil }.sorted()
        let figures = common.flatMap { key in
            StageChange.figures(of: key, before[key] ?? StageCounts(), after[key] ?? StageCounts(), tolerance)
        }
        let work = first.work.keys.sorted().compactMap { key in
            StageChange.duration(of: key, first.work[key], second.work[key], tolerance)
        }
        let all = work + figures
        changes = all.indices.sorted { (all[$0].kind, $0) < (all[$1].kind, $1) }.map { all[$0] }
        remarks =
            RunComparison.drops(before, after, isSaid: changes.count { $0.kind == .dropped } == 1)
            + RunComparison.receptions(diff, first, second).prefix(1)
    }

    /// Whether nothing differs beyond the tolerance.
    var isAlike: Bool { shape.isEmpty && changes.isEmpty }

    /// The tolerance in percent, as it was given: `20 %`, `0.5 %`.
    var toleranceText: String {
        let percent = (tolerance * 1e8).rounded() / 1e6
        return percent == percent.rounded() ? "\(Int(percent)) %" : "\(percent) %"
    }

    /// `same shape; for await at Service.swift:9 took 3 times as long; 521 dropped, 500 before`.
    var sentence: String {
        let clauses = (shape.isEmpty ? ["same shape"] : shape) + changes.map(\.clause) + remarks
        let further = clauses.count - RunComparison.mostClauses
        let rest = further > 0 ? ["\(further) more"] : []
        return (clauses.prefix(RunComparison.mostClauses) + rest).joined(separator: "; ")
    }

    /// The stages with differences beyond the tolerance, each with all of these.
    var lines: [String] {
        var figures: [RunProfile.Key: [String]] = [:]
        for change in changes { figures[change.key, default: []].append(change.figure) }
        var known: Set<RunProfile.Key> = []
        let changed = changes.map(\.key).filter { known.insert($0).inserted }
        return shape + changed.map { "\($0): \((figures[$0] ?? []).joined(separator: ", "))" }
    }

    /// The stages of one run. Several of one name in one file share a line.
    private static func lone(_ keys: [RunProfile.Key], _ words: String) -> [String] {
        let groups = Dictionary(grouping: keys, by: \.kind)
        var known: Set<String> = []
        return keys.map(\.kind).filter { known.insert($0).inserted }.map { kind in
            let group = groups[kind] ?? []
            return group.count == 1 ? "\(group[0]) is \(words)" : "\(kind), at \(group.count) places, is \(words)"
        }
    }

    // MARK: Remarks

    /// All drops of both runs, if they differ and no difference says so already.
    private static func drops(
        _ before: [RunProfile.Key: StageCounts], _ after: [RunProfile.Key: StageCounts], isSaid: Bool
    ) -> [String] {
        let drops = [before, after].map { $0.values.reduce(0) { $0 + $1.dropped } }
        let places = Set([before, after].flatMap { $0.filter { $0.value.dropped > 0 }.keys })
        guard drops[0] != drops[1], !(isSaid && places.count == 1) else { return [] }
        return ["\(drops[1]) dropped, \(drops[0]) before"]
    }

    /// The subscribers that got other values. Among several of one name and place nothing tells which is which.
    private static func receptions(_ diff: RunDiff, _ first: RunProfile, _ second: RunProfile) -> [String] {
        diff.receptions().compactMap { reception in
            guard let difference = reception.difference, first.isSingle(reception.subscriber),
                second.isSingle(reception.subscriber)
            else { return nil }
            let name = first.keys[reception.subscriber]?.description ?? reception.subscriber
            return "\(name) got other values from value \(difference) on"
        }
    }

    private static func figures(
        _ stages: [(title: String, tally: StageTally?)], _ profile: RunProfile
    ) -> [RunProfile.Key: StageCounts] {
        stages.reduce(into: [:]) { figures, stage in
            guard let tally = stage.tally else { return }
            let key = profile.keys[stage.title] ?? RunProfile.Key(name: stage.title, place: nil)
            figures[key, default: StageCounts()].add(tally, endedLate: profile.late[stage.title] ?? 0)
        }
    }
}
