import ArgumentParser
import FlowAnalysis
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace

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

    @Option(help: ArgumentHelp("Write the outcome for CI, in JUnit's form.", valueName: "file"), completion: .file())
    var junit: String?

    @OptionGroup(title: "Options of a scenario") var options: ScenarioOptions

    @OptionGroup(title: "Options of a scenario") var inputs: InputOptions

    // Checked when the command runs: in validate() it would hide the message about an option that does not exist.
    func run() throws {
        let expectations = try expectations()
        guard !expectations.isEmpty else {
            throw ValidationError("nothing to check; add --max-buffered, --max-wait, --no-drops, --no-violations or --completes")
        }
        let source = try RunSource(subject, inputs.settings(variant: options.variant))
        var check = RunCheck(expectations)
        let end = try source.forEach { check.fold($0, in: $1) }
        if let missing = expectations.compactMap(check.tally.missingStage(of:)).first {
            throw ValidationError(missing.text)
        }
        let failures = check.failures(endingAt: end.time, isOver: end.isOver, gaps: end.gaps)
        let isWritten = writeReport(of: expectations, failures)
        try report(failures, of: source, end, expectations.count, check.tally.end.sequence)
        if !isWritten { throw ExitCode(1) }
    }

    /// Prints the broken expectations, or that all hold; fails if that cannot be decided.
    private func report(_ failures: [CheckFailure], of source: RunSource, _ end: RunEnd, _ count: Int, _ events: Int) throws {
        let output = StandardOutput()
        let broken = failures.filter { $0.kind == .broken }
        let unseen = failures.filter { if case .gaps = $0.fact { false } else { $0.kind == .untold } }
        for failure in broken + (broken.isEmpty ? [] : unseen) { output.line(failure.line) }
        guard broken.isEmpty else {
            for gap in end.gaps { output.line("missing: \(gap)") }
            throw ExitCode(3)
        }
        guard end.gaps.isEmpty else {
            throw Failure("\(subject) breaks nothing that can be seen, but it is incomplete: \(end.gaps.joined(separator: "; "))")
        }
        guard unseen.isEmpty else { throw Failure(unseen.map(\.line).joined(separator: "; ")) }
        guard events > 0 else { throw Failure("\(subject) has no events, so there is nothing to judge") }
        let holds = count == 1 ? "1 expectation holds" : "\(count) expectations hold"
        output.line("\(source.name): \(holds) over \(events) events")
    }

    private func expectations() throws -> [Expectation] {
        let exceptions = try except.map(CheckArguments.exception)
        guard noDrops || exceptions.isEmpty else {
            throw ValidationError("--except says what --no-drops lets pass; add --no-drops")
        }
        return try maxBuffered.map(CheckArguments.maxHeld) + maxWait.map(CheckArguments.maxWait)
            + (noDrops ? [.noDrops(except: exceptions)] : []) + (noViolations ? [.noViolations()] : [])
            + (completes ? [.completes()] : [])
    }

    /// Writes the JUnit report, or prints an error and returns `false`, so that the outcome is printed anyway.
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

enum CheckArguments {
    /// `100` or `buffer=100`.
    static func maxHeld(_ text: String) throws -> Expectation {
        let (stage, number) = parts(text)
        guard let count = Int(number), count >= 0 else {
            throw ValidationError("--max-buffered '\(text)' does not fit; it takes a count, for example 100 or buffer=100")
        }
        return .maxHeld(count, of: stage)
    }

    /// `2s`, `50ms` or `buffer=2s`.
    static func maxWait(_ text: String) throws -> Expectation {
        let (stage, duration) = parts(text)
        guard let nanoseconds = Arguments.nanoseconds(duration) else {
            throw ValidationError("--max-wait '\(text)' does not fit; it takes a time, for example 2s, 50ms or buffer=2s")
        }
        return .maxWait(.nanoseconds(Int64(clamping: nanoseconds)), in: stage)
    }

    /// `superseded` or `stage=debounce`.
    static func exception(_ text: String) throws -> DropException {
        if text == "superseded" { return .superseded }
        let prefix = "stage="
        guard text.hasPrefix(prefix), text.count > prefix.count else {
            throw ValidationError("--except '\(text)' does not fit; it takes superseded or a stage, for example stage=debounce")
        }
        return .stage(String(text.dropFirst(prefix.count)))
    }

    /// The name may contain `=`, so the last one separates it.
    private static func parts(_ text: String) -> (stage: String?, value: String) {
        guard let index = text.lastIndex(of: "=") else { return (nil, text) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }
}

/// The outcome of a check in the form that CI systems read: a test case for each expectation.
struct JUnitReport {
    let name: String
    let expectations: [Expectation]
    /// The failed expectations. In JUnit's terms a broken one is a failure, and an undecidable one an error.
    let failures: [CheckFailure]

    var lines: [String] {
        let cases = expectations.flatMap { expectation -> [String] in
            let head = "    <testcase classname=\"\(XMLText.escaped(name))\" name=\"\(XMLText.escaped(expectation.description))\""
            let own = failures(of: expectation)
            guard let kind = own.first?.kind else { return [head + "/>"] }
            let message = XMLText.escaped(VisibleText.line(own.map(\.line).joined(separator: "; ")))
            let element = kind == .broken ? "failure" : "error"
            return [head + ">", "        <\(element) message=\"\(message)\">\(message)</\(element)>", "    </testcase>"]
        }
        let kinds = expectations.compactMap { failures(of: $0).first?.kind }
        let broken = kinds.count { $0 == .broken }
        return [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>",
            "  <testsuite name=\"\(XMLText.escaped(name))\" tests=\"\(expectations.count)\" failures=\"\(broken)\""
                + " errors=\"\(kinds.count - broken)\">",
        ] + cases + ["  </testsuite>", "</testsuites>"]
    }

    private func failures(of expectation: Expectation) -> [CheckFailure] { failures.filter { $0.expectation == expectation } }
}
