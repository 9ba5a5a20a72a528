import ArgumentParser
import FlowAnalysis
import FlowSessions
import FlowSystem

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Holds a trace or a scenario to expectations; exits with status 3 if one is broken.")

    @Argument(help: ArgumentHelp("A trace file, or a scenario's id.", valueName: "file|id"), completion: .subject)
    var subject: String

    @Option(
        help: ArgumentHelp("The most values that may wait at once, in a stage or in any; repeatable.", valueName: "[stage=]count")
    ) var maxBuffered: [String] = []

    @Option(
        help: ArgumentHelp(
            "The longest that a value may wait, for example 2s or buffer=50ms; repeatable.", valueName: "[stage=]time"))
    var maxWait: [String] = []

    @Option(
        help: ArgumentHelp(
            "The longest that a job may wait for the thread pool or the main actor, for example 50ms.", valueName: "time"))
    var maxExecutorDelay: String?

    @Flag(help: "No value may be dropped.")
    var noDrops = false

    @Option(
        help: ArgumentHelp(
            "Drops that --no-drops allows: superseded, for values replaced by newer ones or skipped by throttle, or a stage; repeatable.",
            valueName: "superseded|stage=name"), completion: .list(["superseded", "stage="])
    ) var except: [String] = []

    @Flag(help: "No rule of the contract between publishers and subscribers may be broken.")
    var noViolations = false

    @Flag(help: "Every stage without a downstream stage must have finished.")
    var completes = false

    @Option(
        help: ArgumentHelp(
            "With this size, a store would have dropped nothing, and with wait= no value would have waited longer, as 'size' foretells it; "
                + "repeatable.", valueName: "stage=count[,wait=time]"))
    var wouldFit: [String] = []

    @Option(
        help: ArgumentHelp("Accept the breaches in this file; only new and worse ones fail.", valueName: "file"),
        completion: .file()) var baseline: String?

    @Flag(help: "Write the breaches of this run to the file of --baseline, instead of failing.")
    var accept = false

    @Option(
        help: ArgumentHelp(
            "By how much a figure may be worse than the baseline's, for example 20%; 0% by default.", valueName: "percent"))
    var tolerance: String?

    @Option(help: ArgumentHelp("Write the outcome for CI, in JUnit's form.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp("Write the outcome as a Markdown table, for the summary of a CI job.", valueName: "file"),
        completion: .file()) var markdown: String?

    @Flag(help: "Annotate the source lines of broken stages in GitHub Actions, where their files are known.")
    var github = false

    @OptionGroup(title: "Options of a scenario") var options: ScenarioOptions

    @OptionGroup(title: "Options of a scenario") var inputs: InputOptions

    // Checked when the command runs: in validate() it would hide the message about an option that does not exist.
    func run() throws {
        let (expectations, forecasts) = (try expectations(), try forecasts())
        guard !expectations.isEmpty || !forecasts.isEmpty else {
            throw ValidationError(
                "nothing to check; add --max-buffered, --max-wait, --max-executor-delay, --no-drops, --no-violations, --completes or "
                    + "--would-fit")
        }
        let gate = try gate()
        let source = try RunSource(subject, inputs.settings(variant: options.variant))
        let breaches = try breaches(of: forecasts, in: source)
        for breach in breaches { StandardOutput().line(breach) }
        if !expectations.isEmpty { try check(expectations, of: source, gate) }
        if !breaches.isEmpty { throw ExitCode(3) }
        if !forecasts.isEmpty {
            StandardOutput().line("\(source.name): \(forecasts.map(\.text).joined(separator: "; ")) would fit")
        }
    }

    /// The forecasts to hold. They are no part of the reports and baselines.
    private func forecasts() throws -> [SizeGate] {
        let other = baseline != nil ? "--baseline" : junit != nil ? "--junit" : markdown != nil ? "--markdown" : nil
        if !wouldFit.isEmpty, let other {
            throw ValidationError("--would-fit is no part of \(other); check it in another command")
        }
        return try wouldFit.map(SizeGate.init)
    }

    private func breaches(of forecasts: [SizeGate], in source: RunSource) throws -> [String] {
        guard !forecasts.isEmpty else { return [] }
        let stores = try RunStores(of: source)
        return try forecasts.flatMap { try $0.breaches(in: stores, of: source) }
    }

    private func check(_ expectations: [Expectation], of source: RunSource, _ gate: Gate) throws {
        var check = RunCheck(expectations)
        let end = try source.forEach({ check.fold($0, in: $1) }, finish: { check.readExecutors(of: $0) })
        if let missing = expectations.compactMap(check.tally.missingStage(of:)).first {
            throw ValidationError(missing.text)
        }
        let failures = check.failures(endingAt: end.time, isOver: end.isOver, gaps: end.gaps)
        let outcome = CheckOutcome(
            subject: subject, name: source.name, expectations: expectations,
            findings: CheckFinding.alike(gate.findings(failures)),
            absent: gate.absent(failures), gaps: end.gaps, events: check.tally.end.sequence)
        let isWritten = writeReports(of: outcome)
        if accept, let baseline { try outcome.accept(into: baseline) } else { try outcome.report(github: github, baseline) }
        if !isWritten { throw ExitCode(1) }
    }

    /// The accepted breaches, and the tolerance for them.
    private struct Gate {
        let baseline: Baseline
        let tolerance: Double

        func findings(_ failures: [CheckFailure]) -> [CheckFinding] { baseline.judge(failures, tolerance: tolerance).findings }
        func absent(_ failures: [CheckFailure]) -> Int { baseline.judge(failures, tolerance: tolerance).absent }
    }

    private func gate() throws -> Gate {
        guard let baseline else {
            if accept { throw ValidationError("--accept writes the file of --baseline; add --baseline FILE") }
            if tolerance != nil { throw ValidationError("--tolerance is about the figures of --baseline; add --baseline FILE") }
            return Gate(baseline: Baseline([]), tolerance: 0)
        }
        let tolerance = try Arguments.tolerance(tolerance) ?? 0
        if accept {
            try BaselineFile.checkReplaceable(baseline)
            return Gate(baseline: Baseline([]), tolerance: tolerance)
        }
        return Gate(baseline: try BaselineFile.read(baseline), tolerance: tolerance)
    }

    private func expectations() throws -> [Expectation] {
        let exceptions = try except.map(CheckArguments.exception)
        guard noDrops || exceptions.isEmpty else {
            throw ValidationError("--except says what --no-drops lets pass; add --no-drops")
        }
        return try maxBuffered.map(CheckArguments.maxHeld) + maxWait.map(CheckArguments.maxWait)
            + (noDrops ? [.noDrops(except: exceptions)] : []) + (noViolations ? [.noViolations()] : [])
            + (completes ? [.completes()] : []) + [maxExecutorDelay].compactMap(\.self).map(CheckArguments.maxExecutorDelay)
    }

    /// Writes the reports to files, or prints an error and returns `false`, so that the outcome is printed anyway.
    private func writeReports(of outcome: CheckOutcome) -> Bool {
        let reports = [(junit, outcome.junit), (markdown, outcome.markdown)]
        return reports.reduce(true) { isWritten, report in
            guard let path = report.0 else { return isWritten }
            do {
                try OutputFile.write(report.1.joined(separator: "\n") + "\n", to: path, isPublic: path == markdown)
                return isWritten
            } catch {
                StandardError.line("flowviz: \(error)")
                return false
            }
        }
    }
}
