import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowSystem
import FlowTrace

/// The output format for a run's events.
package enum RunFormat: String, CaseIterable {
    case log, jsonl, marble
}

/// Executes a plan without a screen: prints the events, or writes them to a file.
package struct PlannedRun {
    let plan: RunPlan
    /// The output format; `nil` prints a log, or nothing if the run is recorded.
    let format: RunFormat?
    /// The file for the recording, `nil` for none.
    let output: String?
    /// Whether virtual time follows the clock.
    let isRealtime: Bool

    /// The maximum size of a trace in bytes, enough for about two million events.
    private static let traceSize = 64 << 20

    package init(plan: RunPlan, format: RunFormat?, output: String?, isRealtime: Bool) {
        (self.plan, self.format, self.output, self.isRealtime) = (plan, format, output, isRealtime)
    }

    package func perform() throws {
        let model = StreamAnalysis(plan.choice.variantValue).model
        for stop in plan.breaks {
            if let problem = stop.problem(in: model) { throw UsageError("--break '\(stop.text)': \(problem.text)") }
        }
        let run = try makeRun()
        let file = try output.map(Trace.open)
        let format = format ?? (file == nil ? .log : nil)
        let report = RunReport(
            run: run, reading: file, format: format, isRealtime: isRealtime,
            output: StandardOutput { file.map { try? close(run.recorder, $0) } }, endsWithSinks: plan.choice.chain != nil)
        report.stop(at: plan.breaks)
        do {
            try report.run(sends: plan.sends, until: plan.end)
        } catch {
            if let file { try close(run.recorder, file) }
            throw error
        }
        if let file { try finish(run.recorder, file, report) }
        if let hit = report.hit {
            StandardError.line("flowviz: stopped at \(hit.moment.time) s by '\(hit.breakpoint.text)': \(hit.words)")
        }
    }

    private func makeRun() throws -> ScenarioRun {
        return try Failure.checked { () throws(TraceFileError) in
            try ScenarioRun(plan.choice.scenarioValue, variant: plan.choice.variantValue, numbers: plan.choice.numbers) {
                clock throws(TraceFileError) in
                guard let output else { return Recorder(clock: clock) }
                return try Recorder(
                    file: output, options: TraceFileOptions(size: PlannedRun.traceSize), command: plan.command, clock: clock)
            }
        }
    }

    /// Closes the trace of a successful run and reports its size.
    private func finish(_ recorder: Recorder, _ file: TraceFile, _ report: RunReport) throws {
        try close(recorder, file, at: report.end)
        let missed = recorder.missed > 0 ? ", \(recorder.missed) missed: the file was full" : ""
        let path = file.path
        StandardError.line("flowviz: \(report.eventCount) events in '\(path)'\(missed); 'flowviz replay \(path)' shows them")
    }

    /// Closes a trace and trims its file, unless another file has taken its path.
    private func close(_ recorder: Recorder, _ file: TraceFile, at end: TraceTime? = nil) throws {
        recorder.close(at: end)
        try Failure.checked { () throws(TraceFileError) in try file.trim() }
    }
}
