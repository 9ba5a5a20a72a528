import ArgumentParser
import FlowAnalysis

/// Holds a run to expectations; for CI.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Holds a trace or a scenario to expectations; ends with 3 where one is broken.")

    @Argument(help: ArgumentHelp("A trace file, or a scenario's id.", valueName: "file|id"))
    var subject: String

    @Option(
        help: ArgumentHelp("The most values that may wait at once, in a stage or in any; repeatable.", valueName: "[stage=]count")
    )
    var maxBuffered: [String] = []

    @Option(
        help: ArgumentHelp(
            "The longest that a value may wait, for example 2s or buffer=50ms; repeatable.", valueName: "[stage=]time"))
    var maxWait: [String] = []

    @Flag(help: "No value may be lost.")
    var noDrops = false

    @Flag(help: "No rule of the contract between publishers and subscribers may be broken.")
    var noViolations = false

    @Flag(help: "All that leads to no other stage must have finished.")
    var completes = false

    @Option(help: ArgumentHelp("Write the outcome for CI, in JUnit's form.", valueName: "file"))
    var junit: String?

    @OptionGroup(title: "Options of a scenario") var options: ScenarioOptions

    // What is missing is said when the command runs: before that, options that do not exist would not be heard of.
    func run() throws {
        let expectations = try expectations()
        guard !expectations.isEmpty else {
            throw ValidationError("nothing to check; add --max-buffered, --max-wait, --no-drops, --no-violations or --completes")
        }
        let source = try RunSource(subject, options: options.words)
        var check = RunCheck(expectations)
        let end = try source.forEach { check.take($0, in: $1) }
        for problem in expectations.compactMap(\.stage).compactMap(check.tally.problem(withStage:)) {
            throw ValidationError(problem)
        }
        let failures = check.failures(endingAt: end.time, gaps: end.gaps)
        let isWritten = writeReport(of: expectations, failures)
        try tell(failures.filter { $0.kind == .broken }, of: source, end, expectations.count, check.tally.end.sequence)
        if !isWritten { throw ExitCode(1) }
    }

    /// Says what is broken, or that nothing is, or that nobody can tell.
    private func tell(_ broken: [CheckFailure], of source: RunSource, _ end: RunEnd, _ count: Int, _ events: Int) throws {
        let output = StandardOutput()
        defer { output.flush() }
        for failure in broken { output.line(failure.line) }
        guard broken.isEmpty else {
            for gap in end.gaps { output.line("missing: \(gap)") }
            throw ExitCode(3)
        }
        guard end.gaps.isEmpty else {
            throw Failure("\(subject) breaks nothing in what it has, but cannot be trusted: \(end.gaps.joined(separator: "; "))")
        }
        guard events > 0 else { throw Failure("\(subject) has no events; nothing can be said of it") }
        let holds = count == 1 ? "1 expectation holds" : "\(count) expectations hold"
        output.line("\(source.name): \(holds) over \(events) events")
    }

    private func expectations() throws -> [Expectation] {
        try maxBuffered.map(CheckArguments.maxHeld) + maxWait.map(CheckArguments.maxWait) + (noDrops ? [.noDrops()] : [])
            + (noViolations ? [.noViolations()] : []) + (completes ? [.completes()] : [])
    }

    /// Writes the report that is asked for, or says why it cannot; the outcome is told all the same.
    private func writeReport(of expectations: [Expectation], _ failures: [CheckFailure]) -> Bool {
        guard let junit else { return true }
        let report = JUnitReport(name: "flowviz check \(subject)", expectations: expectations, failures: failures)
        do {
            try OutputFile.write(report.lines.joined(separator: "\n") + "\n", to: junit)
            return true
        } catch {
            StandardError.line("flowviz: \(error)")
            return false
        }
    }
}
