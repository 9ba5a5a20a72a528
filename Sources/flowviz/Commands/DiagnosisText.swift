import FlowAnalysis
import FlowScreen
import FlowTrace

/// Writes a diagnosis for people: the verdict, a row for each stage, losses, forecasts, and what is not known.
enum DiagnosisText {
    /// How many pipelines are written out.
    static let limit = 20

    static func lines(of diagnosis: Diagnosis) -> [String] {
        var lines: [String] = []
        for report in diagnosis.reports.prefix(limit) {
            if !lines.isEmpty { lines.append("") }
            lines += self.lines(of: report)
        }
        if diagnosis.reports.count > limit {
            lines += ["", "\(diagnosis.reports.count - limit) more pipelines; --json has them all"]
        }
        lines += RuleText.lines(of: diagnosis.findings)
        return (lines + diagnosis.notes.map { "missing: \($0)" }).map { TextWidth.sanitised($0) }
    }

    private static func lines(of report: FlowReport) -> [String] {
        var lines = ["\(report.verdict.text)"]
        if !report.stages.isEmpty {
            lines.append("")
            lines += table(of: report.stages)
            lines.append(
                "  at \(Seconds.text(report.time)) s; shares and rates of the last \(Seconds.duration(nanoseconds: report.window))"
            )
        }
        lines += report.notes.map { "note: \($0)" }
        return lines + report.missing.map { "missing: \($0)" }
    }

    private static let titles = ["stage", "busy", "starved", "held back", "in/s", "out/s", "out:in", "waits", "holds", "lost"]

    private static func table(of stages: [StageReport]) -> [String] {
        let rows = [titles] + stages.map(cells)
        let widths = titles.indices.map { column in rows.map { TextWidth.width(of: $0[column]) }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - TextWidth.width(of: cell))
                return column == 0 ? cell + blanks : blanks + cell
            }
            return "  " + cells.joined(separator: "  ")
        }
    }

    private static func cells(of stage: StageReport) -> [String] {
        let name = stage.name.count > 18 ? stage.name.prefix(17) + "…" : stage.name
        let held = stage.held.map { held in stage.capacity.map { "\(held)/\($0)" } ?? "\(held)" } ?? "–"
        let lost = stage.losses.map(\.count).reduce(0, +)
        return [
            name, percent(stage.recent.busy), percent(stage.recent.starved), percent(stage.recent.heldBack), number(stage.rateIn),
            number(stage.rateOut), number(stage.amplification), stage.meanWait.map { Seconds.duration(nanoseconds: $0) } ?? "–",
            held,
            lost == 0 ? "–" : "\(lost)",
        ]
    }

    private static func percent(_ share: Double) -> String {
        "\(Int((share * 100).rounded())) %"
    }

    private static func number(_ number: Double?) -> String {
        guard let number else { return "–" }
        let scaled = Int((min(1e12, number) * 100).rounded())
        let digits = String(100 + scaled % 100).dropFirst()
        return number >= 100 ? "\(scaled / 100)" : "\(scaled / 100).\(digits)"
    }
}
