import ArgumentParser
import FlowModel
import FlowScenarios
import FlowTrace

/// What a run without a screen takes, whatever it is that runs.
struct RunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Stop after this much virtual time; needed where the run is endless.", valueName: "seconds"))
    var until: String?

    @Flag(help: "Take as long as the clock does.")
    var realtime = false

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Write a trace, which 'flowviz replay' shows.", valueName: "file"))
    var output: String?

    @OptionGroup var breaks: BreakOptions

    /// What was chosen, with the numbers that the options ask for.
    func choice(_ choice: Choice) throws -> Choice {
        var choice = choice
        for text in set {
            let (name, value) = try Arguments.set(text, of: choice.variantValue, scenario: choice.scenarioValue.id)
            choice.numbers[name] = value
        }
        return choice
    }

    /// What the options ask for.
    func plan(_ chosen: Choice) throws -> RunPlan {
        let choice = try choice(chosen)
        let variant = choice.variantValue
        let sends = try Arguments.sends(send, of: variant, scenario: choice.scenarioValue.id)
        let end = try until.map { try Arguments.seconds($0, of: "--until") }
        if end == nil, variant.isEndless {
            let subject = choice.chain == nil ? "\(choice.scenarioValue.id) \(variant.id)" : "this chain"
            throw ValidationError("\(subject) never ends by itself; add --until SECONDS, for example --until 10")
        }
        if let end, let late = sends.last, late.time > end {
            throw ValidationError("--send '\(late.time):\(late.control)' comes after the end; --until is \(end)")
        }
        return RunPlan(choice: choice, sends: sends, end: end, breaks: breaks.conditions)
    }
}
