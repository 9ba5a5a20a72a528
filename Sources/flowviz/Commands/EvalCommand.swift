import ArgumentParser
import FlowPlayground
import FlowScenarios
import FlowTrace

/// Runs a chain that is typed, without a screen.
struct EvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Runs a typed chain without a screen, in virtual time, and prints its events.")

    @Argument(
        help: ArgumentHelp(
            "The chain as Swift writes it, for example '[1, 2].publisher.map { $0 * 2 }'; - reads it.", valueName: "chain"))
    var text: String?

    @Option(help: ArgumentHelp("Read the chain from a file.", valueName: "file"))
    var file: String?

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

    func run() throws {
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

    /// What the arguments ask for.
    func plan() throws -> RunPlan {
        var choice = Choice(try chain())
        let variant = choice.variantValue
        for text in set {
            let (name, value) = try Arguments.set(text, of: variant, scenario: choice.scenarioValue.id)
            choice.numbers[name] = value
        }
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

    private func chain() throws -> ChainScenario {
        let (text, name) = try source()
        do throws(Problem) {
            let chain = try Chain(text)
            return ChainScenario(chain, name: name, title: chain.source.title)
        } catch {
            throw ChainFailure(error, in: SourceText(text), name: name, isUsage: true)
        }
    }

    private func source() throws -> (text: String, name: String) {
        switch (text, file) {
        case (let text?, nil) where text != "-": return (text, "chain")
        case (_?, nil): return (try InputFile.text("-", limit: SourceText.limit), "chain")
        case (nil, let file?): return (try InputFile.text(file, limit: SourceText.limit), FileName.last(of: file))
        case (nil, nil): throw ValidationError("no chain is given; write flowviz eval '[1, 2, 3].publisher.map { $0 * 2 }'")
        case (_?, _?): throw ValidationError("a chain is given twice; --file takes the place of the chain")
        }
    }

    private func printed(_ format: EvalFormat, _ plan: RunPlan) throws -> String {
        let chain = try (plan.choice.chain?.chain).map { chain throws(Problem) in try chain.with(plan.choice.numbers.values) }
        guard let chain else { preconditionFailure("a chain's plan has no chain") }
        return try ChainText(chain, plan).text(format)
    }
}
