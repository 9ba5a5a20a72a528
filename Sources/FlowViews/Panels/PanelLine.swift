import FlowScreen

/// A line of a panel above the footer.
public struct PanelLine: Sendable, Equatable {
    /// The kind of a line.
    public enum Tone: Sendable {
        /// `good` and `trouble` tell a result; `muted` explains.
        case plain, good, trouble, muted
        /// A key to press, a question, an answer to choose from; a caret below a line of code.
        case key
        /// A command for a shell.
        case code

        var style: Style {
            switch self {
            case .plain: Style(.text)
            case .good: Style(.got)
            case .trouble: Style(.error)
            case .muted: Style(.muted)
            case .key, .code: Style(.key)
            }
        }
    }

    public let text: String
    public let tone: Tone

    public init(_ text: String, _ tone: Tone = .plain) { (self.text, self.tone) = (text, tone) }
}
