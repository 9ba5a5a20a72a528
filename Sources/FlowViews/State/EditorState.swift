/// A chain that is being typed, with what is wrong with it and what could come next.
public struct EditorState: Hashable, Sendable {
    /// What is wrong with the text, or stopped its run.
    public struct Problem: Hashable, Sendable {
        /// The characters that it is about.
        public let place: Range<Int>
        /// What is wrong.
        public let message: String
        /// What helps.
        public let notes: [String]

        public init(place: Range<Int>, message: String, notes: [String]) {
            self.place = place
            self.message = message
            self.notes = notes
        }
    }

    /// Something that can be written at the cursor.
    public struct Offer: Hashable, Sendable {
        /// How it looks, as Swift declares it.
        public let signature: String
        /// What it does.
        public let summary: String

        /// A whole chain that uses it, `nil` where there is none to show.
        public let example: String?

        public init(signature: String, summary: String, example: String? = nil) {
            self.signature = signature
            self.summary = summary
            self.example = example
        }
    }

    /// What has been typed; may have several lines.
    public var text: [Character]
    /// The place before which the next character goes.
    public var cursor: Int
    /// What an empty line shows.
    public var example: String
    /// What is wrong, `nil` where the chain can run.
    public var problem: Problem?
    /// Whether Enter was pressed in vain: what is wrong is said even where it may just not be whole.
    public var isRefused = false
    /// Whether more operators can follow at the end.
    public var canGoOn = false
    /// What fits at the cursor, the likeliest first.
    public var offers: [Offer] = []
    /// The offer that stands in the text.
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
