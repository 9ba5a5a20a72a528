import ArgumentParser
import FlowModel
import FlowTrace

/// Says in words where a stream is held back, of a trace file or a scenario.
struct DiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose", abstract: "Says where a stream is held back, which stage is to blame, and what was lost.")

    @Argument(help: ArgumentHelp("A trace file, or a scenario as id or id:variant.", valueName: "file|id"))
    var subject: String

    @Option(help: ArgumentHelp("Judge at this moment; at the end where left out.", valueName: "seconds"))
    var at: String?

    @Flag(help: "Write JSON.")
    var json = false

    @OptionGroup(title: "Options of a scenario") var options: ScenarioOptions

    func run() throws {
        let moment = try at.map { try Arguments.seconds($0, of: "--at") }
        let source = try RunSource(subject, options: options.words, endingAt: moment)
        let diagnosis = try source.file.map { trace($0, at: moment) } ?? scenario(source)
        let output = StandardOutput()
        for line in json ? DiagnosisJSON.lines(of: diagnosis) : DiagnosisText.lines(of: diagnosis) { output.line(line) }
        output.flush()
    }

    private func scenario(_ source: RunSource) throws -> Diagnosis {
        let (run, model) = try source.play()
        let log = model.log
        var meter = FlowMeter()
        for entry in log.entries { meter.take(entry, in: log) }
        return Diagnosis(reports: meter.reports(at: run.now, in: log, isOver: run.nextDeadline == nil), notes: [])
    }

    private func trace(_ file: TraceFile, at moment: TraceTime?) -> Diagnosis {
        var reader = FlowReader(file, isScenario: RunPlan.recorded(in: file) != nil)
        reader.read(until: moment)
        return Diagnosis(reports: reader.reports(at: moment ?? file.endTime), notes: reader.notes)
    }
}
