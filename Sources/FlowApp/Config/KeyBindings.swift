import FlowScreen
import FlowTrace
import FlowViews

/// The keys of all commands: a preset, overridden by the file.
struct KeyBindings: Equatable, Sendable {
    /// The keys of a command, and their origin.
    struct Binding: Equatable, Sendable {
        var keys: [Key]
        let origin: ConfigOrigin

        /// Whether the keys are set in the file.
        var isOfFile: Bool { if case .line = origin { true } else { false } }
    }

    /// The heading of keys in the file.
    static let section = "keys"

    private(set) var bindings: [Command: Binding] = [:]
    private(set) var problems: [ConfigProblem] = []
    private let base: [Command: Binding]

    /// The table in which every key has one command.
    var table: KeyTable { KeyTable(moving: bindings.mapValues(\.keys)) }

    /// Reads the entries below `[keys]`. An invalid entry only becomes a problem.
    init(preset: KeyTable.Preset = .standard, entries: [ConfigEntry] = [], file: String = "") {
        let origin: ConfigOrigin = preset == .standard ? .standard : .preset(preset.rawValue)
        base = KeyTable.keys(of: preset).mapValues { Binding(keys: $0, origin: origin) }
        bindings = base
        for entry in entries {
            let origin = ConfigOrigin.line(entry.line, file: file)
            do throws(ConfigLine.Fault) {
                bindings[try KeyBindings.command(entry)] = Binding(keys: try KeyBindings.keys(entry), origin: origin)
            } catch {
                problems.append(ConfigProblem(origin: origin, what: error.what))
            }
        }
        while let conflict { drop(conflict) }
    }

    private static func command(_ entry: ConfigEntry) throws(ConfigLine.Fault) -> Command {
        if let command = Command(named: entry.name) { return command }
        let hint = Suggestion.nearest(to: entry.name, among: Command.all.map(\.name)).map { "did you mean '\($0)'?" }
        throw ConfigLine.Fault("no command '\(entry.name)'; \(hint ?? "'flowviz config --keys' lists all commands")")
    }

    private static func keys(_ entry: ConfigEntry) throws(ConfigLine.Fault) -> [Key] {
        let values = if case .list(let values) = entry.value { values } else { [entry.value] }
        guard !values.isEmpty else {
            throw ConfigLine.Fault("\(entry.name) is left without a key; name one, or take the line out")
        }
        var keys: [Key] = []
        for value in values {
            let key = try key(value, of: entry)
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    private static func key(_ value: ConfigValue, of entry: ConfigEntry) throws(ConfigLine.Fault) -> Key {
        guard case .text(let name) = value else {
            throw ConfigLine.Fault(
                "\(entry.name) takes a key in quotes, or a list of such; write \(entry.name) = \"\(value.written)\"")
        }
        guard let key = Key(name) else {
            throw ConfigLine.Fault("no key '\(name)'; \(KeyBindings.hint(forKey: name))")
        }
        guard !key.isReservedByTerminal else {
            let always = key == KeyTable.alwaysQuits ? "always quits" : "is the terminal's own"
            throw ConfigLine.Fault("\(key.spelling) \(always); choose another key for \(entry.name)")
        }
        return key
    }

    private static func hint(forKey name: String) -> String {
        let named = [
            "Space", "Tab", "S-Tab", "Enter", "Esc", "Up", "Down", "Left", "Right", "Home", "End", "PgUp", "PgDn", "Backspace",
            "Del", "C-Left", "C-Right",
        ]
        let nearest = name.count > 1 ? Suggestion.nearest(to: name, among: named) : nil
        return nearest.map { "did you mean '\($0)'?" }
            ?? "a key is one character, \(named.joined(separator: ", ")), or C-a to C-z"
    }

    // MARK: Conflicts

    /// A key of two commands. The command with the later line gets the keys of its preset back.
    private struct Conflict {
        let loser: Command
        let winner: Command
        let key: Key
    }

    private var conflict: Conflict? {
        var owners: [Key: Command] = [:]
        for command in Command.all {
            for key in bindings[command]?.keys ?? [] {
                guard let other = owners.updateValue(command, forKey: key) else { continue }
                let isLater = (line(of: command) ?? 0) > (line(of: other) ?? 0)
                return isLater
                    ? Conflict(loser: command, winner: other, key: key) : Conflict(loser: other, winner: command, key: key)
            }
        }
        return nil
    }

    /// The line with a command's keys, `nil` for keys of the preset.
    private func line(of command: Command) -> Int? {
        if case .line(let number, _) = bindings[command]?.origin { number } else { nil }
    }

    private mutating func drop(_ conflict: Conflict) {
        guard let origin = bindings[conflict.loser]?.origin, let other = bindings[conflict.winner]?.origin else { return }
        let (loser, winner, key) = (conflict.loser.name, conflict.winner.name, conflict.key.spelling)
        let place =
            switch other {
            case .line(let number, _): "of \(winner) in line \(number)"
            case .preset(let name): "of \(winner) in the preset \(name)"
            case .standard, .file, .variable: "of \(winner) by default"
            }
        let advice = "give \(loser) another key, or \(winner) a key of its own"
        problems.append(ConfigProblem(origin: origin, what: "\(loser) takes '\(key)', which is the key \(place); \(advice)"))
        bindings[conflict.loser] = base[conflict.loser]
    }
}
