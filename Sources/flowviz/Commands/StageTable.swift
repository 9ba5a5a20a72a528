import FlowAnalysis
import FlowModel
import FlowText

/// The table of a pipeline's stages, for people: a row for each, or one for many that are alike.
struct StageTable {
    /// The most stages of one operator that have a row each.
    static let crowd = 3

    /// Whether there are rows for many stages.
    let isFolded: Bool
    let lines: [String]

    private static let titles = ["stage", "busy", "starved", "held back", "in/s", "out/s", "out:in", "waits", "holds", "drops"]

    /// - Parameter isWhole: Whether each stage has a row of its own.
    init(_ report: FlowReport, isWhole: Bool) {
        let groups = isWhole ? report.stages.map { [$0] } : StageTable.groups(report)
        isFolded = groups.count < report.stages.count
        var rows = [StageTable.titles] + groups.map { $0.count == 1 ? StageTable.cells($0[0]) : StageTable.cells($0) }
        if report.stages.contains(where: { $0.location != nil }) {
            let places = ["at"] + groups.map { $0.count == 1 ? StageTable.place($0[0]) : "" }
            for row in rows.indices { rows[row].append(places[row]) }
        }
        lines = TextTable.lines(rows, .right).map { "  " + $0 }
    }

    // MARK: Folding

    /// Stages of one operator are put together where the first of them is, but for the one to blame and those that hold or lose values.
    private static func groups(_ report: FlowReport) -> [[StageReport]] {
        func isPlain(_ stage: StageReport) -> Bool {
            stage.id != report.verdict.culprit && stage.id != report.run.culprit && stage.losses.isEmpty && (stage.held ?? 0) == 0
        }
        let counts = report.stages.filter(isPlain).reduce(into: [:]) { $0[$1.operatorName, default: 0] += 1 }
        var groups: [[StageReport]] = []
        var groupOfName: [String: Int] = [:]
        for stage in report.stages {
            guard isPlain(stage), counts[stage.operatorName, default: 0] > crowd else {
                groups.append([stage])
                continue
            }
            if let group = groupOfName[stage.operatorName] {
                groups[group].append(stage)
            } else {
                groupOfName[stage.operatorName] = groups.count
                groups.append([stage])
            }
        }
        return groups
    }

    // MARK: Cells

    /// The row of many stages of one operator: shares on average, rates added up.
    private static func cells(_ stages: [StageReport]) -> [String] {
        func mean(_ share: (StageShares) -> Double) -> Double {
            stages.map { share($0.recent) }.reduce(0, +) / Double(stages.count)
        }
        func sum(_ rate: (StageReport) -> Double?) -> Double? {
            let known = stages.compactMap(rate)
            return known.isEmpty ? nil : known.reduce(0, +)
        }
        var name = FoldedName()
        for stage in stages { name.append(stage.ownName) }
        return [
            "\(short(name.text)) ×\(stages.count)", percent(mean(\.busy)), percent(mean(\.starved)),
            percent(mean(\.heldBack)),
            number(sum(\.rateIn)), number(sum(\.rateOut)), "–", "–", "–", "–",
        ]
    }

    private static func cells(_ stage: StageReport) -> [String] {
        let held = stage.held.map { held in stage.capacity.map { "\(held.short)/\($0)" } ?? held.short } ?? "–"
        let lost = stage.losses.map(\.count).reduce(0, +)
        return [
            short(stage.name), percent(stage.recent.busy), starved(stage), percent(stage.recent.heldBack),
            number(stage.rateIn), number(stage.rateOut), number(stage.amplification),
            stage.meanWait.map { Seconds.duration(nanoseconds: $0) } ?? "–", held, lost == 0 ? "–" : "\(lost)",
        ]
    }

    /// How long it had asked and got nothing. A source asks nobody: it is asked.
    private static func starved(_ stage: StageReport) -> String {
        stage.role == .source ? "–" : percent(stage.recent.starved)
    }

    /// The file and the line at which it was made or named.
    private static func place(_ stage: StageReport) -> String {
        stage.location?.short ?? ""
    }

    private static func short(_ name: String) -> String { name.count > 18 ? name.prefix(17) + "…" : name }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    private static func number(_ number: Double?) -> String {
        guard let number else { return "–" }
        let scaled = Int((min(1e12, number) * 100).rounded())
        let digits = String(100 + scaled % 100).dropFirst()
        return number >= 100 ? "\(scaled / 100)" : "\(scaled / 100).\(digits)"
    }
}
