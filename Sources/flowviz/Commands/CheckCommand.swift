import ArgumentParser
import FlowModel
import FlowScreen

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

    func validate() throws {
        guard try !expectations().isEmpty else {
            throw ValidationError("nothing to check; add --max-buffered, --max-wait, --no-drops, --no-violations or --completes")
        }
    }

    func run() throws {
        let expectations = try expectations()
        let source = try RunSource(subject, options: options.words)
        var check = RunCheck(expectations)
        let missing = try source.forEach { check.take($0, in: $1) }
        try refuseUnknownStages(expectations, check.tally)
        let failures = check.failures()
        if let junit { try writeReport(of: expectations, failures, to: junit) }
        let output = StandardOutput()
        for failure in failures { output.line(TextWidth.sanitised(failure.line)) }
        if failures.isEmpty, !missing.isEmpty {
            throw Failure("\(subject) breaks nothing in what it has, but cannot be trusted: \(missing.joined(separator: "; "))")
        }
        if failures.isEmpty {
            let holds = expectations.count == 1 ? "1 expectation holds" : "\(expectations.count) expectations hold"
            output.line("\(source.name): \(holds) over \(check.tally.end.sequence) events")
        }
        output.flush()
        if !failures.isEmpty { throw ExitCode(3) }
    }

    private func expectations() throws -> [Expectation] {
        try maxBuffered.map(CheckArguments.maxHeld) + maxWait.map(CheckArguments.maxWait) + (noDrops ? [.noDrops()] : [])
            + (noViolations ? [.noViolations()] : []) + (completes ? [.completes()] : [])
    }

    private func refuseUnknownStages(_ expectations: [Expectation], _ tally: RunTally) throws {
        for case let stage? in expectations.map(\.stage) where tally.stage(stage) == nil {
            throw ValidationError("no stage '\(stage)' in '\(subject)'; stages are \(tally.names.joined(separator: ", "))")
        }
    }

    private func writeReport(of expectations: [Expectation], _ failures: [CheckFailure], to path: String) throws {
        let report = JUnitReport(name: "flowviz check \(subject)", expectations: expectations, failures: failures)
        try OutputFile.write(report.lines.joined(separator: "\n") + "\n", to: path)
    }
}
