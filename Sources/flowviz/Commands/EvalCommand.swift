import ArgumentParser
import FlowApp
import FlowCore
import FlowPlayground
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import LibC

struct EvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Runs a typed chain: on the screen, or without one in virtual time, and prints its events.",
        discussion: """
            On a terminal the screen opens, unless --format, --until, --send, --realtime or -o ask for a run without one.
            """)

    @Argument(
        help: ArgumentHelp(
            "The chain in Swift, for example '[1, 2].publisher.map { $0 * 2 }', or - to read it from standard input.",
            valueName: "chain"))
    var text: String?

    @Option(help: ArgumentHelp("Read the chain from a file.", valueName: "file"), completion: .swift)
    var file: String?

    @Option(
        help: ArgumentHelp("Take the chain of this name; 'flowviz list --chains' names them.", valueName: "name"),
        completion: .chain)
    var chain: String?

    @Option(
        help:
            "log, jsonl or marble; output for what the chain prints, swift for a program that does the same, test for a test case."
    )
    var format: EvalFormat?

    @OptionGroup var inputs: InputOptions

    @OptionGroup var options: RunOptions

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func run() throws {
        if opensScreen { return try show() }
        let plan = try inputs.settings(breaks: breaks).plan(Choice(try chainScenario()))
        guard let format, format.events == nil else {
            if plan.choice.chain?.chain.prints == true {
                StandardError.line("flowviz: the chain's output is left out; --format output prints it")
            }
            return try options.perform(plan, format: self.format?.events)
        }
        let output = StandardOutput()
        output.verbatim(try printed(format, plan).utf8)
    }

    /// Whether there is a terminal, and no option that asks for a run without a screen.
    private var opensScreen: Bool {
        format == nil && options.output == nil && inputs.until == nil && !options.realtime && inputs.send.isEmpty
            && isatty(STDOUT_FILENO) == 1
    }

    private func show() throws {
        let choice = try inputs.settings(breaks: breaks).choice(Choice(try chainScenario()))
        var state = AppState(.scenario(choice), size: Size(width: 0, height: 0))
        state.selection = AppState.interestingLane(of: choice)
        state.breakpoints = try breaks.breakpoints
        state.typedChains = [choice.chain?.chain.source.text].compactMap(\.self)
        try looks.show(.scenario(Session()), state, looks.config())
    }

    private func chainScenario() throws -> ChainScenario {
        let (text, name) = try source()
        return try ChainScenario.typed(text, name: name)
    }

    private func source() throws -> (text: String, name: String) {
        switch (text, file, chain) {
        case (let text?, nil, nil) where text != "-": return (text, "chain")
        case (_?, nil, nil): return (try InputFile.text(given: "-", limit: SourceText.limit), "chain")
        case (nil, let file?, nil): return (try InputFile.text(given: file, limit: SourceText.limit), FileName.last(of: file))
        case (nil, nil, let name?): return (try Arguments.chain(name).text, name)
        case (nil, nil, nil): throw ValidationError("no chain is given; write flowviz eval '[1, 2, 3].publisher.map { $0 * 2 }'")
        default: throw ValidationError("more than one chain is given; give the chain itself, --file or --chain")
        }
    }

    private func printed(_ format: EvalFormat, _ plan: RunPlan) throws -> String {
        let chain = try (plan.choice.chain?.chain).map { chain throws(Problem) in try chain.with(plan.choice.numbers.values) }
        guard let chain else { preconditionFailure("a chain's plan has no chain") }
        return try ChainText(chain, plan).text(format)
    }
}

/// The output of a chain's run: its events, or an equivalent text in Swift.
enum EvalFormat: String, CaseIterable, ExpressibleByArgument {
    case log, jsonl, marble, output, swift, test

    /// The format of its events, `nil` for a text.
    var events: RunFormat? { RunFormat(rawValue: rawValue) }
}

/// Writes a chain and the inputs of its run in Swift.
struct ChainText {
    /// The maximum number of values for a test to expect.
    private static let mostOutputs = 10_000

    private let chain: Chain
    private let plan: RunPlan

    init(_ chain: Chain, _ plan: RunPlan) {
        self.chain = chain
        self.plan = plan
    }

    func text(_ format: EvalFormat) throws -> String {
        if format == .output { return try played().printed }
        let printer = SwiftPrinter(chain, sends: try sends(format), until: plan.end.map(time))
        return format == .test ? printer.test(expecting: try played().outputs) : printer.program
    }

    private func sends(_ format: EvalFormat) throws -> [SwiftPrinter.Send] {
        if !plan.sends.isEmpty, chain.takesInputInClosures {
            throw ValidationError(
                "--format \(format.rawValue) cannot send through a source inside a closure; leave --send out")
        }
        if !plan.sends.isEmpty, chain.waits {
            throw ValidationError("--format \(format.rawValue) cannot send while the chain waits; leave --send out")
        }
        return try plan.sends.flatMap { moment, control -> [SwiftPrinter.Send] in
            switch control.name {
            case .emit: [(time(moment), control.argument)]
            case .burst: Array(repeating: (time(moment), ""), count: 5)
            case .finish: [(time(moment), nil)]
            case .pause, .resume, .request, .unlimited, .cancel, .more, .twice, .old, .interval, .size:
                throw ValidationError("--format \(format.rawValue) cannot express '\(control)'; leave it out")
            }
        }
    }

    private func time(_ moment: TraceTime) -> VirtualTime { VirtualTime(nanoseconds: Int64(clamping: moment.nanoseconds)) }

    /// The outputs and the prints of its run.
    private func played() throws -> (outputs: [ChainOutput], printed: String) {
        let scheduler = VirtualTimeScheduler()
        let run = ChainRun(chain, scheduler: scheduler, recorder: Recorder(clock: scheduler.clock.traceClock))
        var (outputs, printed): ([ChainOutput], String) = ([], "")
        run.whenOutput = { outputs.append($0) }
        run.whenPrinted = { printed += $0 }
        run.start()
        for (moment, control) in plan.sends {
            scheduler.advance(to: time(moment))
            _ = run.perform(control)
        }
        let isDone = plan.end.map { scheduler.advance(to: time($0)) } ?? scheduler.run()
        let problem = run.problem
        run.cancel()
        scheduler.removeAll()
        if let problem { throw ChainFailure(problem, in: chain.source, name: "chain", isUsage: false) }
        guard isDone, outputs.count <= ChainText.mostOutputs else {
            throw Failure("a test of more than \(ChainText.mostOutputs) values is too long; end it earlier with --until")
        }
        return (outputs, printed)
    }
}
