import ArgumentParser
import FlowAnalysis
import FlowPlaces
import FlowSessions
import FlowSystem
import FlowTrace
import FlowTry
import FlowVerdict

struct DiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose", abstract: "Says where a stream is held back, which stage is to blame, and what was dropped.")

    @Argument(help: ArgumentHelp("A trace file, or a scenario as id or id:variant.", valueName: "file|id"), completion: .subject)
    var subject: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Judge this moment; by default the whole run, or now if it goes on.", valueName: "seconds"))
    var at: String?

    @Flag(help: "Write JSON.")
    var json = false

    @Flag(help: "Write everything: a row for each stage of each pipeline.")
    var all = false

    @OptionGroup(title: "Options of a scenario") var options: ScenarioOptions

    @OptionGroup(title: "Options of a scenario") var inputs: InputOptions

    func run() throws {
        let moment = try at.map { try Arguments.seconds($0, of: "--at") }
        let source = try RunSource(subject, inputs.settings(variant: options.variant), endingAt: moment)
        let diagnosis =
            switch source.origin {
            case .trace(let file):
                trace(
                    file, of: source, at: moment, isOver: source.isOver,
                    isRun: moment == nil && (file.isClosed || file.isAbandoned))
            case .scenario(let plan): try scenario(plan, isOver: source.isOver, isRun: moment == nil)
            }
        let output = StandardOutput()
        if json {
            output.verbatim(line: DiagnosisJSON.line(of: diagnosis))
        } else {
            for line in DiagnosisText.lines(of: diagnosis, isWhole: all) { output.line(line) }
        }
        output.flush()
        if diagnosis.isDamaged { throw ExitCode(1) }
    }

    private func scenario(_ plan: RunPlan, isOver: Bool, isRun: Bool) throws -> Diagnosis {
        let (end, model) = try plan.play()
        var (meter, rules, violations) = (UtilizationMeter(), RuleCheck(), ViolationList())
        for entry in model.log.entries {
            meter.fold(entry, in: model.log)
            rules.fold(entry, in: model.log, into: &violations)
        }
        let reports = meter.reportsByPressure(at: end, in: model.log, isOver: isOver, isRun: isRun)
        return Diagnosis(
            reports: reports, isRun: isRun, hasNames: false, violations: violations, notes: [],
            isDamaged: model.log.count == 0)
    }

    private func trace(_ file: TraceFile, of source: RunSource, at moment: TraceTime?, isOver: Bool, isRun: Bool) -> Diagnosis {
        let plan = RunPlan.recorded(in: file)
        let derivesEvents = plan?.derivesEvents ?? true
        // The rules are judged in parallel, since they cost as much again.
        let hasEnded = moment == nil && (plan == nil ? file.endTime != nil : isOver)
        let rules = BackgroundViolations(RuleReader(file, derivesEvents: derivesEvents), until: moment, isOver: hasEnded)
        var reader = BottleneckReader(file, isOneRun: plan != nil, derivesEvents: derivesEvents)
        reader.read(until: moment)
        let notes = Incompleteness.notes(of: reader.gaps, beganLate: reader.beganLate)
        let forks = ForkNote(of: file).map { [$0.line] } ?? []
        let places = source.placeDoubts.map(\.description)
        // A moment after the end shows the end.
        let moment = moment.flatMap { moment in file.endTime.map { moment >= $0 } == true ? nil : moment }
        let isEmpty = moment == nil && reader.eventCount == 0
        let reports = reader.reports(
            at: moment ?? file.knownUntil, isOver: isOver && moment == nil, isRun: isRun,
            program: !isRun ? .none : file.endTime == nil ? .brokenOff : .ended)
        return Diagnosis(
            reports: reports.failedTestsFirst, isRun: isRun, hasNames: plan == nil, violations: rules.wait(),
            notes: notes + forks + places, executors: reader.executors(at: moment ?? file.knownUntil),
            isDamaged: isEmpty || reader.gaps.unreadableChunks > 0)
    }
}

/// The result of judging a trace or a run.
struct Diagnosis {
    /// The report on each pipeline, in the order of the list of a program's pipelines, those of failed tests first; of a run, the one
    /// under the most pressure first.
    let reports: [PipelineReport]
    /// Whether a finished run is judged as a whole, as opposed to a moment.
    let isRun: Bool
    /// Whether the pipelines have names and places, as those of a program have.
    let hasNames: Bool
    /// Violations of the contract, and noteworthy behaviour that it allows.
    let violations: ViolationList
    /// Notes on the trace as a whole.
    let notes: [String]
    /// The waits of jobs for the executors of the program.
    var executors: [ExecutorDelay] = []
    /// Whether it has no events to judge, or unreadable ones.
    let isDamaged: Bool
}
