import FlowScreen

/// A sentence with keys in it: `"the stream is over; \(.restart) restarts it"`.
///
/// The key table names them when the sentence is drawn; who writes it knows commands only.
public struct KeyText: Hashable, Sendable, CustomStringConvertible {
    fileprivate enum Part: Hashable {
        case words(String)
        case command(Command)
    }

    private let parts: [Part]

    /// A sentence without keys, as the text of an error.
    public init(_ words: String) { parts = [.words(words)] }

    /// The sentence as the table has the keys.
    public var description: String {
        parts.map {
            switch $0 {
            case .words(let words): words
            case .command(let command): KeyTable.name(of: command)
            }
        }.joined()
    }

    /// Sentences that read alike are equal.
    public static func == (lhs: KeyText, rhs: KeyText) -> Bool { lhs.description == rhs.description }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension KeyText: ExpressibleByStringInterpolation {
    /// Collects words and commands.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ words: String) { parts.append(.words(words)) }

        public mutating func appendInterpolation(_ command: Command) { parts.append(.command(command)) }

        /// A key of a line that is being typed, which is no command.
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
