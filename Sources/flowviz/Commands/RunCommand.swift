import ArgumentParser
import FlowModel
import FlowScenarios
import FlowTrace

/// Runs a scenario without a screen and prints its events.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a scenario without a screen, at once, in virtual time, and prints its events.")

    @Argument(help: ArgumentHelp("The scenario; 'flowviz list' names them.", valueName: "id"))
    var id: String

    @Option(help: ArgumentHelp("The variant; the scenario's first where left out.", valueName: "name"))
    var variant: String?

    @Option(help: ArgumentHelp("Stop after this much virtual time; needed where the variant is endless.", valueName: "seconds"))
    var until: String?

    @Option(help: "log, jsonl or marble; log where left out and nothing is written to a file.")
    var format: RunFormat?

    @Flag(help: "Take as long as the clock does.")
    var realtime = false

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Write a trace, which 'flowviz replay' shows.", valueName: "file"))
    var output: String?

    @OptionGroup var breaks: BreakOptions

    func run() throws {
        try PlannedRun(plan: try plan(), format: format, output: output, isRealtime: realtime, breaks: breaks).perform()
    }

    /// What the arguments ask for.
    func plan() throws -> RunPlan {
        var choice = try Arguments.choice(scenario: id, variant: variant)
        let variant = choice.variantValue
        for text in set {
            let (name, value) = try Arguments.set(text, of: variant, scenario: id)
            choice.numbers[name] = value
        }
        let sends = try Arguments.sends(send, of: variant, scenario: id)
        let end = try end(of: variant)
        if let end, let late = sends.last, late.time > end {
            throw ValidationError("--send '\(late.time):\(late.control)' comes after the end; --until is \(end)")
        }
        return RunPlan(choice: choice, sends: sends, end: end)
    }

    private func end(of variant: Variant) throws -> TraceTime? {
        guard let until else {
            guard variant.isEndless else { return nil }
            throw ValidationError("\(id) \(variant.id) never ends by itself; add --until SECONDS, for example --until 10")
        }
        return try Arguments.seconds(until, of: "--until")
    }
}
