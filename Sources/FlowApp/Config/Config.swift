import FlowScreen
import FlowSystem
import FlowTrace
import FlowViews
import LibC

/// The effective settings, keys and colours, with the origin of each.
///
/// An error in the file or in a variable is reported as a problem and otherwise ignored: flowviz starts as if the line were
/// missing.
package struct Config: Equatable, Sendable {
    package private(set) var settings = Settings()
    private(set) var keys = KeyBindings()
    /// The themes, including colours from the file.
    private(set) var themes = Theme.all
    /// The origins of settings by name; a setting that is missing here has its default.
    package private(set) var origins: [String: ConfigOrigin] = [:]
    /// The colours set in the file.
    private(set) var colours: [Colour] = []
    package private(set) var problems: [ConfigProblem] = []

    /// A colour set in the file.
    struct Colour: Equatable, Sendable {
        let theme: String
        let role: String
        let number: UInt8
        let origin: ConfigOrigin
    }

    /// The defaults.
    package static let standard = Config()

    private init() {}

    /// Reads a file and variables.
    ///
    /// - Parameters:
    ///   - text: The contents of the file, `nil` if there is no file.
    ///   - file: The file's name in messages.
    ///   - variable: Looks up an environment variable.
    init(_ text: ConfigText?, file: String, variable: (String) -> String? = { _ in nil }) {
        problems = text?.problems ?? []
        let entries = text?.entries ?? []
        for (section, line) in text?.headings ?? [:] { check(section, .line(line, file: file)) }
        for entry in entries { read(entry, .line(entry.line, file: file)) }
        for setting in Setting.all { read(setting, variable) }
        let preset = KeyTable.Preset(rawValue: settings.preset) ?? .standard
        keys = KeyBindings(preset: preset, entries: entries.filter { $0.section == KeyBindings.section }, file: file)
        problems += keys.problems
        problems.sort { Config.order(of: $0) < Config.order(of: $1) }
    }

    /// Problems in lines come first, in order, then those in variables.
    private static func order(of problem: ConfigProblem) -> Int {
        if case .line(let number, _) = problem.origin { number } else { .max }
    }

    /// The effective theme.
    package var theme: Theme { themes.first { $0.name == settings.theme } ?? .dark }

    package var table: KeyTable { keys.table }

    // MARK: Reading

    private mutating func check(_ section: String, _ origin: ConfigOrigin) {
        guard section != KeyBindings.section, ThemeColours.theme(ofSection: section) == nil else { return }
        let sections = ([KeyBindings.section] + Theme.all.map { "colors.\($0.name)" }).map { "[\($0)]" }.joined(separator: ", ")
        report("no section [\(section)]; sections are \(sections)", origin)
    }

    /// Adds the error of an unreadable file.
    mutating func report(_ what: String, in file: String) {
        problems.insert(ConfigProblem(origin: .file(file), what: what), at: 0)
    }

    private mutating func report(_ what: String, _ origin: ConfigOrigin) {
        problems.append(ConfigProblem(origin: origin, what: what))
    }

    private mutating func read(_ entry: ConfigEntry, _ origin: ConfigOrigin) {
        switch entry.section {
        case "": readSetting(entry, origin)
        case KeyBindings.section: break
        default: readColour(entry, origin)
        }
    }

    private mutating func readSetting(_ entry: ConfigEntry, _ origin: ConfigOrigin) {
        guard let setting = Setting.named(entry.name) else {
            let names = Setting.all.map(\.name)
            let hint =
                Command(named: entry.name) != nil
                ? "keys belong below [keys]"
                : Suggestion.nearest(to: entry.name, among: names).map { "did you mean '\($0)'?" }
                    ?? "settings are \(names.joined(separator: ", "))"
            return report("no setting '\(entry.name)'; \(hint)", origin)
        }
        guard setting.read(entry.value, into: &settings) else {
            let example = setting.value(in: Settings()).written
            return report(
                "\(setting.name) = \(entry.value.written) is not valid; it takes \(setting.takes), for example \(example)", origin
            )
        }
        origins[setting.name] = origin
    }

    private mutating func readColour(_ entry: ConfigEntry, _ origin: ConfigOrigin) {
        // An error in the heading has been reported already.
        guard let theme = ThemeColours.theme(ofSection: entry.section) else { return }
        guard let role = Role.allCases.first(where: { $0.name == entry.name }) else {
            return report("no colour '\(entry.name)'; \(ThemeColours.hint(forRole: entry.name))", origin)
        }
        guard let number = ThemeColours.number(entry.value) else {
            return report("\(entry.name) = \(entry.value.written) is not a colour; it takes \(ThemeColours.takes)", origin)
        }
        guard let index = themes.firstIndex(where: { $0.name == theme.name }) else { return }
        themes[index][role] = number
        colours.append(Colour(theme: theme.name, role: role.name, number: number, origin: origin))
    }

    /// Reads a variable, which overrides the file. An empty variable counts as unset.
    private mutating func read(_ setting: Setting, _ variable: (String) -> String?) {
        if setting.name == "color", let word = variable("NO_COLOR"), !word.isEmpty {
            settings.color = false
            origins[setting.name] = .variable("NO_COLOR")
        }
        guard let text = variable(setting.variable), !text.isEmpty else { return }
        guard setting.read(text, into: &settings) else {
            return report("'\(text)' is not valid; it takes \(setting.takes), or unset it", .variable(setting.variable))
        }
        origins[setting.name] = .variable(setting.variable)
    }

    /// Applies an option of the command line, which overrides everything else; `nil` if the option is not given.
    package mutating func set<Value>(_ path: WritableKeyPath<Settings, Value>, _ value: Value?) {
        if let value { settings[keyPath: path] = value }
    }
}

extension Config {
    /// One line about the problems, `nil` if there are none.
    func warning(naming file: (String) -> String = { $0 }) -> String? {
        guard let first = problems.first else { return nil }
        let origin =
            switch first.origin {
            case .line(let number, let path): "\(file(path)):\(number)"
            case .file(let path): file(path)
            case .standard, .preset, .variable: first.origin.description
            }
        let more = problems.count > 1 ? "; 'flowviz config' lists \(problems.count - 1) more" : ""
        return "\(origin): \(first.what)\(more)"
    }

    /// Prints a warning about problems on the standard error, for commands without a screen.
    package func warn() {
        if let warning = warning() { StandardError.line("flowviz: \(warning)") }
    }
}
