import ArgumentParser
import FlowModel
import FlowScreen
import FlowTrace

/// Writes a trace file in a form that other programs read.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a trace file as JSON Lines, marbles, a picture, or for Chrome's and Perfetto's viewers.")

    @Argument(help: ArgumentHelp("The trace file.", valueName: "file"))
    var file: String

    @Option(help: "jsonl, marble, chrome, perfetto or svg.")
    var format = ExportFormat.jsonl

    @OptionGroup(title: "Options of svg") var picture: PictureOptions

    func validate() throws {
        guard format == .svg || picture.chosen.isEmpty else {
            throw ValidationError("\(picture.chosen[0]) goes with --format svg only")
        }
    }

    func run() throws {
        let trace = try Trace.open(file)
        if format == .svg { return try writePicture() }
        let output = StandardOutput()
        let (log, lanes) = read(trace)
        switch format {
        case .jsonl: writeLines(log, lanes, to: output)
        case .marble: writeMarbles(log, lanes, to: output)
        case .chrome: writeChrome(log, lanes, program: trace.name, to: output)
        case .perfetto: writePerfetto(log, lanes, program: trace.name, to: output)
        case .svg: break
        }
        output.flush()
    }

    private func read(_ trace: TraceFile) -> (log: TraceLog, lanes: ExportLanes) {
        if let plan = RunPlan.recorded(in: trace) {
            var log = TraceLog()
            tell(Incompleteness.notes(of: trace.read(into: &log)))
            return (log, ExportLanes(of: log, lanes: plan.choice.variantValue.lanes))
        }
        var reconstruction = Reconstruction()
        let gaps = trace.read(into: &reconstruction)
        tell(Incompleteness.notes(of: gaps, beganLate: reconstruction.isIncomplete))
        return (reconstruction.log, ExportLanes(ofProgram: reconstruction.log))
    }

    /// Says on the standard error what the trace does not have.
    private func tell(_ notes: [String]) {
        if !notes.isEmpty { StandardError.line("flowviz: '\(file)' is not whole: \(notes.joined(separator: "; "))") }
    }

    private func writeLines(_ log: TraceLog, _ lanes: ExportLanes, to output: StandardOutput) {
        let model = lanes.model(of: log)
        for entry in log.entries { output.line(lanes.jsonLine(for: entry, in: model)) }
    }

    private func writeMarbles(_ log: TraceLog, _ lanes: ExportLanes, to output: StandardOutput) {
        // Some two hundred cells for the whole of it.
        let cell = max(1, log.end.time.nanoseconds / 200)
        for line in lanes.marbles(of: lanes.model(of: log), cell: cell) { output.line(TextWidth.sanitised(line)) }
    }

    private func writeChrome(_ log: TraceLog, _ lanes: ExportLanes, program: String, to output: StandardOutput) {
        for line in ChromeTrace.head(of: lanes, program: program) { output.line(line) }
        var counters = EdgeCounters()
        for entry in log.entries {
            counters.add(entry, in: log)
            for line in ChromeTrace.lines(for: entry, in: log, on: lanes, counters: counters) { output.line(line) }
        }
        for line in ChromeTrace.tail { output.line(line) }
    }

    private func writePerfetto(_ log: TraceLog, _ lanes: ExportLanes, program: String, to output: StandardOutput) {
        output.bytes(PerfettoTrace.head(of: lanes, in: log, program: program))
        var counters = EdgeCounters()
        for entry in log.entries {
            counters.add(entry, in: log)
            output.bytes(PerfettoTrace.packets(for: entry, in: log, counters: counters))
        }
    }

    /// Writes what `frame --trace` draws; where no row is named, of the first pipeline.
    private func writePicture() throws {
        let frame = try FrameCommand.parse(["--trace", file, "--format", "svg"] + picture.words)
        let screen = try frame.screen(openingFirst: true)
        tell(screen.notes)
        try frame.write(frame.surface(of: screen))
    }
}
