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

    @Option(help: "log, jsonl or marble.")
    var format = RunFormat.log

    @Flag(help: "Take as long as the clock does.")
    var realtime = false

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    func run() throws {
        let choice = try Arguments.choice(scenario: id, variant: variant)
        let variant = choice.variantValue
        var numbers = choice.numbers
        for text in set {
            let (name, value) = try Arguments.set(text, of: variant, scenario: id)
            numbers[name] = value
        }
        let run = ScenarioRun(choice.scenarioValue, variant: variant, numbers: numbers)
        let report = RunReport(run: run, format: format, isRealtime: realtime)
        let sends = try Arguments.sends(send, of: variant, scenario: id)
        let end = try end(of: variant)
        if let end, let late = sends.last, late.time > end {
            throw ValidationError("--send '\(late.time):\(late.control)' comes after the end; --until is \(end)")
        }
        try report.run(sends: sends, until: end)
    }

    private func end(of variant: Variant) throws -> TraceTime? {
        guard let until else {
            guard variant.isEndless else { return nil }
            throw ValidationError("\(id) \(variant.id) never ends by itself; add --until SECONDS, for example --until 10")
        }
        guard let time = Arguments.seconds(until) else {
            throw ValidationError("--until '\(until)' does not fit; it takes seconds from 0 to 1000000")
        }
        return time
    }
}
