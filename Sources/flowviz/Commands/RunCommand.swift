import ArgumentParser
import FlowSessions

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a scenario without a screen, at once, in virtual time, and prints its events.")

    @Argument(help: ArgumentHelp("A scenario, or id:variant; 'flowviz list' has all.", valueName: "id"), completion: .scenario)
    var id: String

    @Option(help: ArgumentHelp("The variant; the scenario's first by default.", valueName: "name"), completion: .variant)
    var variant: String?

    @Option(help: "log, jsonl or marble; log by default, unless it is written to a file.")
    var format: RunFormat?

    @OptionGroup var inputs: InputOptions

    @OptionGroup var options: RunOptions

    @OptionGroup var breaks: BreakOptions

    func run() throws {
        try options.perform(try inputs.settings(variant: variant, breaks: breaks).plan(scenario: id), format: format)
    }
}
