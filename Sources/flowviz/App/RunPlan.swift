import FlowScenarios
import FlowTrace

/// A run without a screen: what runs, with which numbers and controls, and until when.
struct RunPlan {
    /// The scenario and variant, with the numbers at the start.
    let choice: Choice
    /// The controls to press, in the order of their times.
    let sends: [(time: TraceTime, control: Control)]
    /// When it stops, `nil` where nothing is left to do.
    let end: TraceTime?

    /// The command that runs it, word by word; a recording keeps it.
    var command: [String] {
        let sets = choice.variantValue.settings(choice.numbers).map { "--set=\($0)" }
        return ["flowviz", "run", choice.scenarioValue.id, "--variant", choice.variantValue.id]
            + (end.map { ["--until", "\($0)"] } ?? []) + sets
            + sends.map { "--send=\($0.time):\($0.control)" }
    }

    /// The plan of a recording, `nil` where it is not that of a scenario's run.
    static func recorded(in file: TraceFile) -> RunPlan? {
        let words = file.command
        guard words.first == "flowviz", words.dropFirst().first == "run" else { return nil }
        return try? RunCommand.parse(Array(words.dropFirst(2))).plan()
    }
}
