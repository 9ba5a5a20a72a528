/// Whether colours are used.
public enum ColourMode: Hashable, Sendable {
    /// The 256 colours of xterm.
    case colours256
    /// Bold, dim, reverse and underline only.
    case none
}
