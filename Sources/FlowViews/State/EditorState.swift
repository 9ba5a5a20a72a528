/// A chain that is being typed, with what is wrong with it and what could come next.
public struct EditorState: Hashable, Sendable {
    /// What is wrong with the text, or stopped its run.
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

    /// Something that can be written at the cursor.
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

    /// What has been typed; may have several lines.
    public var text: [Character]
    /// The index before which the next character goes.
    public var cursor: Int
    /// What an empty line shows.
    public var example: String
    /// What is wrong, `nil` where the chain can run.
    public var problem: Problem?
    /// Whether Enter was pressed in vain: the problem is then shown even if the text may only be incomplete.
    public var isRefused = false
    /// Whether more operators can follow at the end.
    public var canGoOn = false
    /// What fits at the cursor, the likeliest first.
    public var offers: [Offer] = []
    /// The offer that the text contains.
    public var chosen: Int?
    /// The call that the cursor is in.
    public var call: Offer?

    /// Creates the state of a text without problem.
    public init(text: [Character], cursor: Int, example: String) {
        self.text = text
        self.cursor = cursor
        self.example = example
    }
}

extension EditorState {
    /// Whether the problem may disappear as more is typed, so that it is no mistake yet.
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
