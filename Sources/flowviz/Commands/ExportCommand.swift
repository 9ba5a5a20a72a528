import ArgumentParser
import FlowApp
import FlowExport
import FlowSessions
import FlowSystem
import FlowTrace

enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
    case jsonl, marble, chrome, perfetto, svg
}

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a trace file as JSON Lines, marbles, a picture, or for Chrome's and Perfetto's viewers.")

    @Argument(help: ArgumentHelp("The trace file.", valueName: "file"), completion: .trace)
    var file: String

    @Option(help: "The output format.")
    var format = ExportFormat.jsonl

    @OptionGroup(title: "Options of svg") var picture: PictureOptions

    func validate() throws {
        guard format == .svg || picture.chosen.isEmpty else {
            throw ValidationError("\(picture.chosen[0]) works only with --format svg")
        }
    }

    func run() throws {
        let trace = try Trace.open(file)
        let text = TraceText(trace, name: file)
        switch format {
        case .jsonl: text.writeLines()
        case .marble: text.writeMarbles()
        case .chrome: writeChrome(text.events(), program: trace.name)
        case .perfetto: writePerfetto(text.events(), program: trace.name)
        case .svg: try writePicture(text)
        }
    }

    private func writeChrome(_ events: ExportEvents, program: String) {
        let output = StandardOutput()
        for line in ChromeTrace.head(of: events.lanes, program: program) { output.verbatim(line: line) }
        events.forEach { entry, log, counters in
            for line in ChromeTrace.lines(for: entry, in: log, on: events.lanes, counters: counters) {
                output.verbatim(line: line)
            }
        }
        for line in ChromeTrace.tail { output.verbatim(line: line) }
    }

    private func writePerfetto(_ events: ExportEvents, program: String) {
        let output = StandardOutput()
        output.verbatim(PerfettoTrace.head(of: events.lanes, in: events.graph, program: program))
        events.forEach { output.verbatim(PerfettoTrace.packets(for: $0, in: $1, counters: $2)) }
    }

    /// Writes the picture of `frame --trace`; if no row is named, of the first pipeline.
    private func writePicture(_ text: TraceText) throws {
        let config = Config.ofPictures()
        var plan = try picture.plan(of: .trace(text.file), config)
        config.warn()
        plan.pipelines.opensFirst = true
        let screen = try plan.screen()
        text.reportGaps(screen.notes)
        try plan.write(plan.surface(of: screen), as: .svg)
    }
}
