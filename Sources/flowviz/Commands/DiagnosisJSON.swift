import FlowAnalysis
import FlowTrace

/// Writes a diagnosis for programs: one JSON object in one line, its keys always the same and in the same order.
enum DiagnosisJSON {
    static func line(of diagnosis: Diagnosis) -> String {
        let pipelines = diagnosis.reports.map(pipeline)
        return JSONText.object([
            ("version", "1"), ("pipelines", JSONText.list(pipelines)),
            ("violations", RuleText.json(diagnosis.findings.breaches)),
            ("allowed", RuleText.json(diagnosis.findings.allowed)),
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
            ("missing", JSONText.list(report.missing.map(JSONText.string))),
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
