/// The end of a text that is being typed, as far as its tokens tell where it is.
struct CursorPlace {
    /// What stands before the cursor.
    let source: SourceText
    /// The tokens before the word.
    private(set) var tokens: [Token] = []
    /// The beginning of a word at the cursor.
    private(set) var word: Span
    /// The places of the brackets that are still open, the innermost last.
    private(set) var open: [Int] = []
    /// Whether the cursor is in a text, a comment, or behind what cannot be read.
    private(set) var isInText = false
    private var wordStartsLine = false

    init(_ source: SourceText) {
        self.source = source
        word = source.end
        do {
            try read()
        } catch {
            isInText = true
        }
        for (place, token) in tokens.enumerated() {
            switch token.kind {
            case .leftParenthesis, .leftBracket, .leftBrace: open.append(place)
            case .rightParenthesis, .rightBracket, .rightBrace: _ = open.popLast()
            default: break
            }
        }
    }

    private mutating func read() throws(Problem) {
        var lexer = Lexer(source, in: Span(0, source.bytes.count))
        while true {
            let token = try lexer.next()
            guard token.kind != .end else { break }
            tokens.append(token)
        }
        let end = source.bytes.count
        if let last = tokens.last, last.span.end == end, last.kind == .identifier || last.kind == .keyword {
            word = last.span
            wordStartsLine = last.startsLine
            tokens.removeLast()
        } else {
            let blanks = source.bytes[(tokens.last?.span.end ?? 0)...]
            let line = blanks.lastIndex(of: UInt8(ascii: "\n")).map { blanks[$0...] } ?? blanks
            isInText = line.contains(UInt8(ascii: "/"))
            wordStartsLine = line.startIndex != blanks.startIndex
        }
    }

    /// The text of a token.
    func text(_ token: Token) -> String {
        source[token.span]
    }

    /// The token so many before the word, from 1.
    func before(_ count: Int = 1) -> Token? {
        tokens.count >= count ? tokens[tokens.count - count] : nil
    }

    /// Whether a value could end with the token at a place.
    func endsValue(_ place: Int) -> Bool {
        guard tokens.indices.contains(place) else { return false }
        switch tokens[place].kind {
        case .identifier, .integer, .double, .string, .dollar, .rightParenthesis, .rightBracket, .rightBrace, .postfixOperator:
            return true
        case .keyword: return ["true", "false", "nil"].contains(text(tokens[place]))
        default: return false
        }
    }

    /// Whether a value may begin where the word stands.
    var canBeginValue: Bool {
        guard let last = before() else { return true }
        if last.kind == .keyword { return !["let", "true", "false", "nil"].contains(text(last)) }
        return !endsValue(tokens.count - 1) || wordStartsLine
    }

    /// Whether the word stands behind `let name:`, where a type belongs.
    var isInType: Bool {
        guard before()?.kind == .colon, let word = before(3) else { return false }
        return word.kind == .keyword && text(word) == "let"
    }

    /// The place of the bracket that one closes, `nil` where there is none.
    func opening(of close: Int) -> Int? {
        var depth = 0
        for place in (0...close).reversed() {
            switch tokens[place].kind {
            case .rightParenthesis, .rightBracket, .rightBrace: depth += 1
            case .leftParenthesis, .leftBracket, .leftBrace: depth -= 1
            default: break
            }
            if depth == 0 { return place }
        }
        return nil
    }

    /// The text up to a place with a name there, and with what closes all that is open: it can be read as if it was whole.
    func closed(at place: Int) -> SourceText {
        let closers = open.reversed().filter { tokens[$0].span.start < place }.map { token in
            switch tokens[token].kind {
            case .leftParenthesis: ")"
            case .leftBracket: "]"
            default: "}"
            }
        }
        return SourceText(source[Span(0, place)] + "cursor" + closers.joined())
    }
}
