import ArgumentParser
import FlowExport
import FlowGraph
import FlowScreen
import FlowTrace

enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
    case jsonl, marble, chrome, perfetto, svg
}

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a trace file as JSON Lines, marbles, a picture, or for Chrome's and Perfetto's viewers.")

    @Argument(help: ArgumentHelp("The trace file.", valueName: "file"))
    var file: String

    @Option(help: "What to write.")
    var format = ExportFormat.jsonl

    @OptionGroup(title: "Options of svg") var picture: PictureOptions

    func validate() throws {
        guard format == .svg || picture.chosen.isEmpty else {
            throw ValidationError("\(picture.chosen[0]) works only with --format svg")
        }
    }

    func run() throws {
        let trace = try Trace.open(file)
        switch format {
        case .jsonl: writeLines(events(of: trace))
        case .marble: writeMarbles(trace)
        case .chrome: writeChrome(events(of: trace), program: trace.name)
        case .perfetto: writePerfetto(events(of: trace), program: trace.name)
        case .svg: try writePicture(trace)
        }
    }

    private func events(of trace: TraceFile) -> ExportEvents {
        if let plan = RunPlan.recorded(in: trace) {
            let log = read(trace)
            return ExportEvents(of: log, lanes: plan.lanes(of: log))
        }
        let events = ExportEvents(of: trace)
        reportGaps(
            Incompleteness.notes(
                of: events.fold.reconstruction, overwritten: events.fold.overtaken, lostFacts: trace.lostFacts,
                unreadable: events.fold.unreadableChunks))
        return events
    }

    private func read(_ trace: TraceFile) -> TraceLog {
        var log = TraceLog()
        reportGaps(Incompleteness.notes(of: trace.read(into: &log)))
        return log
    }

    /// Says on the standard error what the trace does not have.
    private func reportGaps(_ notes: [String]) {
        if !notes.isEmpty { StandardError.line("flowviz: '\(file)' has gaps: \(notes.joined(separator: "; "))") }
    }

    private func writeLines(_ events: ExportEvents) {
        let output = StandardOutput()
        events.forEach { output.formatted(line: events.lanes.jsonLine(for: $0, in: $1, counters: $2)) }
    }

    private func writeChrome(_ events: ExportEvents, program: String) {
        let output = StandardOutput()
        for line in ChromeTrace.head(of: events.lanes, program: program) { output.formatted(line: line) }
        events.forEach { entry, log, counters in
            for line in ChromeTrace.lines(for: entry, in: log, on: events.lanes, counters: counters) {
                output.formatted(line: line)
            }
        }
        for line in ChromeTrace.tail { output.formatted(line: line) }
    }

    private func writePerfetto(_ events: ExportEvents, program: String) {
        let output = StandardOutput()
        output.formatted(PerfettoTrace.head(of: events.lanes, in: events.graph, program: program))
        events.forEach { output.formatted(PerfettoTrace.packets(for: $0, in: $1, counters: $2)) }
    }

    private func writeMarbles(_ trace: TraceFile) {
        let (log, lanes) = wholeLog(of: trace)
        // Some two hundred cells for the whole of it.
        let cell = max(1, log.end.time.nanoseconds / 200)
        let output = StandardOutput()
        for line in lanes.marbles(of: lanes.model(of: log), cell: cell) { output.line(TextWidth.sanitised(line)) }
    }

    private func wholeLog(of trace: TraceFile) -> (log: TraceLog, lanes: ExportLanes) {
        if let plan = RunPlan.recorded(in: trace) {
            let log = read(trace)
            return (log, ExportLanes(of: log, lanes: plan.lanes(of: log)))
        }
        var reconstruction = Reconstruction()
        let gaps = trace.read(into: &reconstruction)
        reportGaps(Incompleteness.notes(of: gaps, beganLate: reconstruction.isIncomplete))
        return (reconstruction.log, ExportLanes(ofProgram: reconstruction.log))
    }

    /// Writes what `frame --trace` draws; where no row is named, of the first pipeline.
    private func writePicture(_ trace: TraceFile) throws {
        var plan = try picture.plan(of: .trace(trace))
        plan.pipelines.opensFirst = true
        let screen = try plan.screen()
        reportGaps(screen.notes)
        try plan.write(plan.surface(of: screen), as: .svg)
    }
}
