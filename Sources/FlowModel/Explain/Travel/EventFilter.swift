import FlowTrace

/// Which events to go through: words that all have to fit.
///
/// `kind:dropped` and `lane:buffer` say what happens and where; any other word stands in the value's text. Case does not matter.
public struct EventFilter: Hashable, Sendable {
    private enum Term: Hashable, Sendable {
        case text(String)
        case kind(SignalKind)
        case lane(String)
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
        return word.hasPrefix("lane:") ? .lane(word.dropFirst(5).lowercased()) : .text(word.lowercased())
    }

    /// Whether an event fits.
    ///
    /// - Parameter lane: The name of its lane; asked for only where everything else fits.
    public func matches(_ entry: TraceEntry, in log: TraceLog, lane: () -> String?) -> Bool {
        terms.allSatisfy { if case .kind(let kind) = $0 { kind == entry.kind } else { true } }
            && terms.allSatisfy { if case .text(let text) = $0 { holds(text, entry, log) } else { true } }
            && terms.allSatisfy { if case .lane(let name) = $0 { lane()?.lowercased().contains(name) ?? false } else { true } }
    }

    private func holds(_ text: String, _ entry: TraceEntry, _ log: TraceLog) -> Bool {
        log.value(of: entry)?.description.lowercased().contains(text) ?? false
    }
}
