/// The progress of a tried file: its state, and below that its output, or the messages of the compiler.
public struct TriedPanel: Sendable, Equatable {
    /// The kind of a line.
    public enum Tone: Sendable {
        case plain, good, trouble
        /// An explanation, or a caret below a line of code.
        case muted, key
    }

    public struct Line: Sendable, Equatable {
        public let text: String
        let tone: Tone

        public init(_ text: String, _ tone: Tone = .plain) { (self.text, self.tone) = (text, tone) }
    }

    /// The state.
    public var title: String
    /// The kind of the state: good or bad.
    public var tone: Tone
    public var lines: [Line]
    /// Whether to show as many of the first lines as fit; otherwise the last few.
    public var isWhole: Bool
    /// Whether it has run, so that there are lanes above the panel.
    public var hasRun = true

    public init(title: String, tone: Tone = .plain, lines: [Line] = [], isWhole: Bool = false) {
        (self.title, self.tone, self.lines, self.isWhole) = (title, tone, lines, isWhole)
    }
}
