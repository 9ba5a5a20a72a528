import ArgumentParser
import FlowScenarios
import FlowScreen
import FlowTerminal
import FlowTrace

/// How the screen starts.
struct ScreenOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The scenario to start with; 'flowviz list' names them.", valueName: "id"))
    var scenario: String?

    @Option(help: ArgumentHelp("The variant to start with; the scenario's first where left out.", valueName: "name"))
    var variant: String?

    @Option(help: ArgumentHelp("How fast time runs, from 0.05 to 20; 1 is as fast as the clock.", valueName: "x"))
    var speed = 1.0

    @Flag(help: "Start with time standing still.")
    var frozen = false

    @Flag(help: "Use ASCII signs only.")
    var ascii = false

    @Option(help: ArgumentHelp("dark, light or contrast.", valueName: "name"))
    var theme = "dark"

    @Flag(name: .customLong("no-color"), help: "Use no colour; the variable NO_COLOR does the same.")
    var noColor = false

    func validate() throws {
        guard (0.05...20).contains(speed) else {
            throw ValidationError("--speed \(speed) does not fit; it takes a number from 0.05 to 20")
        }
        _ = try Arguments.theme(theme)
        _ = try Arguments.choice(scenario: scenario, variant: variant)
    }

    /// Opens the terminal and runs until the user quits.
    func show() throws {
        let hasColour = !noColor && (Environment.variables["NO_COLOR"] ?? "").isEmpty
        let terminal: CursesTerminal
        do {
            terminal = try CursesTerminal(options: TerminalOptions(ascii: ascii, colour: hasColour))
        } catch {
            throw Failure(error.description)
        }
        var state = AppState(
            choice: try Arguments.choice(scenario: scenario, variant: variant), size: terminal.size,
            theme: try Arguments.theme(theme))
        state.selection = AppState.interestingLane(of: state.choice)
        state.speed = speed
        state.isFrozen = frozen
        var loop = EventLoop(terminal: terminal, state: state, ascii: ascii)
        if let line = loop.run() { print(line) }
    }
}
