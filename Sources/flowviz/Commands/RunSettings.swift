import ArgumentParser
import FlowModel
import FlowScenarios

/// What a run is given beside what it runs, as it was written: on the command line, or in a recording.
struct RunSettings: Equatable {
    /// When it stops, in seconds.
    var until: String?
    /// The controls to press, as `SECONDS:CONTROL`.
    var sends: [String] = []
    /// The numbers to change, as `NAME=VALUE`.
    var sets: [String] = []
    /// The conditions at which it stops.
    var breaks: [String] = []

    /// What was chosen, with the numbers that are asked for.
    func choice(_ choice: Choice) throws -> Choice {
        var choice = choice
        for text in sets {
            let (name, value) = try Arguments.set(text, of: choice.variantValue, scenario: choice.scenarioValue.id)
            choice.numbers[name] = value
        }
        return choice
    }

    /// What is asked for.
    func plan(_ chosen: Choice) throws -> RunPlan {
        let choice = try choice(chosen)
        let variant = choice.variantValue
        let sends = try Arguments.sends(sends, of: variant, scenario: choice.scenarioValue.id)
        let end = try until.map { try Arguments.seconds($0, of: "--until") }
        if end == nil, variant.isEndless {
            let subject = choice.chain == nil ? "\(choice.scenarioValue.id) \(variant.id)" : "this chain"
            throw ValidationError("\(subject) never ends by itself; add --until SECONDS, for example --until 10")
        }
        if let end, let late = sends.last, late.time > end {
            throw ValidationError("--send '\(late.time):\(late.control)' comes after the end; --until is \(end)")
        }
        _ = try breaks.map(BreakOptions.breakpoint)
        return RunPlan(choice: choice, sends: sends, end: end, breaks: breaks)
    }
}
