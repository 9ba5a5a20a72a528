/// Splits source text into tokens, one at a time.
///
/// A value type: a parser can backtrack to a copy.
struct Lexer {
    let source: SourceText
    private(set) var offset: Int
    private let end: Int
    private var last = TokenKind.semicolon

    /// Starts at the beginning of `range`, and reads nothing beyond it.
    init(_ source: SourceText, in range: Span) {
        self.source = source
        offset = range.start
        end = range.end
    }

    /// The next token; at the end of the text always ``TokenKind/end``.
    mutating func next() throws(Problem) -> Token {
        let startsLine = try skipBlanks() || offset == 0
        let start = offset
        let kind = try read()
        last = kind
        return Token(kind: kind, span: Span(start, offset), startsLine: startsLine)
    }

    /// Moves back to an offset inside the last token; the next token begins there.
    mutating func rewind(to newOffset: Int) { offset = newOffset }

    // MARK: Blanks

    /// - Returns: Whether a line ended.
    private mutating func skipBlanks() throws(Problem) -> Bool {
        var endsLine = false
        while let byte = byte(0) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): offset += 1
            case UInt8(ascii: "\n"):
                endsLine = true
                offset += 1
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"):
                while let byte = self.byte(0), byte != UInt8(ascii: "\n") { offset += 1 }
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"):
                if try skipComment() { endsLine = true }
            default: return endsLine
            }
        }
        return endsLine
    }

    /// - Returns: Whether it contains a line end.
    private mutating func skipComment() throws(Problem) -> Bool {
        let start = offset
        var depth = 0
        var endsLine = false
        while let byte = byte(0) {
            if byte == UInt8(ascii: "/"), self.byte(1) == UInt8(ascii: "*") {
                depth += 1
                offset += 2
            } else if byte == UInt8(ascii: "*"), self.byte(1) == UInt8(ascii: "/") {
                depth -= 1
                offset += 2
                if depth == 0 { return endsLine }
            } else {
                if byte == UInt8(ascii: "\n") { endsLine = true }
                offset += 1
            }
        }
        throw Problem(Span(start, start + 2), "expected '*/' to end the comment")
    }

    // MARK: Tokens

    private mutating func read() throws(Problem) -> TokenKind {
        guard let byte = byte(0) else { return .end }
        if let kind = Lexer.punctuation(byte) {
            offset += 1
            return kind
        }
        if Lexer.isNameStart(byte) { return name() }
        if Lexer.isDigit(byte) { return try number() }
        switch byte {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "$"): return try dollar()
        case UInt8(ascii: "."): return period()
        default:
            guard Lexer.isOperator(byte) else { throw unexpected() }
            return try operators()
        }
    }

    private static func punctuation(_ byte: UInt8) -> TokenKind? {
        switch byte {
        case UInt8(ascii: "("): .leftParenthesis
        case UInt8(ascii: ")"): .rightParenthesis
        case UInt8(ascii: "["): .leftBracket
        case UInt8(ascii: "]"): .rightBracket
        case UInt8(ascii: "{"): .leftBrace
        case UInt8(ascii: "}"): .rightBrace
        case UInt8(ascii: ","): .comma
        case UInt8(ascii: ":"): .colon
        case UInt8(ascii: ";"): .semicolon
        default: nil
        }
    }

    private mutating func name() -> TokenKind {
        let start = offset
        while let byte = byte(0), Lexer.isNameStart(byte) || Lexer.isDigit(byte) { offset += 1 }
        // After a period every word is a name, as in Swift.
        guard last != .period, offset - start > 1 else { return .identifier }
        return Keyword.contains(source[Span(start, offset)]) ? .keyword : .identifier
    }

    private mutating func dollar() throws(Problem) -> TokenKind {
        let start = offset
        offset += 1
        while let byte = byte(0), Lexer.isDigit(byte) { offset += 1 }
        let isPlain = offset == start + 2 || offset > start + 2 && source.bytes[start + 1] != UInt8(ascii: "0")
        if isPlain, offset <= start + 3, byte(0).map(Lexer.isNameStart) != true { return .dollar }
        while let byte = byte(0), Lexer.isNameStart(byte) || Lexer.isDigit(byte) { offset += 1 }
        throw Problem(
            Span(start, offset), "'\(source[Span(start, offset)])' is not a name; a closure's values are $0, $1 and so on")
    }

    private mutating func number() throws(Problem) -> TokenKind {
        let start = offset
        skipDigits()
        var kind = TokenKind.integer
        // After a period, digits name an element of a tuple: `$0.0.1` contains no number `0.1`.
        if last != .period {
            if byte(0) == UInt8(ascii: "."), byte(1).map(Lexer.isDigit) == true {
                kind = .double
                offset += 1
                skipDigits()
            }
            if skipExponent() { kind = .double }
        }
        guard let byte = byte(0), Lexer.isNameStart(byte) else { return kind }
        while let byte = self.byte(0), Lexer.isNameStart(byte) || Lexer.isDigit(byte) { offset += 1 }
        throw Problem(Span(start, offset), "'\(source[Span(start, offset)])' is not a number; write it in decimal digits")
    }

    private mutating func skipDigits() {
        while let byte = byte(0), Lexer.isDigit(byte) || byte == UInt8(ascii: "_") { offset += 1 }
    }

    private mutating func skipExponent() -> Bool {
        guard let mark = byte(0), mark | 0x20 == UInt8(ascii: "e") else { return false }
        let isSigned = byte(1) == UInt8(ascii: "-") || byte(1) == UInt8(ascii: "+")
        guard byte(isSigned ? 2 : 1).map(Lexer.isDigit) == true else { return false }
        offset += isSigned ? 2 : 1
        skipDigits()
        return true
    }

    // MARK: Strings

    private mutating func string() throws(Problem) -> TokenKind {
        if byte(1) == UInt8(ascii: "\""), byte(2) == UInt8(ascii: "\"") {
            throw Problem(Span(offset, offset + 3), Keyword.unsupported("a multi-line string"))
        }
        try skipString(depth: 0)
        return .string
    }

    /// The deepest nesting of strings.
    private static let nestedStrings = 16

    private mutating func skipString(depth: Int) throws(Problem) {
        let start = offset
        guard depth < Lexer.nestedStrings else { throw Problem(Span(start, start + 1), "strings are nested too deeply here") }
        offset += 1
        while let byte = byte(0), byte != UInt8(ascii: "\n") {
            guard byte != UInt8(ascii: "\t") else {
                throw Problem(Span(offset, offset + 1), "a string cannot contain a tab; write \\t")
            }
            offset += 1
            if byte == UInt8(ascii: "\"") { return }
            guard byte == UInt8(ascii: "\\"), let escaped = self.byte(0) else { continue }
            if escaped == UInt8(ascii: "(") { try skipInterpolation(depth: depth) } else if escaped >= 32 { offset += 1 }
        }
        throw Problem(Span(start, start + 1), "expected '\"' to end the string")
    }

    private mutating func skipInterpolation(depth: Int) throws(Problem) {
        let start = offset
        var open = 0
        while let byte = byte(0), byte != UInt8(ascii: "\n") {
            switch byte {
            case UInt8(ascii: "\""): try skipString(depth: depth + 1)
            case UInt8(ascii: "("):
                open += 1
                offset += 1
            case UInt8(ascii: ")"):
                open -= 1
                offset += 1
                if open == 0 { return }
            default: offset += 1
            }
        }
        throw Problem(Span(start - 1, start + 1), "expected ')' to end the interpolation")
    }

    // MARK: Operators

    private mutating func period() -> TokenKind {
        guard byte(1) == UInt8(ascii: ".") else {
            offset += 1
            return .period
        }
        let start = offset
        while let byte = byte(0), byte == UInt8(ascii: ".") || Lexer.isOperator(byte) { offset += 1 }
        return fixity(from: start)
    }

    private mutating func operators() throws(Problem) -> TokenKind {
        let start = offset
        // Directly after a value, `?` and `!` are tokens by themselves.
        if source.bytes[start] == UInt8(ascii: "?") || source.bytes[start] == UInt8(ascii: "!"), isLeftBound(start) {
            offset += 1
            return .postfixOperator
        }
        while let byte = byte(0), Lexer.isOperator(byte), offset == start || !beginsComment { offset += 1 }
        guard offset == start + 1 || offset == start + 2 else { return fixity(from: start) }
        switch (source.bytes[start], offset - start) {
        case (UInt8(ascii: "="), 1): return try equal(at: start)
        case (UInt8(ascii: "-"), 2) where source.bytes[start + 1] == UInt8(ascii: ">"): return .arrow
        case (UInt8(ascii: "?"), 1): return .question
        default: return fixity(from: start)
        }
    }

    private func equal(at start: Int) throws(Problem) -> TokenKind {
        let left = isLeftBound(start)
        guard left == isRightBound(left: left) else {
            throw Problem(Span(start, offset), "'=' needs spaces on both sides or on neither")
        }
        return .equal
    }

    private var beginsComment: Bool {
        byte(0) == UInt8(ascii: "/") && (byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"))
    }

    /// Swift's rule: an operator with blanks on both sides or on neither is infix. With a blank only before it, it is a prefix
    /// operator.
    private func fixity(from start: Int) -> TokenKind {
        let left = isLeftBound(start)
        let right = isRightBound(left: left)
        return left == right ? .infixOperator : left ? .postfixOperator : .prefixOperator
    }

    private func isLeftBound(_ start: Int) -> Bool {
        guard start > 0 else { return false }
        switch source.bytes[start - 1] {
        case 9, 10, 32: return false
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): return false
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"): return false
        case UInt8(ascii: "/"): return start < 2 || source.bytes[start - 2] != UInt8(ascii: "*")
        default: return true
        }
    }

    private func isRightBound(left: Bool) -> Bool {
        switch byte(0) {
        case nil, 9, 10, 32: false
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): false
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"): false
        case UInt8(ascii: "."): !left
        case UInt8(ascii: "/"): !beginsComment
        default: true
        }
    }

    // MARK: Bytes

    private func byte(_ ahead: Int) -> UInt8? { offset + ahead < end ? source.bytes[offset + ahead] : nil }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isOperator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: "*"),
            UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"),
            UInt8(ascii: "~"), UInt8(ascii: "?"):
            true
        default: false
        }
    }

    private func unexpected() -> Problem {
        let rest = String(decoding: source.bytes[offset..<end], as: UTF8.self)
        let character = rest.unicodeScalars.first.map(String.init) ?? ""
        let unsupported = ["#": "'#'", "@": "'@'", "`": "'`'", "\\": "a key path"]
        if let what = unsupported[character] { return Problem(Span(offset, offset + 1), Keyword.unsupported(what)) }
        return Problem(Span(offset, min(end, offset + character.utf8.count)), "'\(character)' has no meaning here")
    }
}

struct Token {
    let kind: TokenKind
    let span: Span
    /// Whether it is the first of its line.
    let startsLine: Bool
}

/// The kind of a token. Blanks around operators decide their kind, as in Swift.
enum TokenKind: Equatable {
    case identifier
    case keyword
    case integer
    case double
    /// A string literal with its quotes.
    case string
    /// `$0`.
    case dollar
    /// An operator with blanks on both sides or on none.
    case infixOperator
    /// An operator with a blank before it only.
    case prefixOperator
    /// An operator with a blank after it only.
    case postfixOperator
    case period
    case leftParenthesis, rightParenthesis
    case leftBracket, rightBracket
    case leftBrace, rightBrace
    case comma, colon, semicolon
    /// A `?` with a blank before it.
    case question
    case equal
    case arrow
    case end
}
