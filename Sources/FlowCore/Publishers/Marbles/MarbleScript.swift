/// A marble picture: the values of a stream, their times, and its end.
///
/// Every character is a unit of time. A letter or digit is a value, `-` is silence, `|` the end and `#` a failure. The signals in
/// `(…)` happen at the same moment and take one unit together. Blanks are ignored. Nothing can follow an end.
public struct MarbleScript: Hashable, Sendable {
    public enum Signal: Hashable, Sendable {
        case value(String)
        case finished
        case failed
    }

    /// The signals with their times, in units after the start, in order of time.
    public let signals: [(unit: Int, signal: Signal)]

    /// Parses a picture such as `AB-(CD)--|`.
    ///
    /// - Throws: ``MarbleError`` with the column.
    public init(_ text: String) throws(MarbleError) {
        var reader = Reader()
        reader.signals.reserveCapacity(text.utf8.count)
        for (index, character) in text.enumerated() { try reader.read(character, at: index + 1) }
        try reader.end()
        signals = reader.signals
    }

    /// Whether it ends with a failure.
    public var fails: Bool { signals.last?.signal == .failed }

    public static func == (lhs: MarbleScript, rhs: MarbleScript) -> Bool { lhs.signals.elementsEqual(rhs.signals, by: ==) }

    public func hash(into hasher: inout Hasher) {
        for (unit, signal) in signals {
            hasher.combine(unit)
            hasher.combine(signal)
        }
    }

    private struct Reader {
        var signals: [(unit: Int, signal: Signal)] = []
        private var unit = 0
        private var group: Int?
        private var isOver = false

        mutating func read(_ character: Character, at column: Int) throws(MarbleError) {
            guard character != " " else { return }
            if isOver, character != ")" {
                throw MarbleError(column: column, message: "nothing can follow the end, but '\(character)' does")
            }
            switch character {
            case "-": try skip(column)
            case "|": add(.finished)
            case "#": add(.failed)
            case "(":
                guard group == nil else { throw MarbleError(column: column, message: "'(' within '(…)'") }
                group = column
            case ")":
                guard group != nil else { throw MarbleError(column: column, message: "')' without '('") }
                group = nil
                unit += 1
            case _ where character.isLetter || character.isNumber: add(.value(String(character)))
            default:
                throw MarbleError(
                    column: column, message: "'\(character)' has no meaning; there are letters, digits, -, |, #, ( and )")
            }
        }

        func end() throws(MarbleError) {
            if let group { throw MarbleError(column: group, message: "'(' without ')'") }
        }

        private mutating func skip(_ column: Int) throws(MarbleError) {
            guard group == nil else { throw MarbleError(column: column, message: "'-' within '(…)', which is one moment") }
            unit += 1
        }

        private mutating func add(_ signal: Signal) {
            signals.append((unit, signal))
            if signal == .finished || signal == .failed { isOver = true }
            if group == nil { unit += 1 }
        }
    }
}

/// The error in an invalid marble picture.
public struct MarbleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In characters, from 1.
    public let column: Int
    public let message: String

    /// `marbles, column 3: …`.
    public var description: String { "marbles, column \(column): \(message)" }
}
