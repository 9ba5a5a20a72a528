import FlowScreen

/// The commands of keys, and the names of keys on the screen.
///
/// The table is part of the state: every text with a key takes its name from the current table.
public struct KeyTable: Sendable {
    /// The default keys.
    public static let standard = KeyTable(rows: rows)

    /// The key that always quits, even if another command is bound to it.
    public static let alwaysQuits = Key.control("c")

    /// The rows, in the order of the help.
    public let bindings: [KeyBinding]
    private let commands: [Key: Command]
    private let keys: [Command: Key]

    /// The standard table with other keys for some commands.
    ///
    /// - Parameter keys: All keys of these commands, the shown one first.
    /// - Precondition: Each command has a key, and no key has two.
    public init(moving keys: [Command: [Key]]) {
        precondition(keys.values.allSatisfy { !$0.isEmpty }, "KeyTable has a command without a key in \(keys)")
        self.init(rows: KeyTable.rows.map { $0.moved(to: keys) })
    }

    private init(rows: [KeyBinding]) {
        bindings = rows
        let pairs = rows.flatMap(\.pairs)
        commands = Dictionary(uniqueKeysWithValues: pairs.map { ($0.key, $0.value) })
        keys = Dictionary(pairs.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    }

    /// The command of a key, `nil` if it has none.
    public func command(of key: Key) -> Command? { commands[key] }

    /// The row of a command.
    public func binding(of command: Command) -> KeyBinding? {
        bindings.first { $0.pairs.contains { $0.value == command } }
    }

    /// The shown key of a command.
    public func key(of command: Command) -> Key? { keys[command] }

    /// The name of a command's key.
    public func name(of command: Command) -> String { key(of: command)?.name ?? "" }
}

extension KeyTable: Equatable {
    public static func == (lhs: KeyTable, rhs: KeyTable) -> Bool { lhs.commands == rhs.commands && lhs.keys == rhs.keys }
}
