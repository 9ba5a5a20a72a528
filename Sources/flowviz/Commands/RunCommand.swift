import ArgumentParser
import FlowModel
import FlowScenarios
import FlowTrace

/// Runs a scenario without a screen and prints its events.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a scenario without a screen, at once, in virtual time, and prints its events.")

    @Argument(help: ArgumentHelp("The scenario; 'flowviz list' names them.", valueName: "id"))
    var id: String

    @Option(help: ArgumentHelp("The variant; the scenario's first where left out.", valueName: "name"))
    var variant: String?

    @Option(help: ArgumentHelp("Stop after this much virtual time; needed where the variant is endless.", valueName: "seconds"))
    var until: String?

    @Option(help: "log, jsonl or marble; log where left out and nothing is written to a file.")
    var format: RunFormat?

    @Flag(help: "Take as long as the clock does.")
    var realtime = false

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Write a trace, which 'flowviz replay' shows.", valueName: "file"))
    var output: String?

    @OptionGroup var breaks: BreakOptions

    func run() throws {
        let plan = try plan()
        let choice = plan.choice
        let stops = try breaks.breakpoints(on: StreamModel(lanes: choice.variantValue.lanes))
        let run = try Trace.checked { () throws(TraceFileError) in
            try ScenarioRun(choice.scenarioValue, variant: choice.variantValue, numbers: choice.numbers) {
                clock throws(TraceFileError) in
                guard let output else { return Recorder(clock: clock) }
                return try Recorder(
                    file: output, options: TraceFileOptions(size: RunCommand.traceSize), command: plan.command, clock: clock)
            }
        }
        let format = format ?? (output == nil ? .log : nil)
        let report = RunReport(
            run: run, reading: try output.map(Trace.open), format: format, isRealtime: realtime,
            output: StandardOutput { output.map { try? close(run.recorder, $0) } })
        report.stop(at: stops)
        do {
            try report.run(sends: plan.sends, until: plan.end)
        } catch {
            if let output { try close(run.recorder, output) }
            throw error
        }
        if let output { try finish(run.recorder, output, report) }
        if let hit = report.hit {
            StandardError.line("flowviz: stopped at \(hit.moment.time): \(hit.breakpoint.text): \(hit.words)")
        }
    }

    /// How large a trace can become, in bytes: some two million events.
    private static let traceSize = 64 << 20

    /// What the arguments ask for.
    func plan() throws -> RunPlan {
        var choice = try Arguments.choice(scenario: id, variant: variant)
        let variant = choice.variantValue
        for text in set {
            let (name, value) = try Arguments.set(text, of: variant, scenario: id)
            choice.numbers[name] = value
        }
        let sends = try Arguments.sends(send, of: variant, scenario: id)
        let end = try end(of: variant)
        if let end, let late = sends.last, late.time > end {
            throw ValidationError("--send '\(late.time):\(late.control)' comes after the end; --until is \(end)")
        }
        return RunPlan(choice: choice, sends: sends, end: end)
    }

    private func end(of variant: Variant) throws -> TraceTime? {
        guard let until else {
            guard variant.isEndless else { return nil }
            throw ValidationError("\(id) \(variant.id) never ends by itself; add --until SECONDS, for example --until 10")
        }
        return try Arguments.seconds(until, of: "--until")
    }

    /// Ends a trace, and gives back the room that it did not need.
    /// Ends the trace of a run that went well, and says what it holds.
    private func finish(_ recorder: Recorder, _ path: String, _ report: RunReport) throws {
        try close(recorder, path, at: report.end)
        let missed = recorder.missed > 0 ? ", \(recorder.missed) missed: the file was full" : ""
        StandardError.line("flowviz: \(report.eventCount) events in '\(path)'\(missed); 'flowviz replay \(path)' shows them")
    }

    private func close(_ recorder: Recorder, _ path: String, at end: TraceTime? = nil) throws {
        recorder.close(at: end)
        try Trace.checked { () throws(TraceFileError) in try TraceFile(path).trim() }
    }
}
