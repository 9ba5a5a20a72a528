import ArgumentParser
import FlowExport
import FlowSessions
import FlowSystem
import FlowTrace
import LibC
import FlowVerdict

extension MetricsFormat: ExpressibleByArgument {}

struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "Writes the figures of each stage for Prometheus and other metrics engines.")

    @Argument(
        help: ArgumentHelp(
            "The number or socket of a traced process, a trace file, or a scenario; by default the only traced process there is.",
            valueName: "process|file|id"), completion: .subject)
    var subject: String?

    @Flag(help: "All traced programs of this user, with --every also those that start later.")
    var all = false

    @Option(help: "The output format; node_exporter's textfile collector reads prometheus.")
    var format = MetricsFormat.openmetrics

    @Option(
        help: ArgumentHelp("Write the file again and again, until the program ends, for example every 10s.", valueName: "time"))
    var every: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Replace this file atomically.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup(title: "Options of a scenario") var options: ScenarioOptions

    @OptionGroup(title: "Options of a scenario") var inputs: InputOptions

    // Checked when the command runs: in validate() it would hide the message about an option that does not exist.
    func run() throws {
        guard !all || subject == nil else {
            throw ValidationError("'\(subject ?? "")' and --all both say what to read; give one")
        }
        guard every == nil || output != nil else { throw ValidationError("--every writes a file; add -o FILE") }
        if let subject, RunSource.scenario(subject) != nil { return try write(scenario: subject) }
        if let option = inputs.settings(variant: options.variant).options.first {
            throw ValidationError("\(option) works only with a scenario\(subject.map { ", and '\($0)' is not one" } ?? "")")
        }
        let interval = try interval()
        var programs = try programs()
        for process in programs.silent {
            StandardError.line("flowviz: process \(process) gives no answer; if it is suspended, kill -CONT resumes it")
        }
        programs.addStarted()
        programs.read()
        try write(programs.figures())
        guard let interval else { return report(programs) }
        try follow(&programs, every: interval)
    }

    /// The nanoseconds between two writes, `nil` for a single one.
    private func interval() throws -> UInt64? {
        guard let every else { return nil }
        guard let interval = Arguments.nanoseconds(every), interval >= 100_000_000 else {
            throw ValidationError("--every '\(every)' is not valid; it takes a time from 100ms, for example 10s")
        }
        return interval
    }

    // MARK: What to read

    private func write(scenario: String) throws {
        guard every == nil else {
            throw ValidationError("--every works only with a program or a trace, and '\(scenario)' is neither")
        }
        let plan = try inputs.settings(variant: options.variant).plan(scenario: scenario)
        let (end, model) = try plan.play()
        var (meter, table) = (UtilizationMeter(), FigureTable())
        for entry in model.log.entries { meter.fold(entry, in: model.log) }
        let rows = table.fold(meter.figures(at: end, in: model.log, isOver: plan.isWhole))
        try write([ProgramFigures(program: scenario, since: nil, missing: model.log.missed, rows: rows)])
    }

    private func programs() throws -> FollowedPrograms {
        if all { return FollowedPrograms(of: try TracedProcesses()) }
        guard let subject else { return try only() }
        if let number = Int32(subject) { return try following(try TracedProcesses().socket(of: number)) }
        var status = stat()
        if stat(subject, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { return try following(subject) }
        return FollowedPrograms([FollowedProgram(try Trace.open(subject))])
    }

    /// The only traced process.
    private func only() throws -> FollowedPrograms {
        let processes = try TracedProcesses()
        let found = try processes.processIDs()
        guard found.count == 1 else {
            throw Failure("\(found.count) traced processes are running; name one, as 'flowviz attach' lists them, or add --all")
        }
        return try following(processes.folder.socket(of: found[0]))
    }

    private func following(_ socket: String) throws -> FollowedPrograms {
        var program = try Failure.checked { () throws(TraceFileError) in try FollowedProgram(try ViewerConnection(socket)) }
        program.receive()
        return FollowedPrograms([program])
    }

    // MARK: Writing

    /// Reports gaps in the traces on the standard error.
    private func report(_ programs: FollowedPrograms) {
        for program in programs.programs where !program.notes.isEmpty {
            StandardError.line("flowviz: '\(program.name)' has gaps: \(program.notes.joined(separator: "; "))")
        }
    }

    /// Writes until all programs have exited.
    private func follow(_ programs: inout FollowedPrograms, every interval: UInt64) throws {
        // A ring is read more often than the file is written, so that it does not overwrite unread records.
        let tick = min(interval, 500_000_000)
        var due = MonotonicClock.now + interval
        while !programs.isOver {
            MonotonicClock.wait(until: MonotonicClock.now + tick)
            let isDue = MonotonicClock.now >= due
            programs.addStarted()
            programs.read()
            guard isDue || programs.isOver else { continue }
            try write(programs.figures())
            due = max(due + interval, MonotonicClock.now)
        }
    }

    private func write(_ programs: [ProgramFigures]) throws {
        let text = MetricsText.text(of: programs, as: format)
        guard let path = output else {
            let output = StandardOutput()
            output.verbatim(text.utf8)
            return output.flush()
        }
        // Signals that end this program are blocked until the file is complete, so that no draft is left.
        var (ending, before) = (sigset_t(), sigset_t())
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, signal) }
        sigprocmask(SIG_BLOCK, &ending, &before)
        defer { sigprocmask(SIG_SETMASK, &before, nil) }
        try Failure.checked { () throws(TraceFileError) in try OutputFile.write(text, to: path, isPublic: true) }
    }
}
