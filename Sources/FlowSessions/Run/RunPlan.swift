import FlowAnalysis
import FlowGraph
import FlowScenarios
import FlowSystem
import FlowTrace

/// The plan of a run without a screen: its scenario, numbers, controls and end.
package struct RunPlan {
    /// The scenario and variant, with the initial numbers.
    package let choice: Choice
    /// The controls to press, ordered by time.
    package let sends: [(time: TraceTime, control: Control)]
    /// The end of the run, `nil` to run until no work is left.
    package let end: TraceTime?
    /// The conditions that stop the run earlier.
    let breaks: [Breakpoint]

    /// Whether it runs until no work is left, so that its end is final.
    package var isWhole: Bool { end == nil && breaks.isEmpty }

    /// The command line of the run, stored in its recording.
    var command: [String] {
        var words =
            choice.chain.map { ["flowviz", "eval", $0.chain.source.text] }
            ?? ["flowviz", "run", choice.scenarioValue.id, "--variant", choice.variantValue.id]
        if let end { words += ["--until", "\(end)"] }
        words += choice.variantValue.settings(choice.numbers).map { "--set=\($0)" }
        words += sends.map { "--send=\($0.time):\($0.control)" }
        return words + breaks.map { "--break=\($0.text)" }
    }

    package func lanes(of log: TraceLog) -> [LaneSpec] {
        guard let chain = choice.chain?.chain else { return choice.variantValue.lanes }
        return chain.lanes(recordedAs: Set(log.edges.map(\.label)))
    }

    /// The plan of a recording, `nil` if it does not record a scenario's run.
    package static func recorded(in file: TraceFile) -> RunPlan? { try? RecordedCommand(file.command)?.plan() }

    /// Whether its events are derived from recorded calls, as for streams of tasks. Probes record events directly.
    package var derivesEvents: Bool { choice.variantValue.derivesEvents }

    /// The events of a recording of this run, and its gaps.
    package func events(of file: TraceFile) -> (log: TraceLog, gaps: TraceGaps) {
        guard derivesEvents else {
            var log = TraceLog()
            let gaps = file.read(into: &log)
            return (log, gaps)
        }
        var reconstruction = Reconstruction()
        let gaps = file.read(into: &reconstruction)
        return (reconstruction.log, gaps)
    }
}

/// The options of a run as text, from the command line or from a recording.
package struct RunSettings: Equatable {
    /// The variant of the scenario, the first if `nil`.
    package var variant: String?
    package var until: String?
    /// The controls to press, as `SECONDS:CONTROL`.
    package var sends: [String]
    /// The numbers to change, as `NAME=VALUE`.
    package var sets: [String]
    /// The conditions that stop the run.
    package var breaks: [String]

    package init(
        variant: String? = nil, until: String? = nil, sends: [String] = [], sets: [String] = [], breaks: [String] = []
    ) {
        (self.variant, self.until, self.sends, self.sets, self.breaks) = (variant, until, sends, sets, breaks)
    }

    /// The names of the given options.
    package var options: [String] {
        (variant == nil ? [] : ["--variant"]) + (until == nil ? [] : ["--until"]) + sends.map { _ in "--send" }
            + sets.map { _ in "--set" } + breaks.map { _ in "--break" }
    }

    package func plan(scenario id: String) throws -> RunPlan { try plan(try Arguments.choice(scenario: id, variant: variant)) }

    /// `choice` with the numbers of `--set`.
    package func choice(_ choice: Choice) throws -> Choice {
        var choice = choice
        for text in sets {
            let (name, value) = try Arguments.set(text, of: choice.variantValue, scenario: choice.scenarioValue.id)
            choice.numbers[name] = value
        }
        return choice
    }

    package func plan(_ chosen: Choice) throws -> RunPlan {
        let choice = try choice(chosen)
        let variant = choice.variantValue
        let sends = try Arguments.sends(sends, of: variant, scenario: choice.scenarioValue.id)
        let end = try until.map { try Arguments.seconds($0, of: "--until") }
        if end == nil, variant.isEndless {
            let subject = choice.chain == nil ? "\(choice.scenarioValue.id) \(variant.id)" : "this chain"
            throw UsageError("\(subject) never ends by itself; add --until SECONDS, for example --until 10")
        }
        if let end, let late = sends.last, late.time > end {
            throw UsageError("--send '\(late.time):\(late.control)' comes after the end; --until is \(end)")
        }
        return RunPlan(choice: choice, sends: sends, end: end, breaks: try breaks.map(Arguments.breakpoint))
    }
}

/// Parses the command in a recording, as ``RunPlan/command`` writes it.
///
/// A stranger may have written it, so options that name files are not accepted, neither `--file` nor `-` for the standard input: a trace
/// must not make flowviz open a file.
package struct RecordedCommand: Equatable {
    /// The scenario or chain that ran.
    enum Subject: Equatable {
        case scenario(id: String)
        case chain(String)
    }

    let subject: Subject
    let settings: RunSettings

    /// Parses the words; `nil` for any other command.
    init?(_ words: [String]) {
        guard words.count > 2, words[0] == "flowviz", let options = RecordedCommand.options(words.dropFirst(3)) else {
            return nil
        }
        var settings = RunSettings()
        for option in options {
            switch option.name {
            case "--until" where settings.until == nil: settings.until = option.value
            case "--variant" where settings.variant == nil: settings.variant = option.value
            case "--set": settings.sets.append(option.value)
            case "--send": settings.sends.append(option.value)
            case "--break": settings.breaks.append(option.value)
            default: return nil
            }
        }
        self.settings = settings
        switch words[1] {
        case "run": subject = .scenario(id: words[2])
        case "eval" where settings.variant == nil: subject = .chain(words[2])
        default: return nil
        }
    }

    /// The options, each written `--name value` or `--name=value`; `nil` if a word is not an option.
    private static func options(_ words: ArraySlice<String>) -> [(name: Substring, value: String)]? {
        var options: [(name: Substring, value: String)] = []
        var rest = words
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else { return nil }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else { return nil }
            options.append((parts[0], value))
        }
        return options
    }

    /// The plan of the recorded run.
    ///
    /// - Throws: An error if it does not fit the existing scenarios, chains and controls.
    func plan() throws -> RunPlan {
        switch subject {
        case .scenario(let id): try settings.plan(scenario: id)
        case .chain(let text): try settings.plan(Choice(try ChainScenario.typed(text, name: "chain")))
        }
    }
}

extension ScenarioRun {
    /// The command that repeats the changes and controls of this run, `nil` if there were none.
    package var repeatLine: String? {
        guard !pressed.isEmpty || !settings.isEmpty else { return nil }
        let sets = settings.map { " --set \($0)" }.joined()
        return "flowviz run \(scenario.id) --variant \(variant.id)\(until)\(sets)\(sends)"
    }

    /// The command that repeats the run of a chain with its current numbers. Tabs become spaces, since an interactive shell would complete
    /// at a tab.
    package func repeatLine(of chain: ChainScenario) -> String {
        let text = chain.text(numbers).replacing("\t", with: " ").replacing("'", with: "'\\''")
        return "flowviz eval '\(text)'\(until)\(sends)"
    }

    private var sends: String { pressed.map { " --send \"\($0.time):\($0.control)\"" }.joined() }

    private var until: String { variant.isEndless ? " --until \(now)" : "" }
}
