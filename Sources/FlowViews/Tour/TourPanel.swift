/// The text and the question of a tour stop. The screen draws it below the lanes; plain mode prints it.
public struct TourPanel: Sendable, Equatable {
    /// The kind of a line.
    public enum Tone: Sendable {
        case plain
        /// A key to press, a question, an answer to choose from.
        case task
        /// The result of an answer: right or wrong.
        case good, trouble
        /// A command for a shell.
        case code
    }

    public struct Line: Sendable, Equatable {
        public let text: String
        public let tone: Tone

        public init(_ text: String, _ tone: Tone = .plain) { (self.text, self.tone) = (text, tone) }
    }

    /// The number and name of the stop: `Tour 3 of 7: drop policies`.
    public let title: String
    public let lines: [Line]
    /// The keys to continue, go back and leave.
    public let keys: [String]

    public init(title: String, lines: [Line], keys: [String]) {
        (self.title, self.lines, self.keys) = (title, lines, keys)
    }
}
