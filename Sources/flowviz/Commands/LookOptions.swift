import ArgumentParser
import FlowScreen

/// How the screen looks, for every command that shows one.
struct LookOptions: ParsableArguments {
    @Flag(help: "Use ASCII signs only.")
    var ascii = false

    @Option(help: ArgumentHelp("dark, light or contrast.", valueName: "name"))
    var theme = "dark"

    @Flag(name: .customLong("no-color"), help: "Use no colour; the variable NO_COLOR does the same.")
    var noColor = false

    /// The theme of that name.
    var chosenTheme: Theme {
        get throws { try Arguments.theme(theme) }
    }

    func validate() throws {
        _ = try chosenTheme
    }
}
