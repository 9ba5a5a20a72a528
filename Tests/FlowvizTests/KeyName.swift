import FlowTerminal
import FlowViews

/// Keys as the table, the README and the man page write them.
enum KeyName {
    private static let named: [String: Key] = [
        "Tab": .tab, "S-Tab": .backTab, "Enter": .enter, "Esc": .escape, "Space": .character(" "), "Home": .home, "End": .end,
        "PgUp": .pageUp, "PgDn": .pageDown, "↑": .up, "↓": .down, "←": .left, "→": .right,
    ]

    /// The names in a row of the table; `1 … 0` is the digits, and Tab's row means Shift and Tab too.
    static func names(of binding: KeyBinding) -> [String] {
        let names = binding.keys.split(separator: " ").map(String.init)
        if names == ["1", "…", "0"] { return (1...10).map { String($0 % 10) } }
        return names == ["Tab"] ? ["Tab", "S-Tab"] : names
    }

    /// The key of a name.
    static func key(_ name: String) -> Key? {
        named[name] ?? (name.count == 1 ? .character(Character(name)) : nil)
    }

    /// Every key of the table with its command.
    static let all: [(key: Key, command: Command, binding: KeyBinding)] = KeyTable.bindings.flatMap { binding in
        names(of: binding).enumerated().compactMap { index, name in
            let command = binding.commands[min(index, binding.commands.count - 1)]
            return key(name).map { ($0, command, binding) }
        }
    }
}
