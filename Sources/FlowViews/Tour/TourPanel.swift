/// The text and the question of a stop of the tour, as the screen draws it below the lanes and a loop without a screen prints it.
public struct TourPanel: Sendable, Equatable {
    /// The kind of a line.
    public enum Tone: Sendable {
        case plain
        /// A key to press, a question, an answer to choose from.
        case task
        /// That the answer was right, or wrong.
        case good, trouble
        /// A line to be typed in a shell.
        case code
    }

    public struct Line: Sendable, Equatable {
        public let text: String
        public let tone: Tone

        public init(_ text: String, _ tone: Tone = .plain) { (self.text, self.tone) = (text, tone) }
    }

    /// Which stop this is: `Tour 3 of 7: drop policies`.
    public let title: String
    public let lines: [Line]
    /// The keys that lead on, back and out.
    public let keys: [String]

    public init(title: String, lines: [Line], keys: [String]) {
        (self.title, self.lines, self.keys) = (title, lines, keys)
    }
}
