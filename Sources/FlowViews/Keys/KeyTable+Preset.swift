import FlowScreen

extension KeyTable {
    /// A predefined set of keys.
    public enum Preset: String, CaseIterable, Sendable {
        /// The default keys.
        case standard
        /// All commands under the left hand of a QWERTY keyboard; no arrows, no paging keys.
        case oneHand = "one-hand"
    }

    /// All keys of all commands, the shown one first; without ``alwaysQuits``, which cannot be rebound.
    public static func keys(of preset: Preset) -> [Command: [Key]] {
        preset == .oneHand ? oneHand : standardKeys
    }

    private static let standardKeys = Dictionary(
        grouping: rows.flatMap(\.pairs).filter { $0.key != alwaysQuits }, by: \.value
    ).mapValues { $0.map(\.key) }
}
