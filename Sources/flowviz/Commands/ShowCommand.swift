import ArgumentParser
import FlowApp
import FlowScreen
import FlowSessions

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Starts the screen; the same as no subcommand.")

    @Option(help: ArgumentHelp("The scenario to start with; 'flowviz list' names them.", valueName: "id"), completion: .scenario)
    var scenario: String?

    @Option(
        help: ArgumentHelp("The variant to start with; the scenario's first by default.", valueName: "name"), completion: .variant
    )
    var variant: String?

    @OptionGroup var play: PlayOptions

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func validate() throws { _ = try Arguments.choice(scenario: scenario, variant: variant) }

    func run() throws {
        var config = looks.config()
        config.set(\.speed, play.speed)
        var state = AppState(
            .scenario(try Arguments.choice(scenario: scenario, variant: variant)), size: Size(width: 0, height: 0))
        state.selection = state.choice.map(AppState.interestingLane) ?? 0
        state.breakpoints = try breaks.breakpoints
        state.isFrozen = play.frozen
        try looks.show(.scenario(Session()), state, config)
    }
}
