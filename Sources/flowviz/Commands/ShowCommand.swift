import ArgumentParser
import FlowScenarios
import FlowScreen
import FlowTerminal
import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
    func run() throws {
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
        let (line, signal) = loop.run()
        // Control-C is a way to quit; other signals come from outside, perhaps because the terminal is gone.
        if let line, signal == nil || signal == SIGINT {
            let output = StandardOutput()
            output.line(line)
            output.flush()
        }
        if let signal { CursesTerminal.reraise(signal) }
    }
}
