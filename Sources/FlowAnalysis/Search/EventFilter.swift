import FlowTrace

/// Which events to go through: words that all have to fit.
///
/// `kind:dropped` and `lane:buffer` say what happens and where; any other word stands in the value's text. The case of a word matters where
/// it has an upper case letter.
public struct EventFilter: Hashable, Sendable {
    private enum Term: Hashable, Sendable {
        case text(FilterWord)
        case kind(SignalKind)
        case lane(FilterWord)
    }

    /// What was typed.
    public let text: String
    private let terms: [Term]

    /// Reads what was typed.
    ///
    /// - Throws: ``EventFilterError`` where a word cannot be one.
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
            guard let kind = SignalKind.allCases.first(where: { $0.name == name && $0 != .causeLink }) else {
                throw .unknownKind(name)
            }
            return .kind(kind)
        }
        return word.hasPrefix("lane:") ? .lane(FilterWord(String(word.dropFirst(5)))) : .text(FilterWord(word))
    }

    /// Whether an event fits.
    ///
    /// - Parameter lane: The name of its lane; asked for only where everything else fits.
    public func matches(_ entry: TraceEntry, in log: TraceLog, lane: () -> String?) -> Bool {
        terms.allSatisfy { if case .kind(let kind) = $0 { kind == entry.kind } else { true } }
            && terms.allSatisfy { if case .text(let word) = $0 { holds(word, entry, log) } else { true } }
            && terms.allSatisfy { if case .lane(let word) = $0 { lane().map(word.isIn) ?? false } else { true } }
    }

    private func holds(_ word: FilterWord, _ entry: TraceEntry, _ log: TraceLog) -> Bool {
        log.value(of: entry).map { word.isIn($0.description) } ?? false
    }
}

/// Why what was typed is no filter.
public enum EventFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing was typed.
    case empty
    /// What follows `kind:` is no kind of event.
    case unknownKind(String)

    public var description: String {
        switch self {
        case .empty: "nothing to look for; type a value's text, kind:dropped or lane:buffer"
        case .unknownKind(let name):
            "no kind '\(name)'; kinds are \(SignalKind.allCases.filter { $0 != .causeLink }.map(\.name).joined(separator: ", "))"
        }
    }
}

/// A word to look for: with an upper case letter it is looked for as it is, else whatever the case.
struct FilterWord: Hashable, Sendable {
    private let word: String
    private let isExact: Bool

    init(_ word: String) {
        self.word = word
        isExact = word.contains(where: \.isUppercase)
    }

    /// Whether a text contains it.
    func isIn(_ text: String) -> Bool {
        isExact ? text.contains(word) : text.lowercased().contains(word)
    }
}
