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

    @Option(help: "log, jsonl or marble; swift for a program that does the same, test for a test case.")
    var format: EvalFormat?

    @OptionGroup var options: RunOptions

    @OptionGroup var looks: LookOptions

    func run() throws {
        if opensScreen { return try show() }
        let plan = try plan()
        guard let format, format.events == nil else {
            return try PlannedRun(plan: plan, format: self.format?.events, options: options).perform()
        }
        let output = StandardOutput()
        output.formatted(try printed(format, plan).utf8)
        output.flush()
    }

    /// Whether there is a terminal to show the chain on, and nothing that only a run without a screen has.
    private var opensScreen: Bool {
        format == nil && options.output == nil && options.until == nil && !options.realtime && options.send.isEmpty
            && isatty(STDOUT_FILENO) == 1
    }

    private func show() throws {
        let choice = try options.settings.choice(Choice(try chainScenario()))
        var state = AppState(choice: choice, size: Size(width: 0, height: 0), theme: try looks.chosenTheme)
        state.selection = AppState.interestingLane(of: choice)
        state.breakpoints = try options.breaks.breakpoints
        state.typedChains = [choice.chain?.chain.source.text].compactMap(\.self)
        try Screen.show(Session(), state: state, ascii: looks.ascii, noColor: looks.noColor)
    }

    /// What the arguments ask for.
    func plan() throws -> RunPlan {
        try options.settings.plan(Choice(try chainScenario()))
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
