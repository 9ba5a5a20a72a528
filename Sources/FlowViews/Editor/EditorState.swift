/// A chain that is being typed, with its error and its completions.
public struct EditorState: Hashable, Sendable {
    /// An error in the text, or one that stopped its run.
    public struct Problem: Hashable, Sendable {
        /// The characters that it is about.
        public let range: Range<Int>
        public let message: String
        public let notes: [String]

        public init(range: Range<Int>, message: String, notes: [String]) {
            self.range = range
            self.message = message
            self.notes = notes
        }
    }

    /// A completion at the cursor, or the call around it.
    public struct Offer: Hashable, Sendable {
        /// Its declaration in Swift.
        public let signature: String
        public let summary: String

        /// A whole chain that uses it, `nil` if there is none.
        public let example: String?

        public init(signature: String, summary: String, example: String? = nil) {
            self.signature = signature
            self.summary = summary
            self.example = example
        }
    }

    /// The typed text; may have several lines.
    public var text: [Character]
    /// The index at which the next character is inserted.
    public var cursor: Int
    /// The chain that an empty line shows.
    public var example: String
    /// The error, `nil` if the chain can run.
    public var problem: Problem?
    /// Whether Enter has failed to run the chain. Then the problem is shown even if the text may only be incomplete.
    public var isRefused = false
    /// Whether more operators can follow at the end.
    public var canGoOn = false
    /// The completions at the cursor, the likeliest first.
    public var offers: [Offer] = []
    /// The index of the completion that Tab has put into the text.
    public var chosen: Int?
    /// The call around the cursor.
    public var call: Offer?

    /// Creates the state of a text without a problem.
    public init(text: [Character], cursor: Int, example: String) {
        self.text = text
        self.cursor = cursor
        self.example = example
    }
}

extension EditorState {
    /// Whether the problem may disappear with more text, so that it is not a mistake yet.
    var isUnfinished: Bool {
        guard !isRefused, let problem else { return false }
        return problem.range.lowerBound >= text.count
    }

    /// Whether the problem is an unfinished word before the cursor.
    var isInWord: Bool {
        guard !isRefused, !offers.isEmpty, let problem else { return false }
        return problem.range.contains(cursor - 1) && problem.range.upperBound <= cursor
    }
}
