import FlowScreen
import FlowViews

/// The settings file that `config --init` writes: every setting with its default, commented out.
package enum ConfigPage {
    package static let text = ([head] + Setting.all.map(lines) + [keys, colours]).joined(separator: "\n") + "\n"

    private static let head = """
        ## Settings of flowviz. A line that begins with # says nothing: take the # away, and change what stands behind it.
        ## Variables are above this file, and options of the command line above both. 'flowviz config' says what is in force.

        """

    private static func lines(_ setting: Setting) -> String {
        let options = setting.options.isEmpty ? "" : "; option \(setting.options)"
        return """
            ## \(setting.about): \(setting.takes)
            ## variable \(setting.variable)\(options)
            #\(setting.name) = \(setting.value(in: Settings()).written)

            """
    }

    private static let keys =
        """
        ## Keys, by what they do. A key is a character, or Space, Tab, S-Tab, Enter, Esc, Up, Down, Left, Right, Home, End,
        ## PgUp, PgDn, Backspace, Del, C-Left, C-Right, C-a to C-z. A list gives several. No key can have two commands.
        #[keys]

        """
        + KeyTable.standard.bindings.flatMap { row in
            ["## \(row.manual.text(in: .standard))"] + commands(of: row).map { "#\(ConfigPage.line($0))" }
        }.joined(separator: "\n") + "\n"

    private static func commands(of row: KeyBinding) -> [Command] {
        row.pairs.map(\.value).reduce(into: []) { all, command in if !all.contains(command) { all.append(command) } }
    }

    /// The line of a command with its default keys.
    private static func line(_ command: Command) -> String {
        "\(command.name) = \(value(of: KeyTable.keys(of: .standard)[command] ?? []).written)"
    }

    /// Keys as a value in the file.
    static func value(of keys: [Key]) -> ConfigValue {
        let names = keys.map { ConfigValue.text($0.spelling) }
        return names.count == 1 ? names[0] : .list(names)
    }

    private static let colours = Theme.all.map { theme in
        let lines = Role.allCases.map { "#\($0.name) = \(theme[$0])" }
        return """
            ## Colours of the theme \(theme.name): a number from 0 to 255, "#rrggbb" or a name, as red or bright-red.
            #[colors.\(theme.name)]
            \(lines.joined(separator: "\n"))

            """
    }.joined(separator: "\n")
}

extension Config {
    /// A row for each setting, with its value and its origin.
    package var settingRows: [[String]] {
        Setting.all.map { [$0.name, $0.value(in: settings).written, "\(origins[$0.name] ?? .standard)"] }
    }

    /// A row for each command, or only for the commands whose keys are set in the file.
    package func keyRows(all: Bool) -> [[String]] {
        Command.all.compactMap { command in
            guard let binding = keys.bindings[command] else { return nil }
            guard all || binding.isOfFile else { return nil }
            return [command.name, ConfigPage.value(of: binding.keys).written, "\(binding.origin)"]
        }
    }

    /// A row for each colour in the file.
    package var colourRows: [[String]] {
        colours.map { ["colors.\($0.theme).\($0.role)", "\($0.number)  \(XtermPalette.hex($0.number))", "\($0.origin)"] }
    }
}
