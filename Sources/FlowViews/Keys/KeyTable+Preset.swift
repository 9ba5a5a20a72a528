import FlowScreen

extension KeyTable {
    /// A choice of keys to begin with.
    public enum Preset: String, CaseIterable, Sendable {
        /// The keys that flowviz has by itself.
        case standard
        /// All commands under the left hand of a QWERTY keyboard; no arrows, no paging keys.
        case oneHand = "one-hand"
    }

    /// All keys of all commands, the one first that is shown; without ``alwaysQuits``, which nobody can take.
    public static func keys(of preset: Preset) -> [Command: [Key]] {
        preset == .oneHand ? oneHand : standardKeys
    }

    private static let standardKeys = Dictionary(
        grouping: rows.flatMap(\.pairs).filter { $0.key != alwaysQuits }, by: \.value
    ).mapValues { $0.map(\.key) }
}
