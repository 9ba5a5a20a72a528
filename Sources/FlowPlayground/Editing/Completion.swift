/// The completions at a cursor, and the call around it. The text need not be a whole program.
public struct Completion: Hashable, Sendable {
    /// The beginning of a word before the cursor, which a candidate replaces. May be empty.
    public let word: Span
    /// The completions that begin with the word, the likeliest first.
    public let candidates: [Candidate]
    /// The call around the cursor; `nil` without a known call.
    public let call: CallHelp?

    public struct Candidate: Hashable, Sendable {
        /// Its name in a list: `map`, `size:`, `.seconds`.
        public let name: String
        /// The text that replaces the word: the name, and the text up to the first part to be typed.
        public let insertion: String
        /// Its fitting forms, as declared in Swift, the plainest first; for a label or a name, its type. Never empty.
        public let signatures: [String]
        public let summary: String
        /// An example chain; `nil` for labels and names.
        public var example: String?
    }

    /// - Parameters:
    ///   - text: The typed text; the part after the cursor is ignored.
    ///   - offset: The cursor, in UTF-8, between two characters.
    /// - Complexity: O(*n*) for *n* bytes before the cursor, some microseconds for a line.
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
    /// Whether its name begins with the typed text, with or without a leading `.`.
    func matches(_ typed: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix(typed) || name.hasPrefix("." + typed)
    }
}

/// Help for the call around the cursor.
public struct CallHelp: Hashable, Sendable {
    public let name: String
    /// Its forms that fit the text before the cursor, as declared in Swift, the plainest first. Never empty.
    public let signatures: [String]
    public let summary: String
    /// An example chain.
    public let example: String
}
