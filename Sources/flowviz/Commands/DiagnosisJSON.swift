import FlowModel
import FlowTrace

/// Writes a diagnosis for programs: one JSON object in one line, its keys always the same and in the same order.
enum DiagnosisJSON {
    static func lines(of diagnosis: Diagnosis) -> [String] {
        let pipelines = diagnosis.reports.map(pipeline)
        return [object([("version", "1"), ("pipelines", list(pipelines)), ("missing", list(diagnosis.notes.map(string)))])]
    }

    private static func pipeline(_ report: FlowReport) -> String {
        object([
            ("t", "\(report.time)"), ("window", seconds(report.window)), ("verdict", string(report.verdict.kind.rawValue)),
            ("culprit", report.culprit.map { string($0.name) } ?? "null"), ("text", string(report.verdict.text)),
            ("stages", list(report.stages.map(stage))), ("notes", list(report.notes.map(string))),
            ("missing", list(report.missing.map(string))),
        ])
    }

    private static func stage(_ stage: StageReport) -> String {
        object([
            ("name", string(stage.name)), ("role", string(stage.role.rawValue)), ("detail", string(stage.detail)),
            ("recent", shares(stage.recent)), ("overall", shares(stage.overall)), ("in", number(stage.rateIn)),
            ("out", number(stage.rateOut)), ("amplification", number(stage.amplification)),
            ("wait", stage.meanWait.map(seconds) ?? "null"), ("held", stage.held.map(String.init) ?? "null"),
            ("peak", "\(stage.peak)"), ("capacity", stage.capacity.map(String.init) ?? "null"),
            ("losses", list(stage.losses.map(loss))), ("forecast", stage.forecast.map(forecast) ?? "null"),
        ])
    }

    private static func shares(_ shares: StageShares) -> String {
        object([("busy", number(shares.busy)), ("starved", number(shares.starved)), ("heldBack", number(shares.heldBack))])
    }

    private static func loss(_ loss: LossReport) -> String {
        object([
            ("reason", string(loss.reason.name)), ("count", "\(loss.count)"), ("values", list(loss.values.map(string))),
            ("first", "\(loss.first)"), ("last", "\(loss.last)"),
        ])
    }

    private static func forecast(_ forecast: Forecast) -> String {
        object([("growth", number(forecast.growth)), ("fullIn", forecast.fullIn.map(seconds) ?? "null")])
    }

    private static func object(_ pairs: [(String, String)]) -> String {
        "{" + pairs.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private static func list(_ items: [String]) -> String {
        "[" + items.joined(separator: ",") + "]"
    }

    private static func string(_ text: String) -> String {
        JSONLines.string(text)
    }

    private static func seconds(_ nanoseconds: UInt64) -> String {
        "\(TraceTime(nanoseconds: nanoseconds))"
    }

    /// At most four decimals.
    private static func number(_ number: Double?) -> String {
        guard let number, number.isFinite else { return "null" }
        let scaled = (number * 10_000).rounded() / 10_000
        return scaled == scaled.rounded() && abs(scaled) < 1e15 ? "\(Int64(scaled))" : "\(scaled)"
    }
}
