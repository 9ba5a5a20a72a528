import FlowScreen

/// A sentence with keys in it: `"the stream is over; \(.restart) restarts it"`.
///
/// The sentence contains commands; the key table supplies the names of their keys when the sentence is drawn.
public struct KeyText: Equatable, Sendable {
    fileprivate enum Part {
        case words(String)
        case command(Command)
    }

    private let parts: [Part]

    /// A sentence without keys, such as the text of an error.
    public init(_ words: String) { parts = [.words(words)] }

    /// The sentence with the names of the keys in a table.
    public func text(in table: KeyTable) -> String {
        parts.map {
            switch $0 {
            case .words(let words): words
            case .command(let command): table.name(of: command)
            }
        }.joined()
    }

    /// Sentences that read alike with the standard keys are equal.
    public static func == (lhs: KeyText, rhs: KeyText) -> Bool { lhs.text(in: .standard) == rhs.text(in: .standard) }
}

extension KeyText: ExpressibleByStringInterpolation {
    /// Collects words and commands.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ words: String) { parts.append(.words(words)) }

        public mutating func appendInterpolation(_ command: Command) { parts.append(.command(command)) }

        /// A key of an input line, which is not a command.
        public mutating func appendInterpolation(_ key: Key) { parts.append(.words(key.name)) }

        public mutating func appendInterpolation(_ text: KeyText) { parts += text.parts }

        @_disfavoredOverload
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.words(value.description))
        }
    }

    public init(stringLiteral words: String) { self.init(words) }

    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}

extension DefaultStringInterpolation {
    /// Rejects a sentence inside a text without its keys. Deprecated, not unavailable: the compiler would replace an unavailable
    /// overload by another one.
    @available(*, deprecated, message: "say which table names the keys: text(in:)")
    public mutating func appendInterpolation(_ text: KeyText) {}
}
