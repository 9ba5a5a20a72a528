import FlowAnalysis
import FlowScreen
import FlowText
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
        lines += RuleText.lines(of: diagnosis.violations)
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
        return lines + report.missing.map { "missing: \($0.text)" }
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
            held, lost == 0 ? "–" : "\(lost)",
        ]
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    private static func number(_ number: Double?) -> String {
        guard let number else { return "–" }
        let scaled = Int((min(1e12, number) * 100).rounded())
        let digits = String(100 + scaled % 100).dropFirst()
        return number >= 100 ? "\(scaled / 100)" : "\(scaled / 100).\(digits)"
    }
}

/// Writes what broke the rules of the contract, and what they allow, for people and for programs.
enum RuleText {
    /// How many of each are written out for people.
    private static let limit = 20

    /// What was broken, each with what the rule says; then what is allowed.
    static func lines(of violations: ViolationList) -> [String] {
        let (broken, allowed) = (violations.violations, violations.allowed)
        var lines = broken.prefix(limit).flatMap { group -> [String] in
            let rule = group.first.rule
            let known = group.first.known.map { [$0] } ?? []
            return ["violation: \(text(group))"] + (known + ["\(rule.explanation) \(rule.source)"]).map { "  \($0)" }
        }
        lines += allowed.prefix(limit).map { "allowed: \(text($0))" }
        let more = max(0, broken.count - limit) + max(0, allowed.count - limit)
        if more > 0 { lines.append("\(more) more kinds of violations and of what is allowed; --json has them all") }
        return lines
    }

    /// `output got a value with no demand outstanding (1.1 more values than demand; event 4 at 2 s)`.
    private static func text(_ group: ViolationGroup) -> String {
        let (first, rule) = (group.first, group.first.rule)
        let more = group.count == 1 ? "" : "; \(group.count) times at \(group.stage), the last at \(group.last) s"
        return "\(first.words) (\(rule.number) \(rule.title); event \(first.sequence) at \(first.time) s\(more))"
    }

    /// The objects of a list in JSON.
    static func json(_ violations: [ViolationGroup]) -> String {
        JSONText.list(
            violations.map { group in
                let (first, rule) = (group.first, group.first.rule)
                return JSONText.object([
                    ("rule", JSONText.string(rule.number)), ("title", JSONText.string(rule.title)),
                    ("source", JSONText.string(rule.source)), ("stage", JSONText.string(group.stage)),
                    ("text", JSONText.string(first.words)), ("known", first.known.map(JSONText.string) ?? "null"),
                    ("count", "\(group.count)"), ("seq", "\(first.sequence)"), ("t", "\(first.time)"),
                    ("last", "\(group.last)"),
                ])
            })
    }
}

/// Writes a diagnosis for programs: one JSON object in one line, its keys always the same and in the same order.
enum DiagnosisJSON {
    static func line(of diagnosis: Diagnosis) -> String {
        let pipelines = diagnosis.reports.map(pipeline)
        return JSONText.object([
            ("version", "1"), ("pipelines", JSONText.list(pipelines)),
            ("violations", RuleText.json(diagnosis.violations.violations)),
            ("allowed", RuleText.json(diagnosis.violations.allowed)),
            ("missing", JSONText.list(diagnosis.notes.map(JSONText.string))),
        ])
    }

    private static func pipeline(_ report: FlowReport) -> String {
        JSONText.object([
            ("t", "\(report.time)"), ("window", JSONText.seconds(report.window)),
            ("verdict", JSONText.string(report.verdict.kind.rawValue)),
            ("culprit", report.culprit.map { JSONText.string($0.name) } ?? "null"),
            ("text", JSONText.string(report.verdict.text)),
            ("stages", JSONText.list(report.stages.map(stage))), ("notes", JSONText.list(report.notes.map(JSONText.string))),
            ("missing", JSONText.list(report.missing.map { JSONText.string($0.text) })),
        ])
    }

    private static func stage(_ stage: StageReport) -> String {
        JSONText.object([
            ("name", JSONText.string(stage.name)), ("role", JSONText.string(stage.role.rawValue)),
            ("detail", JSONText.string(stage.detail)),
            ("recent", shares(stage.recent)), ("overall", shares(stage.overall)), ("in", JSONText.number(stage.rateIn)),
            ("out", JSONText.number(stage.rateOut)), ("amplification", JSONText.number(stage.amplification)),
            ("wait", stage.meanWait.map(JSONText.seconds) ?? "null"), ("held", stage.held.map(String.init) ?? "null"),
            ("peak", "\(stage.peak)"), ("capacity", stage.capacity.map(String.init) ?? "null"),
            ("losses", JSONText.list(stage.losses.map(loss))), ("forecast", stage.forecast.map(forecast) ?? "null"),
        ])
    }

    private static func shares(_ shares: StageShares) -> String {
        JSONText.object([
            ("busy", JSONText.number(shares.busy)), ("starved", JSONText.number(shares.starved)),
            ("heldBack", JSONText.number(shares.heldBack)),
        ])
    }

    private static func loss(_ loss: LossReport) -> String {
        JSONText.object([
            ("reason", JSONText.string(loss.reason.name)), ("count", "\(loss.count)"),
            ("values", JSONText.list(loss.values.map(JSONText.string))),
            ("first", "\(loss.first)"), ("last", "\(loss.last)"),
        ])
    }

    private static func forecast(_ forecast: Forecast) -> String {
        JSONText.object([
            ("growth", JSONText.number(forecast.growth)), ("fullIn", forecast.fullIn.map(JSONText.seconds) ?? "null"),
        ])
    }
}
