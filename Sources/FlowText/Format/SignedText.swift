import FlowTrace

/// A text with signs in it; views choose their characters.
///
/// Written as a string: `"\(.dropped) \(count) lost"`. What is put in as text, such as a value, stays as it is.
public struct SignedText: Hashable, Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Piece: Hashable {
        case text(String)
        case sign(Sign)
    }

    private var pieces: [Piece] = []

    public init(stringLiteral text: String) {
        pieces = [.text(text)]
    }

    public init(stringInterpolation: Interpolation) {
        pieces = stringInterpolation.pieces
    }

    /// The sign that the text begins with, `nil` for a text that begins with another character.
    public var leadingSign: Sign? {
        if case .sign(let sign) = pieces.first { sign } else { nil }
    }

    /// The text with a character for each sign.
    public func text(_ glyph: (Sign) -> Character) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let words): text += words
            case .sign(let sign): text.append(glyph(sign))
            }
        }
    }

    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.text(literal)) }
        }

        public mutating func appendInterpolation(_ sign: Sign) {
            pieces.append(.sign(sign))
        }

        public mutating func appendInterpolation(_ demand: Demand) {
            pieces.append(demand == .unlimited ? .sign(.unlimited) : .text(demand.description))
        }

        public mutating func appendInterpolation(_ text: SignedText) {
            pieces += text.pieces
        }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            pieces.append(.text(value.description))
        }
    }
}
