import FlowAnalysis
import FlowExport
import FlowGraph
import FlowModel
import FlowScreen
import FlowSystem
import FlowText
import FlowTrace
import FlowVerdict

/// Writes a trace file as text: a scenario's run, or the pipelines of a program.
package struct TraceText {
    package let file: TraceFile
    /// The trace's name in messages.
    private let name: String

    package init(_ file: TraceFile, name: String) { (self.file, self.name) = (file, name) }

    package func write(as format: RunFormat) {
        switch format {
        case .log: writeLog()
        case .jsonl: writeLines()
        case .marble: writeMarbles()
        }
    }

    /// The trace's events. Reports gaps on the standard error.
    package func events() -> ExportEvents {
        if let plan = RunPlan.recorded(in: file) {
            let log = readRun(plan)
            return ExportEvents(of: log, lanes: plan.lanes(of: log))
        }
        let events = ExportEvents(of: file)
        reportGaps(
            Incompleteness.notes(
                of: events.fold.reconstruction, overwritten: events.fold.overtaken, lostFacts: file.lostFacts,
                unreadable: events.fold.unreadableChunks))
        return events
    }

    /// Writes JSON Lines, one event a line.
    package func writeLines() {
        let events = events()
        let output = StandardOutput()
        events.forEach { output.verbatim(line: events.lanes.jsonLine(for: $0, in: $1, counters: $2)) }
    }

    package func writeMarbles() {
        let (log, lanes) = wholeLog()
        // About two hundred cells for the whole trace.
        let cell = max(1, log.end.time.nanoseconds / 200)
        let output = StandardOutput()
        for line in lanes.marbles(of: lanes.model(of: log), cell: cell) { output.line(TextWidth.sanitised(line)) }
    }

    /// Writes the log of each pipeline of a program below its name, oldest pipeline first; those of a test together, failed tests first.
    func writeLog() {
        let log = readProgram()
        var pipelines = Pipelines()
        pipelines.update(from: log, upTo: log.count)
        let output = StandardOutput()
        let titles = pipelines.ids(by: .age, in: log).compactMap { pipelines.title(ofEdge: $0.edge, in: log) }
        for (index, (id, head)) in TestGroup.headed(titles).enumerated() {
            if index > 0 { output.line("") }
            for line in head { output.line(TextWidth.sanitised(line)) }
            var pipeline = PipelineModel(id)
            pipeline.update(from: log, in: &pipelines)
            let end = pipeline.model.end
            let lines = LogWriter.lines(of: pipeline.stream, upTo: end, count: end.sequence)
            let width = lines.map(\.lane.count).max() ?? 0
            for line in lines { output.line(LogText.line(line, lanes: max(9, width) + 1)) }
        }
    }

    /// Reports gaps in the trace on the standard error.
    package func reportGaps(_ notes: [String]) {
        if !notes.isEmpty { StandardError.line("flowviz: '\(name)' has gaps: \(notes.joined(separator: "; "))") }
    }

    private func wholeLog() -> (log: TraceLog, lanes: ExportLanes) {
        if let plan = RunPlan.recorded(in: file) {
            let log = readRun(plan)
            return (log, ExportLanes(of: log, lanes: plan.lanes(of: log)))
        }
        let log = readProgram()
        return (log, ExportLanes(ofProgram: log))
    }

    private func readRun(_ plan: RunPlan) -> TraceLog {
        let (log, gaps) = plan.events(of: file)
        reportGaps(Incompleteness.notes(of: gaps))
        return log
    }

    /// The log of everything that a program's processes have recorded.
    package func readProgram() -> TraceLog {
        var reconstruction = Reconstruction()
        let gaps = file.read(into: &reconstruction)
        reportGaps(Incompleteness.notes(of: gaps, beganLate: reconstruction.isIncomplete))
        return reconstruction.log
    }
}
