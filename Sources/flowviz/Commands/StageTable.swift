import FlowModel
import FlowScreen
import FlowSystem
import FlowText
import FlowVerdict

/// The table of a pipeline's stages for people. Many similar stages share a row.
struct StageTable {
    /// The maximum number of stages of one operator with separate rows.
    static let crowdThreshold = 3

    private let report: PipelineReport
    private let groups: [[StageReport]]
    /// Whether there are columns of totals.
    private let isWhole: Bool

    /// The maximum length of a name, in characters.
    private static let nameLength = 20
    private static let titles = [
        "stage", "busy", "starved", "held back", "in/s", "out/s", "out:in", "avg wait", "holds", "drops",
    ]
    private static let totals = ["in", "out", "most"]

    /// - Parameter isWhole: Whether each stage gets a separate row.
    init(_ report: PipelineReport, isWhole: Bool) {
        (self.report, self.isWhole) = (report, isWhole)
        groups = isWhole ? report.stages.map { [$0] } : StageTable.groups(report)
    }

    var lines: [String] {
        let titles = StageTable.titles + (isWhole ? StageTable.totals : [])
        let rows = [titles] + groups.map { $0.count == 1 ? cells($0[0]) + (isWhole ? totals($0[0]) : []) : cells($0) }
        let table = TextTable.lines(rows, .right).map { "  " + $0 }
        guard report.stages.contains(where: { $0.place != nil }) else { return table + [window] }
        let places = ["at"] + groups.map { $0.count == 1 ? StageTable.place($0[0]) : "" }
        return zip(table, places).map { $1.isEmpty ? $0 : "\($0)  \($1)" } + [window]
    }

    /// `  at 9.00 s; shares and rates of the last 9.00 s`; a span too short for rates has shares only.
    private var window: String {
        let span = isOver ? report.rateWindow.words : "of the last \(Seconds.duration(nanoseconds: report.window))"
        let head = isOver ? "" : "at \(Seconds.text(report.time)) s; "
        let hasRates = report.rateWindow.hasRates
        let folds = hasRates ? "shares are means, rates are sums" : "shares are means"
        let folded = groups.count < report.stages.count ? "; where stages are counted (×), \(folds)" : ""
        let totals = isWhole ? "; in, out, drops and most since its beginning" : ""
        return "  \(head)shares\(hasRates ? " and rates" : "") \(span)\(folded)\(totals)"
    }

    private var isOver: Bool { report.rateWindow.kind == .life }

    /// The shares over the life of a finished pipeline, or over the window of a live one.
    private func shares(_ stage: StageReport) -> StageShares { isOver ? stage.overall : stage.recent }

    // MARK: Folding

    /// Groups stages of one operator at the place of the first one. The stage to blame and stages that hold or lose values stay separate.
    private static func groups(_ report: PipelineReport) -> [[StageReport]] {
        func isPlain(_ stage: StageReport) -> Bool {
            stage.id != report.verdict.culprit && stage.id != report.run.culprit && stage.losses.isEmpty && (stage.held ?? 0) == 0
        }
        let counts = report.stages.filter(isPlain).reduce(into: [:]) { $0[$1.operatorName, default: 0] += 1 }
        var groups: [[StageReport]] = []
        var groupOfName: [String: Int] = [:]
        for stage in report.stages {
            guard isPlain(stage), counts[stage.operatorName, default: 0] > crowdThreshold else {
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

    /// The row of a group of stages: mean shares, summed rates.
    private func cells(_ stages: [StageReport]) -> [String] {
        func mean(_ share: (StageShares) -> Double) -> Double {
            stages.map { share(shares($0)) }.reduce(0, +) / Double(stages.count)
        }
        func sum(_ rate: (StageReport) -> Double?) -> Double? {
            let known = stages.compactMap(rate)
            return known.isEmpty ? nil : known.reduce(0, +)
        }
        var name = FoldedName()
        for stage in stages { name.append(stage.ownName) }
        return [
            "\(NameCut.name(name.text, to: StageTable.nameLength, mark: "…")) ×\(stages.count)", Percent.text(mean(\.busy)),
            Percent.text(mean(\.starved)),
            Percent.text(mean(\.heldBack)),
            number(sum(\.rateIn)), number(sum(\.rateOut)), "–", "–", "–", "–",
        ]
    }

    private func cells(_ stage: StageReport) -> [String] {
        let held = stage.held.map { held in stage.capacity.map { "\(held.short)/\($0)" } ?? held.short } ?? "–"
        let lost = stage.losses.map(\.count).reduce(0, +)
        let shares = shares(stage)
        // A source has no upstream that could starve it.
        let starved = stage.role == .source ? "–" : Percent.text(shares.starved)
        return [
            NameCut.name(stage.name, to: StageTable.nameLength, mark: "…"), Percent.text(shares.busy), starved,
            Percent.text(shares.heldBack),
            number(stage.rateIn), number(stage.rateOut), number(stage.amplification),
            stage.meanWait.map { Seconds.duration(nanoseconds: $0) } ?? "–", held, lost == 0 ? "–" : "\(lost)",
        ]
    }

    /// The numbers of values over its life, and the most that it held.
    private func totals(_ stage: StageReport) -> [String] {
        let most = stage.held == nil ? nil : stage.peak
        return [stage.valuesIn, stage.valuesOut, most].map { $0.map(String.init) ?? "–" }
    }

    /// The file, the line and the function at which it was created, labelled or subscribed to; of code that yields at several places,
    /// the first one.
    private static func place(_ stage: StageReport) -> String {
        guard let place = stage.place?.short else { return "" }
        return stage.morePlaces == 0 ? place : "\(place), and \(stage.morePlaces) more"
    }

    private func number(_ number: Double?) -> String {
        guard let number else { return "–" }
        guard number < 100 else { return "\(Int(min(1e12, number).rounded()))" }
        let scaled = Int((number * 100).rounded())
        let digits = String(100 + scaled % 100).dropFirst()
        return "\(scaled / 100).\(digits)"
    }
}
