import ArgumentParser
import FlowScenarios
import FlowScreen
import FlowTrace

/// Starts the screen.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Starts the screen; the same as no subcommand.")

    @Option(help: ArgumentHelp("The scenario to start with; 'flowviz list' names them.", valueName: "id"))
    var scenario: String?

    @Option(help: ArgumentHelp("The variant to start with; the scenario's first where left out.", valueName: "name"))
    var variant: String?

    @Option(help: ArgumentHelp("How fast time runs, from 0.05 to 20; 1 is as fast as the clock.", valueName: "x"))
    var speed = 1.0

    @Flag(help: "Start with time standing still.")
    var frozen = false

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func validate() throws {
        guard (0.05...20).contains(speed) else {
            throw ValidationError("--speed \(speed) does not fit; it takes a number from 0.05 to 20")
        }
        _ = try Arguments.choice(scenario: scenario, variant: variant)
    }

    /// Opens the terminal and runs until the user quits.
    func run() throws {
        var state = AppState(
            choice: try Arguments.choice(scenario: scenario, variant: variant), size: Size(width: 0, height: 0),
            theme: try looks.chosenTheme)
        state.selection = state.choice.map(AppState.interestingLane) ?? 0
        state.speed = speed
        state.breakpoints = try breaks.breakpoints
        state.isFrozen = frozen
        try Screen.show(Session(), state: state, ascii: looks.ascii, noColor: looks.noColor)
    }
}
