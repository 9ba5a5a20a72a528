import ArgumentParser
import FlowModel
import FlowScenarios
import FlowTrace

/// Says in words where a stream is held back, of a trace file or a scenario.
struct DiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose", abstract: "Says where a stream is held back, which stage is to blame, and what was lost.")

    @Argument(help: ArgumentHelp("The trace file, or the scenario; 'flowviz list' names those.", valueName: "file|id"))
    var subject: String

    @Option(help: ArgumentHelp("The variant of a scenario; its first where left out.", valueName: "name"))
    var variant: String?

    @Option(
        help: ArgumentHelp(
            "Stop a scenario after this much virtual time; needed where the variant is endless.", valueName: "seconds"))
    var until: String?

    @Option(help: ArgumentHelp("Judge at this moment; at the end where left out.", valueName: "seconds"))
    var at: String?

    @Flag(help: "Write JSON.")
    var json = false

    func run() throws {
        let moment = try at.map { try seconds($0, of: "--at") }
        let diagnosis = try isScenario ? scenario(at: moment) : trace(at: moment)
        let output = StandardOutput()
        for line in json ? DiagnosisJSON.lines(of: diagnosis) : DiagnosisText.lines(of: diagnosis) { output.line(line) }
        output.flush()
    }

    /// A word that names a scenario means that; a file of that name is meant with its folder.
    private var isScenario: Bool {
        Catalogue.scenarios.contains { $0.id == subject }
    }

    private func seconds(_ text: String, of option: String) throws -> TraceTime {
        if let time = Arguments.seconds(text) { return time }
        throw ValidationError("\(option) '\(text)' does not fit; it takes seconds from 0 to 1000000")
    }

    // MARK: Scenarios

    private func scenario(at moment: TraceTime?) throws -> Diagnosis {
        let choice = try Arguments.choice(scenario: subject, variant: variant)
        let end = try until.map { try seconds($0, of: "--until") }
        guard end != nil || moment != nil || !choice.variantValue.isEndless else {
            let name = "\(subject) \(choice.variantValue.id)"
            throw ValidationError("\(name) never ends by itself; add --until SECONDS, for example --until 10")
        }
        let run = ScenarioRun(choice.scenarioValue, variant: choice.variantValue)
        let limit = [end, moment].compactMap(\.self).min()
        while let next = run.nextDeadline, limit.map({ next <= $0 }) ?? true {
            guard run.advance(to: next) else { throw Failure("\(subject) ran a million pieces of work without time passing") }
        }
        if let limit { run.advance(to: limit) }
        var log = TraceLog()
        run.recorder.drain(into: &log)
        var meter = FlowMeter()
        for entry in log.entries { meter.take(entry, in: log) }
        return Diagnosis(reports: meter.reports(at: run.now, in: log, isOver: run.nextDeadline == nil), notes: [])
    }

    // MARK: Traces

    private func trace(at moment: TraceTime?) throws -> Diagnosis {
        if !subject.contains("/"), !subject.contains("."), (try? TraceFile(subject)) == nil {
            _ = try Arguments.choice(scenario: subject, variant: nil)
        }
        guard variant == nil, until == nil else {
            throw ValidationError(
                "\(variant == nil ? "--until" : "--variant") goes with a scenario only; --at takes a moment of a trace")
        }
        let file = try Trace.open(subject)
        var reader = FlowReader(file, isScenario: RunPlan.recorded(in: file) != nil)
        reader.read(until: moment)
        return Diagnosis(reports: reader.reports(at: moment ?? file.endTime), notes: reader.notes)
    }
}
