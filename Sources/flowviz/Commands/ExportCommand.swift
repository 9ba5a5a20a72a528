import ArgumentParser
import FlowModel
import FlowScreen
import FlowTrace

/// Writes a trace file in a form that other programs read.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes a trace file as JSON Lines, marbles, or for Chrome's and Perfetto's viewers.")

    @Argument(help: ArgumentHelp("The trace file.", valueName: "file"))
    var file: String

    @Option(help: "jsonl, marble, chrome or perfetto.")
    var format = ExportFormat.jsonl

    func run() throws {
        let trace = try Trace.open(file)
        var reconstruction = Reconstruction()
        trace.read(into: &reconstruction)
        let log = reconstruction.log
        let output = StandardOutput()
        switch format {
        case .jsonl: writeLines(of: model(of: log), to: output)
        case .marble: writeMarbles(of: model(of: log), to: output)
        case .chrome: writeChrome(log, program: trace.name, to: output)
        case .perfetto: writePerfetto(log, program: trace.name, to: output)
        }
        output.flush()
    }

    private func model(of log: TraceLog) -> StreamModel {
        var model = StreamModel(lanes: LaneSpec.lanes(of: log))
        model.update { $0 = log }
        return model
    }

    private func writeLines(of model: StreamModel, to output: StandardOutput) {
        for entry in model.log.entries { output.line(JSONLines.line(for: entry, in: model)) }
    }

    private func writeMarbles(of model: StreamModel, to output: StandardOutput) {
        // Some two hundred cells for the whole of it.
        let cell = max(1, model.end.time.nanoseconds / 200)
        for line in MarbleText.lines(of: model, until: model.end.time, cell: cell) { output.line(TextWidth.sanitised(line)) }
    }

    private func writeChrome(_ log: TraceLog, program: String, to output: StandardOutput) {
        for line in ChromeTrace.head(of: log, program: program) { output.line(line) }
        var counters = EdgeCounters()
        for entry in log.entries {
            counters.add(entry)
            for line in ChromeTrace.lines(for: entry, in: log, counters: counters) { output.line(line) }
        }
        for line in ChromeTrace.tail { output.line(line) }
    }

    private func writePerfetto(_ log: TraceLog, program: String, to output: StandardOutput) {
        output.bytes(PerfettoTrace.head(of: log, program: program))
        var counters = EdgeCounters()
        for entry in log.entries {
            counters.add(entry)
            output.bytes(PerfettoTrace.packets(for: entry, in: log, counters: counters))
        }
    }
}
