/// What can be written at a place of a text, and which call that place is in; for text that is being typed, so that it need not be whole.
public struct Completion: Hashable, Sendable {
    /// The beginning of a word that stands before the place, which a candidate replaces; empty where none does.
    public let word: Span
    /// What begins so and fits there, the likeliest first.
    public let candidates: [Candidate]
    /// The call that the place is in, `nil` where it is in none that is known.
    public let call: CallHelp?

    /// Something that fits.
    public struct Candidate: Hashable, Sendable {
        /// Its name, as a list shows it: `map`, `size:`, `.seconds`.
        public let name: String
        /// What takes the word's place: the name, with what always follows it.
        public let insertion: String
        /// Its forms that fit there, as Swift declares them, the plainest first; the type of a label or a name. Never empty.
        public let signatures: [String]
        /// What it does, in a sentence.
        public let summary: String
        /// A whole chain that uses it, `nil` for labels and names.
        public var example: String?
    }

    /// Finds out what fits.
    ///
    /// - Parameters:
    ///   - text: What has been typed; what stands behind the place is not looked at.
    ///   - offset: The place, in UTF-8, between two characters.
    /// - Complexity: O(*n*) for what stands before the place, some microseconds for a line.
    public init(of text: String, at offset: Int) {
        let source = SourceText(String(decoding: text.utf8.prefix(max(0, offset)), as: UTF8.self))
        guard source.bytes.count <= SourceText.limit else {
            word = source.end
            candidates = []
            call = nil
            return
        }
        let cursor = CursorTokens(source)
        let completer = Completer(cursor)
        word = cursor.word
        call = completer.call
        let typed = source[cursor.word].lowercased()
        candidates = completer.candidates.filter { $0.matches(typed) }
    }
}

extension Completion.Candidate {
    /// Whether its name begins so; the `.` before a word counts only where it has been typed.
    func matches(_ typed: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix(typed) || name.hasPrefix("." + typed)
    }
}

/// The call that a place in a text is in.
public struct CallHelp: Hashable, Sendable {
    /// What is called.
    public let name: String
    /// Its forms that what is written before the place fits, as Swift declares them, the plainest first. Never empty.
    public let signatures: [String]
    /// What it does, in a sentence.
    public let summary: String
    /// A whole chain that uses it.
    public let example: String
}
