import FlowVerdict

/// The text formats of metrics engines.
public enum MetricsFormat: String, CaseIterable, Sendable {
    /// OpenMetrics 1.0, with units and the start times of counters.
    case openmetrics
    /// Prometheus' text format 0.0.4, for node_exporter's textfile collector.
    case prometheus
}

/// Writes the figures of programs for metrics engines.
public struct MetricsText {
    private let format: MetricsFormat
    private var text = ""

    /// The text with a final newline; metrics without samples are omitted.
    public static func text(of programs: [ProgramFigures], as format: MetricsFormat) -> String {
        var writer = MetricsText(format: format)
        for metric in FlowMetric.all { writer.write(metric, of: programs) }
        if format == .openmetrics { writer.text += "# EOF\n" }
        return writer.text
    }

    private init(format: MetricsFormat) { self.format = format }

    private mutating func write(_ metric: FlowMetric, of programs: [ProgramFigures]) {
        var isFirst = true
        for program in programs {
            for sample in metric.samples(program) {
                if isFirst { writeHead(metric) }
                isFirst = false
                let labels = sample.labels.map { "\($0.name)=\"\(MetricsText.escaped($0.value))\"" }.joined(separator: ",")
                text += "\(metric.sampleName)\(sample.suffix){\(labels)} \(sample.number)\n"
                let isCounter = metric.kind == .counter || sample.suffix == "_sum"
                guard isCounter, format == .openmetrics, let since = program.since else { continue }
                text += "\(metric.name)_created{\(labels)} \(MetricNumber.seconds(since))\n"
            }
        }
    }

    private mutating func writeHead(_ metric: FlowMetric) {
        let family = format == .prometheus ? metric.sampleName : metric.name
        text += "# HELP \(family) \(metric.help)\n# TYPE \(family) \(metric.kind)\n"
        if format == .openmetrics, metric.name.hasSuffix("_seconds") { text += "# UNIT \(family) seconds\n" }
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
