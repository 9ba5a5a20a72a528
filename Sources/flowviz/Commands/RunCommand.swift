import ArgumentParser

/// Runs a scenario without a screen and prints its events.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a scenario without a screen, at once, in virtual time, and prints its events.")

    @Argument(help: ArgumentHelp("The scenario; 'flowviz list' names them.", valueName: "id"))
    var id: String

    @Option(help: ArgumentHelp("The variant; the scenario's first where left out.", valueName: "name"))
    var variant: String?

    @Option(help: "log, jsonl or marble; log where left out and nothing is written to a file.")
    var format: RunFormat?

    @OptionGroup var options: RunOptions

    func run() throws {
        try PlannedRun(plan: try plan(), format: format, options: options).perform()
    }

    /// What the arguments ask for.
    func plan() throws -> RunPlan {
        try options.settings.plan(try Arguments.choice(scenario: id, variant: variant))
    }
}
