import FlowTrace

/// A text with signs in it; views choose their characters.
///
/// Written as a string: `"\(.dropped) \(count) lost"`. An interpolated text, such as a value, stays as it is.
public struct SignedText: Hashable, Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Piece: Hashable {
        case text(String)
        case sign(Sign)
    }

    private var pieces: [Piece] = []

    public init(stringLiteral text: String) { pieces = [.text(text)] }

    public init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

    /// The sign that the text begins with, `nil` for a text that begins with another character.
    public var leadingSign: Sign? {
        if case .sign(let sign) = pieces.first { sign } else { nil }
    }

    /// The text with a character, or a few, for each sign.
    public func text(_ glyph: (Sign) -> some CustomStringConvertible) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let words): text += words
            case .sign(let sign): text += glyph(sign).description
            }
        }
    }

    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { pieces.append(.text(literal)) }
        }

        public mutating func appendInterpolation(_ sign: Sign) { pieces.append(.sign(sign)) }

        public mutating func appendInterpolation(_ demand: Demand) {
            pieces.append(demand == .unlimited ? .sign(.unlimited) : .text(demand.description))
        }

        public mutating func appendInterpolation(_ text: SignedText) { pieces += text.pieces }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            pieces.append(.text(value.description))
        }
    }
}

/// The sign for the topic of a line of the log, or of a few words beside a lane; views choose its character.
public enum Sign: Hashable, Sendable, CaseIterable {
    /// A value, or the number of values.
    case value
    /// A value entered a buffer.
    case bufferIn
    /// A value left a buffer.
    case bufferOut
    /// A value was lost.
    case dropped
    /// Values were requested.
    case request
    /// A stream ended well.
    case finished
    /// A stream failed.
    case failed
    /// A subscriber cancelled.
    case cancelled
    /// A subscriber got its subscription.
    case subscribed
    /// A state changed, or a note was recorded.
    case state
    /// A sink paused.
    case paused
    /// A rule was broken.
    case violation
    /// Demand has no limit.
    case unlimited
    /// Something was left out.
    case cut
    /// The number is a lower bound.
    case atLeast
}

/// The topic of a text, which decides its colour; views map tones to the roles of their theme.
public enum Tone: Hashable, Sendable, CaseIterable {
    /// A source's value.
    case sent
    /// A value in a buffer.
    case held
    /// Demand.
    case asked
    /// A value that arrived.
    case got
    /// A lost value.
    case lost
    /// A failure.
    case error
    /// Work, states, and everything that is over.
    case past
    /// A caption with nothing amiss.
    case key
    /// Anything else.
    case plain
}
