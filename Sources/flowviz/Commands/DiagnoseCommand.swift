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

    @Argument(
        help: ArgumentHelp(
            "A trace file, or a scenario as id or id:variant; or the traces of several programs, whose connections are followed.",
            valueName: "file|id"), completion: .subject)
    var subjects: [String]

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

    func validate() throws {
        if let twice = Arguments.repeated(subjects) { throw ValidationError("'\(twice)' is given twice; name each trace once") }
    }

    func run() throws {
        let moment = try at.map { try Arguments.seconds($0, of: "--at") }
        if subjects.count > 1, let scenario = subjects.first(where: { RunSource.scenario($0) != nil }) {
            throw DiagnoseCommand.isAlone(scenario)
        }
        let sources = try subjects.map { try RunSource($0, inputs.settings(variant: options.variant), endingAt: moment) }
        let diagnoses = sources.count == 1 ? [try diagnosis(of: sources[0], at: moment)] : try together(sources, at: moment)
        let output = StandardOutput()
        for (index, diagnosis) in diagnoses.enumerated() {
            if json {
                output.verbatim(line: DiagnosisJSON.line(of: diagnosis))
                continue
            }
            let title = diagnoses.count > 1 ? [diagnosis.program?.title].compactMap(\.self) + [""] : []
            for line in (index > 0 ? [""] : []) + title { output.line(line) }
            for line in DiagnosisText.lines(of: diagnosis, isWhole: all) { output.line(line) }
        }
        output.flush()
        if diagnoses.contains(where: \.isDamaged) { throw ExitCode(1) }
    }

    private static func isAlone(_ scenario: String) -> Failure {
        Failure("'\(scenario)' is a scenario, which has its own clock; diagnose it alone")
    }

    private func diagnosis(of source: RunSource, at moment: TraceTime?) throws -> Diagnosis {
        switch source.origin {
        case .trace(let file): trace(file, of: source, at: moment)
        case .scenario(let plan): try scenario(plan, isOver: source.isOver, isRun: moment == nil)
        }
    }

    /// The diagnoses of several programs on one clock. Their verdicts go on from one program to another, where a connection leads there.
    private func together(_ sources: [RunSource], at moment: TraceTime?) throws -> [Diagnosis] {
        let files = try sources.map { source in
            guard case .trace(let file) = source.origin, source.isRecordedProgram else {
                throw DiagnoseCommand.isAlone(source.name)
            }
            return file
        }
        let clock = SharedClock(files)
        var diagnoses = zip(files, sources).map { trace(clock.timed($0), of: $1, at: moment) }
        guard clock.note == nil else {
            for index in diagnoses.indices {
                diagnoses[index].notes += ["the connections between the programs, \(clock.note ?? "")"]
            }
            return diagnoses
        }
        let connected = ConnectedPrograms(
            zip(files, diagnoses).map { file, diagnosis in
                let reports = diagnosis.reports.compactMap { report in report.title.map { ($0.id, report) } }
                return ConnectedPrograms.Program(
                    process: file.process, reports: Dictionary(reports) { first, _ in first })
            })
        for index in diagnoses.indices {
            diagnoses[index].reports = diagnoses[index].reports.map { report in
                report.title.map { connected.blaming(report, of: $0.id, in: index) } ?? report
            }
        }
        return diagnoses
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

    private func trace(_ file: TraceFile, of source: RunSource, at moment: TraceTime?) -> Diagnosis {
        let plan = RunPlan.recorded(in: file)
        let (isOver, isRun) = (source.isOver, moment == nil && (file.isClosed || file.isAbandoned))
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
            program: plan == nil ? Diagnosis.Program(file, called: source.name) : nil, reports: reports.failedTestsFirst,
            isRun: isRun,
            hasNames: plan == nil, violations: rules.wait(),
            notes: notes + forks + places, executors: reader.executors(at: moment ?? file.knownUntil),
            isDamaged: isEmpty || reader.gaps.unreadableChunks > 0)
    }
}

/// The result of judging a trace or a run.
struct Diagnosis {
    /// A traced program.
    struct Program {
        let name: String
        let process: Int32
        /// The name of its trace.
        private let file: String

        init(_ trace: TraceFile, called file: String) { (name, process, self.file) = (trace.name, trace.process, file) }

        /// `Server, process 4711, server.fvz`.
        var title: String { "\(name), process \(process), \(file)" }
    }

    /// `nil` for a scenario.
    var program: Program?
    /// The report on each pipeline, in the order of the list of a program's pipelines, those of failed tests first; of a run, the one
    /// under the most pressure first.
    var reports: [PipelineReport]
    /// Whether a finished run is judged as a whole, as opposed to a moment.
    let isRun: Bool
    /// Whether the pipelines have names and places, as those of a program have.
    let hasNames: Bool
    /// Violations of the contract, and noteworthy behaviour that it allows.
    let violations: ViolationList
    /// Notes on the trace as a whole.
    var notes: [String]
    /// The waits of jobs for the executors of the program.
    var executors: [ExecutorDelay] = []
    /// Whether it has no events to judge, or unreadable ones.
    let isDamaged: Bool
}
