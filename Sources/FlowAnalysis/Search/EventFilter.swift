import FlowTrace

/// A filter of words, all of which an event must match.
///
/// `kind:dropped` and `lane:buffer` match an event's kind and lane; any other word matches the text of its value. Case matters
/// for words with an upper case letter.
public struct EventFilter: Hashable, Sendable {
    private enum Term: Hashable, Sendable {
        case text(FilterWord)
        case kind(SignalKind)
        case lane(FilterWord)
    }

    public let text: String
    private let terms: [Term]

    /// - Throws: ``EventFilterError`` if there is no word, or an unknown kind.
    public init(parsing text: String) throws(EventFilterError) {
        self.text = text
        var terms: [Term] = []
        for word in text.split(separator: " ") { terms.append(try EventFilter.term(String(word))) }
        guard !terms.isEmpty else { throw .empty }
        self.terms = terms
    }

    private static func term(_ word: String) throws(EventFilterError) -> Term {
        if word.hasPrefix("kind:") {
            let name = String(word.dropFirst(5))
            let kinds = SignalKind.allCases.filter { $0 != .causeLink }
            guard let kind = kinds.first(where: { $0.name == name || $0.word == name }) else {
                throw .unknownKind(name)
            }
            return .kind(kind)
        }
        return word.hasPrefix("lane:") ? .lane(FilterWord(String(word.dropFirst(5)))) : .text(FilterWord(word))
    }

    /// Whether an event matches.
    ///
    /// - Parameters:
    ///   - entry: The event.
    ///   - log: The log that contains the event's value.
    ///   - lane: The name of the event's lane; called only if everything else matches.
    public func matches(_ entry: TraceEntry, in log: TraceLog, lane: () -> String?) -> Bool {
        terms.allSatisfy { if case .kind(let kind) = $0 { kind == entry.kind } else { true } }
            && terms.allSatisfy { if case .text(let word) = $0 { holds(word, entry, log) } else { true } }
            && terms.allSatisfy { if case .lane(let word) = $0 { lane().map(word.isIn) ?? false } else { true } }
    }

    /// The word of a `lane:` term that occurs in none of these names; `nil` if there is none.
    public func missingLane(among names: [String]) -> String? {
        for case .lane(let word) in terms where !names.contains(where: word.isIn) { return word.word }
        return nil
    }

    private func holds(_ word: FilterWord, _ entry: TraceEntry, _ log: TraceLog) -> Bool {
        log.value(of: entry).map { word.isIn($0.description) } ?? false
    }
}

/// The reason that a text is not a filter.
public enum EventFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// `kind:` is not followed by a kind of event.
    case unknownKind(String)

    public var description: String {
        switch self {
        case .empty: "nothing to look for; type a value's text, kind:dropped or lane:buffer"
        case .unknownKind(let name):
            "no kind '\(name)'; kinds are \(SignalKind.allCases.filter { $0 != .causeLink }.map(\.word).joined(separator: ", "))"
        }
    }
}

extension SignalKind {
    /// The word for the kind on the screen; in JSON Lines, ``name`` is used.
    package var word: String {
        switch self {
        case .offered: "sent"
        case .buffered: "held"
        case .unbuffered: "left"
        case .subscribed, .request, .value, .returned, .finished, .failure, .cancel, .dropped, .state, .note, .causeLink: name
        }
    }
}

/// A word to search for. Case matters if the word has an upper case letter.
struct FilterWord: Hashable, Sendable {
    let word: String
    private let isExact: Bool

    init(_ word: String) {
        self.word = word
        isExact = word.contains(where: \.isUppercase)
    }

    func isIn(_ text: String) -> Bool {
        isAmongBytes(of: text) ?? (isExact ? text.contains(word) : text.lowercased().contains(word))
    }

    /// Whether the word is in a text; `nil` unless each byte of both is a character. A fast path, since a search visits all
    /// values of a window.
    private func isAmongBytes(of text: String) -> Bool? {
        var (word, text) = (word, text)
        return word.withUTF8 { word in
            text.withUTF8 { text in
                guard !word.isEmpty, word.allSatisfy(FilterWord.isCharacter), text.allSatisfy(FilterWord.isCharacter) else {
                    return nil
                }
                let starts = 0..<max(0, text.count - word.count + 1)
                return starts.contains { start in word.indices.allSatisfy { fold(text[start + $0]) == word[$0] } }
            }
        }
    }

    /// A carriage return forms one character with a following line feed.
    private static func isCharacter(_ byte: UInt8) -> Bool { byte < 0x80 && byte != UInt8(ascii: "\r") }

    private func fold(_ byte: UInt8) -> UInt8 { !isExact && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
