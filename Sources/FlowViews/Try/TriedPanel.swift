/// The progress of a tried file: its state, and below that its output, or the messages of the compiler.
public struct TriedPanel: Sendable, Equatable {
    /// The kind of a line.
    public enum Tone: Sendable {
        case plain, good, trouble
        /// Words that explain; where something is in the line above.
        case muted, key
    }

    public struct Line: Sendable, Equatable {
        public let text: String
        let tone: Tone

        public init(_ text: String, _ tone: Tone = .plain) { (self.text, self.tone) = (text, tone) }
    }

    /// The state.
    public var title: String
    /// Whether that is as it should be.
    public var tone: Tone
    public var lines: [Line]
    /// Whether the first lines matter most, and as many of them as fit; else the last few.
    public var isWhole: Bool
    /// Whether it has run, so that there is something above the panel.
    public var hasRun = true

    public init(title: String, tone: Tone = .plain, lines: [Line] = [], isWhole: Bool = false) {
        (self.title, self.tone, self.lines, self.isWhole) = (title, tone, lines, isWhole)
    }
}
