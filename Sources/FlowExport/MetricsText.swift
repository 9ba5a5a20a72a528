import FlowAnalysis

/// The text formats that metrics engines read.
public enum MetricsFormat: String, CaseIterable, Sendable {
    /// OpenMetrics 1.0: says in which unit numbers are, and since when counters count.
    case openmetrics
    /// Prometheus' text format 0.0.4, which node_exporter's textfile collector reads.
    case prometheus
}

/// Writes the figures of programs for metrics engines.
public struct MetricsText {
    private let format: MetricsFormat
    private var text = ""

    /// The text, with its last newline. Metrics without samples are left out.
    public static func text(of programs: [ProgramFigures], as format: MetricsFormat) -> String {
        var writer = MetricsText(format: format)
        for metric in StageMetric.all { writer.write(metric, of: programs) }
        writer.write(
            "flow_trace_missing_events", .counter, help: "Events that could not be recorded or read, and count nowhere.",
            programs.map { ($0, .count($0.missing)) })
        writer.write(
            "flow_trace_incomplete", .gauge,
            help: "1 if records are missing, so that figures are left out or count too little, else 0.",
            programs.map { ($0, .count($0.isIncomplete ? 1 : 0)) })
        writer.write(
            "flow_trace_start_time_seconds", .gauge, help: "Since when the counters count, in seconds since 1970.",
            programs.compactMap { program in program.since.map { (program, .seconds($0)) } })
        if format == .openmetrics { writer.text += "# EOF\n" }
        return writer.text
    }

    private init(format: MetricsFormat) { self.format = format }

    private mutating func write(_ metric: StageMetric, of programs: [ProgramFigures]) {
        var isFirst = true
        for program in programs {
            for row in program.rows {
                for sample in metric.samples(row.figures) {
                    if isFirst { writeHead(metric.name, metric.kind, help: metric.help) }
                    isFirst = false
                    let labels =
                        [
                            MetricLabel(name: "program", value: program.program),
                            MetricLabel(name: "pipeline", value: row.name.pipeline),
                            MetricLabel(name: "stage", value: row.name.stage),
                        ] + (sample.label.map { [$0] } ?? [])
                    write(sample.number, of: metric.name, metric.kind, labels, since: program.since)
                }
            }
        }
    }

    private mutating func write(
        _ name: String, _ kind: StageMetric.Kind, help: String, _ numbers: [(program: ProgramFigures, number: MetricNumber)]
    ) {
        if !numbers.isEmpty { writeHead(name, kind, help: help) }
        for (program, number) in numbers {
            write(number, of: name, kind, [MetricLabel(name: "program", value: program.program)], since: program.since)
        }
    }

    private mutating func writeHead(_ name: String, _ kind: StageMetric.Kind, help: String) {
        let family = format == .prometheus ? name + kind.suffix : name
        text += "# HELP \(family) \(help)\n# TYPE \(family) \(kind)\n"
        if format == .openmetrics, name.hasSuffix("_seconds") { text += "# UNIT \(family) seconds\n" }
    }

    private mutating func write(
        _ number: MetricNumber, of name: String, _ kind: StageMetric.Kind, _ labels: [MetricLabel], since: UInt64?
    ) {
        let set = "{\(labels.map { "\($0.name)=\"\(MetricsText.escaped($0.value))\"" }.joined(separator: ","))}"
        text += "\(name)\(kind.suffix)\(set) \(number)\n"
        guard kind == .counter, format == .openmetrics, let since else { return }
        text += "\(name)_created\(set) \(MetricNumber.seconds(since))\n"
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
