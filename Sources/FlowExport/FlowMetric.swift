import FlowTrace
import FlowVerdict

/// A metric: its name, its meaning, and its samples.
public struct FlowMetric: Sendable {
    public enum Kind: Sendable {
        /// A counter, which never decreases.
        case counter
        case gauge
        /// Counts of durations up to a limit, in the order of the limits, then their number and sum.
        case histogram

        /// The suffix of its samples' names; those of a histogram have one each.
        var suffix: String { self == .counter ? "_total" : "" }
    }

    /// A number, with the labels that distinguish it within its metric.
    public struct Sample: Hashable, Sendable {
        public let labels: [MetricLabel]
        public let number: MetricNumber
        /// What follows the metric's name, in a histogram.
        var suffix = ""
    }

    /// The name without a counter's suffix.
    public let name: String
    public let kind: Kind
    /// Its meaning, in a sentence.
    public let help: String
    /// Makes the samples of a program; an unknown value has none.
    public let samples: @Sendable (ProgramFigures) -> [Sample]

    /// The name of its samples.
    public var sampleName: String { name + kind.suffix }

    /// All metrics.
    public static let all = ofStages + [executorWait] + ofPrograms

    private static let ofStages = [
        stage("flow_stage_values", .counter, "Values that came to the stage, of a source those that it sent.") {
            [(nil, .count($0.values))]
        },
        stage("flow_stage_dropped", .counter, "Values that the stage dropped, by reason.") { figures in
            DropReason.allCases.filter { figures.dropped[$0] > 0 }.map {
                (MetricLabel("reason", word(for: $0)), .count(figures.dropped[$0]))
            }
        },
        stage("flow_stage_held", .gauge, "Values that wait in the stage.") {
            $0.present?.held.map { [(nil, .count($0))] } ?? []
        },
        stage("flow_stage_capacity", .gauge, "How many values may wait in the stage, if there is a limit.") {
            $0.present?.capacity.map { [(nil, .count($0))] } ?? []
        },
        stage(
            "flow_stage_demand", .gauge, "Values that the stage has asked for and not got yet, unless it asked for all."
        ) {
            guard let present = $0.present, present.isDemandKnown else { return [] }
            return present.demand?.count.map { [(nil, .count($0))] } ?? []
        },
        stage("flow_stage_oldest_seconds", .gauge, "How long the oldest value has waited in the stage.") {
            $0.present?.oldest.map { [(nil, .seconds($0))] } ?? []
        },
        stage(
            "flow_stage_state_seconds", .counter,
            "How long the stage was busy, had asked and got nothing (starved), was asked for nothing (held_back), or was "
                + "held or slowed by a viewer (held_by_viewer)."
        ) {
            guard let times = $0.present?.times else { return [] }
            let handed = times.handed > 0 ? [("held_by_viewer", times.handed)] : []
            return ([("busy", times.busy), ("starved", times.starved), ("held_back", times.heldBack)] + handed).map {
                (MetricLabel("state", $0), .seconds($1))
            }
        },
        stage("flow_pipeline_culprit", .gauge, "1 if the stage holds its pipeline back, else 0.") {
            $0.isCulprit.map { [(nil, .count($0 ? 1 : 0))] } ?? []
        },
    ]

    private static let executorWait = FlowMetric(
        name: "flow_executor_wait_seconds", kind: .histogram,
        help: "How long small jobs of the agent waited until the executor ran them."
    ) { program in
        TracedExecutor.measured.flatMap { executor in
            program.executors[executor].map { FlowMetric.samples($0, of: executor, in: program.program) } ?? []
        }
    }

    private static func samples(_ waits: ExecutorHistogram, of executor: TracedExecutor, in program: String) -> [Sample] {
        let labels = [MetricLabel("program", program), MetricLabel("executor", executor.titles[0])]
        let limits = ExecutorHistogram.limits.map { limit in
            // OpenMetrics requires a point in numbers that label buckets.
            let text = MetricNumber.seconds(limit).description
            return text.contains(".") ? text : text + ".0"
        }
        var count = 0
        let buckets = zip(limits + ["+Inf"], waits.counts).map { limit, jobs in
            count = count.saturatingSum(Int(clamping: jobs))
            return Sample(labels: labels + [MetricLabel("le", limit)], number: .count(count), suffix: "_bucket")
        }
        return buckets + [
            Sample(labels: labels, number: .count(count), suffix: "_count"),
            Sample(labels: labels, number: .seconds(waits.sum), suffix: "_sum"),
        ]
    }

    private static let ofPrograms = [
        program("flow_trace_missing_events", .counter, "Events that could not be recorded or read, and count nowhere.") {
            .count($0.missing)
        },
        program(
            "flow_trace_incomplete", .gauge,
            "1 if records are missing, so that figures are left out or count too little, else 0."
        ) { .count($0.isIncomplete ? 1 : 0) },
        program("flow_trace_start_time_seconds", .gauge, "Since when the counters count, in seconds since 1970.") {
            $0.since.map { .seconds($0) }
        },
    ]

    private static func stage(
        _ name: String, _ kind: Kind, _ help: String,
        _ numbers: @escaping @Sendable (StageFigures) -> [(label: MetricLabel?, number: MetricNumber)]
    ) -> FlowMetric {
        FlowMetric(name: name, kind: kind, help: help) { program in
            program.rows.flatMap { row in
                let labels = FlowMetric.labels(of: row.name, in: program.program)
                return numbers(row.figures).map { Sample(labels: labels + ($0.label.map { [$0] } ?? []), number: $0.number) }
            }
        }
    }

    private static func labels(of name: FigureName, in program: String) -> [MetricLabel] {
        [MetricLabel("program", program), MetricLabel("pipeline", name.pipeline)]
            + (name.place.map { [MetricLabel("at", $0)] } ?? [])
            + [MetricLabel("number", name.number.map(String.init) ?? "more"), MetricLabel("stage", name.stage)]
    }

    private static func program(
        _ name: String, _ kind: Kind, _ help: String, _ number: @escaping @Sendable (ProgramFigures) -> MetricNumber?
    ) -> FlowMetric {
        FlowMetric(name: name, kind: kind, help: help) { program in
            number(program).map { [Sample(labels: [MetricLabel("program", program.program)], number: $0)] } ?? []
        }
    }

    private static func word(for reason: DropReason) -> String {
        switch reason {
        case .noDemand: "no_demand"
        case .noSubscriber: "no_subscriber"
        case .overflowOldest: "overflow_oldest"
        case .overflowNewest: "overflow_newest"
        case .error: "error"
        case .cancelled: "cancelled"
        case .superseded: "superseded"
        case .ended: "ended"
        }
    }
}

/// A name and a value that distinguish samples of one metric.
public struct MetricLabel: Hashable, Sendable {
    public let name: String
    public let value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The number of a sample.
public enum MetricNumber: Hashable, Sendable, CustomStringConvertible {
    case count(Int)
    /// A duration or a time in nanoseconds, written in seconds.
    case seconds(UInt64)

    public var description: String {
        switch self {
        case .count(let count): String(count)
        case .seconds(let nanoseconds): "\(TraceTime(nanoseconds: nanoseconds))"
        }
    }
}
