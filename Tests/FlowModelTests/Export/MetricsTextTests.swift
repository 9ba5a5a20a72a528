import FlowExport
import FlowTrace
import Testing
import FlowVerdict

@Suite("Metrics text")
struct MetricsTextTests {
    /// A buffer between a source and a sink that requested one value: of three values, one passed, one waits, and one was lost.
    private func rows(_ label: String = "input", missed: Int = 0) -> [FigureRow] {
        let trace = TraceBuilder([])
        let recorder = trace.recorder
        let source = recorder.declareNode(.source, name: label)
        let buffer = recorder.declareNode(.buffer, name: "buffer", capacity: 1)
        let sink = recorder.declareNode(.sink, name: "sink")
        trace.edge("input", .link, from: source, to: buffer)
        trace.edge("store", .store, from: buffer)
        trace.edge("output", .link, from: buffer, to: sink)
        trace.at(1) {
            for edge in ["input", "output"] { trace.signal(edge, .subscribed) }
            trace.ask("input", .unlimited)
            trace.ask("output", .max(1))
            trace.signal("input", .value, "A") { trace.signal("output", .value, "A") }
        }
        trace.at(2) { trace.signal("input", .value, "B") { trace.signal("store", .buffered, "B") } }
        trace.at(3.5) {
            trace.signal("input", .value, "C") { trace.signal("store", .dropped, "C", reason: .overflowNewest) }
        }
        var log = trace.model().log
        log.record(missed: missed)
        var (meter, table) = (UtilizationMeter(), FigureTable())
        for entry in log.entries { meter.fold(entry, in: log) }
        return table.fold(meter.figures(at: TraceTime(seconds: 4.25), in: log))
    }

    @Test func `OpenMetrics has the unit of each metric, and since when counters count`() {
        let figures = ProgramFigures(program: "app", since: 1_700_000_000_250_000_000, missing: 0, rows: rows())
        let since = "1700000000.25"
        let stage = { (name: String) in "{program=\"app\",pipeline=\"input → buffer → sink\",number=\"1\",stage=\"\(name)\"" }

        #expect(
            MetricsText.text(of: [figures], as: .openmetrics) == """
                # HELP flow_stage_values Values that came to the stage, of a source those that it sent.
                # TYPE flow_stage_values counter
                flow_stage_values_total\(stage("input"))} 3
                flow_stage_values_created\(stage("input"))} \(since)
                flow_stage_values_total\(stage("buffer"))} 3
                flow_stage_values_created\(stage("buffer"))} \(since)
                flow_stage_values_total\(stage("sink"))} 1
                flow_stage_values_created\(stage("sink"))} \(since)
                # HELP flow_stage_dropped Values that the stage dropped, by reason.
                # TYPE flow_stage_dropped counter
                flow_stage_dropped_total\(stage("buffer")),reason="overflow_newest"} 1
                flow_stage_dropped_created\(stage("buffer")),reason="overflow_newest"} \(since)
                # HELP flow_stage_held Values that wait in the stage.
                # TYPE flow_stage_held gauge
                flow_stage_held\(stage("buffer"))} 1
                # HELP flow_stage_capacity How many values may wait in the stage, if there is a limit.
                # TYPE flow_stage_capacity gauge
                flow_stage_capacity\(stage("buffer"))} 1
                # HELP flow_stage_demand Values that the stage has asked for and not got yet, unless it asked for all.
                # TYPE flow_stage_demand gauge
                flow_stage_demand\(stage("sink"))} 0
                # HELP flow_stage_oldest_seconds How long the oldest value has waited in the stage.
                # TYPE flow_stage_oldest_seconds gauge
                # UNIT flow_stage_oldest_seconds seconds
                flow_stage_oldest_seconds\(stage("buffer"))} 2.25
                # HELP flow_stage_state_seconds How long the stage was busy, had asked and got nothing (starved), was asked for nothing \
                (held_back), or was held or slowed by a viewer (held_by_viewer).
                # TYPE flow_stage_state_seconds counter
                # UNIT flow_stage_state_seconds seconds
                flow_stage_state_seconds_total\(stage("input")),state="busy"} 0
                flow_stage_state_seconds_created\(stage("input")),state="busy"} \(since)
                flow_stage_state_seconds_total\(stage("input")),state="starved"} 3.25
                flow_stage_state_seconds_created\(stage("input")),state="starved"} \(since)
                flow_stage_state_seconds_total\(stage("input")),state="held_back"} 0
                flow_stage_state_seconds_created\(stage("input")),state="held_back"} \(since)
                flow_stage_state_seconds_total\(stage("buffer")),state="busy"} 0
                flow_stage_state_seconds_created\(stage("buffer")),state="busy"} \(since)
                flow_stage_state_seconds_total\(stage("buffer")),state="starved"} 0
                flow_stage_state_seconds_created\(stage("buffer")),state="starved"} \(since)
                flow_stage_state_seconds_total\(stage("buffer")),state="held_back"} 2.25
                flow_stage_state_seconds_created\(stage("buffer")),state="held_back"} \(since)
                flow_stage_state_seconds_total\(stage("sink")),state="busy"} 3.25
                flow_stage_state_seconds_created\(stage("sink")),state="busy"} \(since)
                flow_stage_state_seconds_total\(stage("sink")),state="starved"} 0
                flow_stage_state_seconds_created\(stage("sink")),state="starved"} \(since)
                flow_stage_state_seconds_total\(stage("sink")),state="held_back"} 0
                flow_stage_state_seconds_created\(stage("sink")),state="held_back"} \(since)
                # HELP flow_pipeline_culprit 1 if the stage holds its pipeline back, else 0.
                # TYPE flow_pipeline_culprit gauge
                flow_pipeline_culprit\(stage("input"))} 0
                flow_pipeline_culprit\(stage("buffer"))} 0
                flow_pipeline_culprit\(stage("sink"))} 1
                # HELP flow_trace_missing_events Events that could not be recorded or read, and count nowhere.
                # TYPE flow_trace_missing_events counter
                flow_trace_missing_events_total{program="app"} 0
                flow_trace_missing_events_created{program="app"} \(since)
                # HELP flow_trace_incomplete 1 if records are missing, so that figures are left out or count too little, else 0.
                # TYPE flow_trace_incomplete gauge
                flow_trace_incomplete{program="app"} 0
                # HELP flow_trace_start_time_seconds Since when the counters count, in seconds since 1970.
                # TYPE flow_trace_start_time_seconds gauge
                # UNIT flow_trace_start_time_seconds seconds
                flow_trace_start_time_seconds{program="app"} \(since)
                # EOF

                """)
    }

    @Test func `where records are missing, only counts are left, and they say so`() {
        let figures = ProgramFigures(program: "app", since: nil, missing: 7, rows: rows(missed: 7))
        let stage = { (name: String) in "{program=\"app\",pipeline=\"input → buffer → sink\",number=\"1\",stage=\"\(name)\"" }

        #expect(
            MetricsText.text(of: [figures], as: .prometheus) == """
                # HELP flow_stage_values_total Values that came to the stage, of a source those that it sent.
                # TYPE flow_stage_values_total counter
                flow_stage_values_total\(stage("input"))} 3
                flow_stage_values_total\(stage("buffer"))} 3
                flow_stage_values_total\(stage("sink"))} 1
                # HELP flow_stage_dropped_total Values that the stage dropped, by reason.
                # TYPE flow_stage_dropped_total counter
                flow_stage_dropped_total\(stage("buffer")),reason="overflow_newest"} 1
                # HELP flow_trace_missing_events_total Events that could not be recorded or read, and count nowhere.
                # TYPE flow_trace_missing_events_total counter
                flow_trace_missing_events_total{program="app"} 7
                # HELP flow_trace_incomplete 1 if records are missing, so that figures are left out or count too little, else 0.
                # TYPE flow_trace_incomplete gauge
                flow_trace_incomplete{program="app"} 1

                """)
    }

    /// The waits of two executors: 12 short ones and a long one for the pool, and one of 2 s for the main actor.
    private var executors: [TracedExecutor: ExecutorHistogram] {
        let recorder = Recorder()
        let records: [(TracedExecutor, wait: Int, sum: Int, count: Int)] = [
            (.pool, 1, 10, 10), (.pool, 4, 7, 2), (.pool, 1_300, 1_300, 1), (.mainActor, 2_000, 2_000, 1),
        ]
        for (executor, wait, sum, count) in records {
            let figures = ExecutorFigures(wait: UInt64(wait) * 1_000_000, word: UInt64(sum) * 1_000_000, number: UInt32(count))
            recorder.record(.served, of: executor, figures)
        }
        var log = TraceLog()
        recorder.drain(into: &log)
        return log.executors.histograms
    }

    /// The lines of an executor's histogram.
    private func histogram(_ executor: String, _ counts: [Int], sum: String, since: String?) -> [String] {
        let limits = ["0.001", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "10.0", "+Inf"]
        let labels = "{program=\"app\",executor=\"\(executor)\""
        let buckets = zip(limits, counts).map { "_bucket\(labels),le=\"\($0)\"} \($1)" }
        let created = since.map { "_created\(labels)} \($0)" }
        let lines = buckets + ["_count\(labels)} \(counts.last ?? 0)", "_sum\(labels)} \(sum)", created].compactMap(\.self)
        return lines.map { "flow_executor_wait_seconds\($0)" }
    }

    @Test(arguments: MetricsFormat.allCases)
    func `the waits for executors are a histogram`(format: MetricsFormat) {
        let isOpen = format == .openmetrics
        let figures = ProgramFigures(
            program: "app", since: 1_700_000_000_250_000_000, missing: 0, rows: [], executors: executors)
        let since = isOpen ? "1700000000.25" : nil
        let missing = "flow_trace_missing_events"
        func unit(_ name: String) -> [String] { isOpen ? ["# UNIT \(name) seconds"] : [] }

        let head = [
            "# HELP flow_executor_wait_seconds How long small jobs of the agent waited until the executor ran them.",
            "# TYPE flow_executor_wait_seconds histogram",
        ]
        let pool = histogram("pool", [10, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13], sum: "1.317", since: since)
        let main = histogram("main actor", [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1], sum: "2", since: since)
        let trace =
            [
                "# HELP \(missing)\(isOpen ? "" : "_total") Events that could not be recorded or read, and count nowhere.",
                "# TYPE \(missing)\(isOpen ? "" : "_total") counter", "\(missing)_total{program=\"app\"} 0",
            ] + (since.map { ["\(missing)_created{program=\"app\"} \($0)"] } ?? [])
            + [
                "# HELP flow_trace_incomplete 1 if records are missing, so that figures are left out or count too little, else 0.",
                "# TYPE flow_trace_incomplete gauge", "flow_trace_incomplete{program=\"app\"} 0",
                "# HELP flow_trace_start_time_seconds Since when the counters count, in seconds since 1970.",
                "# TYPE flow_trace_start_time_seconds gauge",
            ] + unit("flow_trace_start_time_seconds")
            + ["flow_trace_start_time_seconds{program=\"app\"} 1700000000.25"] + (isOpen ? ["# EOF"] : [])
        #expect(
            MetricsText.text(of: [figures], as: format).split(separator: "\n").map(String.init)
                == head + unit("flow_executor_wait_seconds") + pool + main + trace)
    }

    @Test func `no label leaves its quotes or its line`() {
        let figures = ProgramFigures(program: "a\"} 1\\", since: nil, missing: 0, rows: rows("x\ny\"\\\u{1B}[31m"))
        let lines = MetricsText.text(of: [figures], as: .prometheus).split(separator: "\n")

        #expect(
            lines[2] == """
                flow_stage_values_total{program="a\\"} 1\\\\",pipeline="x␊y\\"\\\\␛[31m → buffer → sink",number="1",stage="x␊y\\"\\\\␛[31m"} 3
                """)
        #expect(lines.allSatisfy { $0.hasPrefix("# ") || $0.hasPrefix("flow_") })
    }

    @Test func `nothing to say is an empty text`() {
        #expect(MetricsText.text(of: [], as: .openmetrics) == "# EOF\n")
        #expect(MetricsText.text(of: [], as: .prometheus) == "")
    }
}
