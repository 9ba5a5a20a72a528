import ArgumentParser
import FlowPlayground
import FlowScenarios
import FlowScreen
import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Runs a chain that is typed: on the screen, or without one.
struct EvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Runs a typed chain: on the screen, or without one in virtual time, and prints its events.",
        discussion: """
            On a terminal the screen opens, unless --format, --until, --send, --realtime or -o ask for a run without one.
            """)

    @Argument(
        help: ArgumentHelp(
            "The chain as Swift writes it, for example '[1, 2].publisher.map { $0 * 2 }'; - reads it.", valueName: "chain"))
    var text: String?

    @Option(help: ArgumentHelp("Read the chain from a file.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("Take the chain of this name; 'flowviz list --chains' names them.", valueName: "name"))
    var chain: String?

    @Option(help: ArgumentHelp("Stop after this much virtual time; needed where the chain is endless.", valueName: "seconds"))
    var until: String?

    @Option(help: "log, jsonl or marble; swift for a program that does the same, test for a test case.")
    var format: EvalFormat?

    @Flag(help: "Take as long as the clock does.")
    var realtime = false

    @Option(help: ArgumentHelp("Press a control at a time, for example \"1:emit:A\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Write a trace, which 'flowviz replay' shows.", valueName: "file"))
    var output: String?

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func run() throws {
        if opensScreen { return try show() }
        let plan = try plan()
        guard let format, format.events == nil else {
            let run = PlannedRun(
                plan: plan, format: self.format?.events, output: output, isRealtime: realtime, breaks: breaks)
            return try run.perform()
        }
        let output = StandardOutput()
        output.lines(try printed(format, plan))
        output.flush()
    }

    /// Whether there is a terminal to show the chain on, and nothing that only a run without a screen has.
    private var opensScreen: Bool {
        format == nil && output == nil && until == nil && !realtime && send.isEmpty && isatty(STDOUT_FILENO) == 1
    }

    private func show() throws {
        let choice = try choice()
        var state = AppState(choice: choice, size: Size(width: 0, height: 0), theme: try looks.chosenTheme)
        state.selection = AppState.interestingLane(of: choice)
        state.breakpoints = try breaks.breakpoints
        state.typedChains = [choice.chain?.chain.source.text].compactMap(\.self)
        try Screen.show(Session(), state: state, ascii: looks.ascii, noColor: looks.noColor)
    }

    /// The chain with the numbers that the arguments ask for.
    private func choice() throws -> Choice {
        var choice = Choice(try chainScenario())
        for text in set {
            let (name, value) = try Arguments.set(text, of: choice.variantValue, scenario: choice.scenarioValue.id)
            choice.numbers[name] = value
        }
        return choice
    }

    /// What the arguments ask for.
    func plan() throws -> RunPlan {
        let choice = try choice()
        let variant = choice.variantValue
        let sends = try Arguments.sends(send, of: variant, scenario: choice.scenarioValue.id)
        let end = try until.map { try Arguments.seconds($0, of: "--until") }
        if end == nil, variant.isEndless {
            throw ValidationError("this chain never ends by itself; add --until SECONDS, for example --until 10")
        }
        if let end, let late = sends.last, late.time > end {
            throw ValidationError("--send '\(late.time):\(late.control)' comes after the end; --until is \(end)")
        }
        return RunPlan(choice: choice, sends: sends, end: end)
    }

    private func chainScenario() throws -> ChainScenario {
        let (text, name) = try source()
        return try ChainScenario.typed(text, name: name)
    }

    private func source() throws -> (text: String, name: String) {
        switch (text, file, chain) {
        case (let text?, nil, nil) where text != "-": return (text, "chain")
        case (_?, nil, nil): return (try InputFile.text("-", limit: SourceText.limit), "chain")
        case (nil, let file?, nil): return (try InputFile.text(file, limit: SourceText.limit), FileName.last(of: file))
        case (nil, nil, let name?): return (try Arguments.chain(name).text, name)
        case (nil, nil, nil): throw ValidationError("no chain is given; write flowviz eval '[1, 2, 3].publisher.map { $0 * 2 }'")
        default: throw ValidationError("a chain is given twice; --file and --chain take the place of the chain")
        }
    }

    private func printed(_ format: EvalFormat, _ plan: RunPlan) throws -> String {
        let chain = try (plan.choice.chain?.chain).map { chain throws(Problem) in try chain.with(plan.choice.numbers.values) }
        guard let chain else { preconditionFailure("a chain's plan has no chain") }
        return try ChainText(chain, plan).text(format)
    }
}
