/// Parses a program: a strict subset of Swift, in which everything that is accepted means the same as in Swift.
struct Parser {
    /// How deep things may be nested.
    static let nesting = 256

    let source: SourceText
    private var lexer: Lexer
    /// The next token.
    private(set) var token: Token
    /// The present nesting.
    private var depth = 0
    /// The depth of the last expression.
    var height = 0
    /// Whether a `{` begins a block and not a closure, as after `if`.
    var isBeforeBlock = false
    /// For each closure around the present token, how many of `$0`, `$1`… it uses.
    var dollars: [Int] = []

    /// Begins at the start of a span, and reads nothing beyond it.
    init(_ source: SourceText, in range: Span, depth: Int = 0) throws(Problem) {
        self.source = source
        self.depth = depth
        lexer = Lexer(source, in: range)
        token = try lexer.next()
    }

    static func program(_ source: SourceText) throws(Problem) -> [Statement] {
        guard source.bytes.count <= SourceText.limit else {
            throw Problem(Span(0, 0), "the text is too long: \(source.bytes.count) bytes, of \(SourceText.limit)")
        }
        if let (span, scalar) = source.invisible { throw Problem(invisible: scalar, span) }
        var parser = try Parser(source, in: Span(0, source.bytes.count))
        return try parser.statements(until: .end)
    }

    // MARK: Tokens

    /// Consumes the token.
    @discardableResult
    mutating func advance() throws(Problem) -> Token {
        let taken = token
        token = try lexer.next()
        return taken
    }

    /// Consumes only the first byte of an operator.
    mutating func advanceByOneByte() throws(Problem) {
        lexer.rewind(to: token.span.start + 1)
        token = try lexer.next()
    }

    mutating func consume(_ kind: TokenKind) throws(Problem) -> Token? { token.kind == kind ? try advance() : nil }

    /// Consumes a token of a kind.
    ///
    /// - Throws: If the token is of another kind.
    @discardableResult
    mutating func expect(
        _ kind: TokenKind, _ what: String, openedBy open: Token? = nil
    ) throws(Problem) -> Token {
        guard token.kind == kind else { throw expected(what, notes: open.map(opened) ?? []) }
        return try advance()
    }

    func text(_ token: Token) -> String { source[token.span] }

    /// Whether the next token is a keyword.
    func isAt(_ keyword: String) -> Bool { token.kind == .keyword && text(token) == keyword }

    var isUnderscore: Bool { token.span.end - token.span.start == 1 && source.bytes[token.span.start] == UInt8(ascii: "_") }

    /// Whether the next token is an operator that begins with a byte.
    func isAtOperator(beginningWith byte: UInt8) -> Bool {
        switch token.kind {
        case .infixOperator, .prefixOperator, .postfixOperator: source.bytes[token.span.start] == byte
        default: false
        }
    }

    // MARK: Problems

    /// The problem that the next token is not what is expected.
    func expected(_ what: String, notes: [String] = []) -> Problem {
        if token.kind == .keyword, let hint = Keyword.refused[text(token)] { return Problem(token.span, hint) }
        return Problem(token.span, "expected \(what)", notes: notes)
    }

    /// The note that names an opening brace or parenthesis.
    func opened(by token: Token) -> [String] {
        let (line, column) = source.position(of: token.span.start)
        return ["to match this '\(text(token))' at \(line):\(column)"]
    }

    // MARK: Depth

    /// Parses something nested, as deep as that may be.
    mutating func nested<Result>(_ read: (inout Parser) throws(Problem) -> Result) throws(Problem) -> Result {
        guard depth < Parser.nesting else { throw tooDeep }
        depth += 1
        let result = try read(&self)
        depth -= 1
        return result
    }

    /// Records how deep the last expression is.
    mutating func reach(_ levels: Int) throws(Problem) {
        guard levels <= Parser.nesting else { throw tooDeep }
        height = levels
    }

    private var tooDeep: Problem { Problem(token.span, "nested too deeply: more than \(Parser.nesting) levels") }

    /// A parser of a part of the same text, as deep in it as this one. What it finds about the closures around it is in its
    /// ``dollars``.
    mutating func parser(of range: Span) throws(Problem) -> Parser {
        var inner = try Parser(source, in: range, depth: depth)
        swap(&inner.dollars, &dollars)
        return inner
    }
}

extension Parser {
    /// Parses statements up to a token of a kind, which is not consumed.
    mutating func statements(until end: TokenKind) throws(Problem) -> [Statement] {
        var statements: [Statement] = []
        var levels = 0
        while try skipSemicolons(isFirst: statements.isEmpty), token.kind != end, token.kind != .end {
            statements.append(try nested { parser throws(Problem) in try parser.statement() })
            levels = max(levels, height)
            guard token.startsLine || [.semicolon, end, .end].contains(token.kind) else { throw notSeparated() }
        }
        height = levels
        return statements
    }

    private mutating func skipSemicolons(isFirst: Bool) throws(Problem) -> Bool {
        guard token.kind == .semicolon else { return true }
        guard !isFirst else { throw expected("a value before the ';'") }
        try advance()
        guard token.kind != .semicolon else { throw expected("a statement between the two ';'") }
        return true
    }

    func notSeparated() -> Problem {
        switch token.kind {
        case .equal: Problem(token.span, "nothing can be assigned to this; use '==' to compare")
        case .prefixOperator, .postfixOperator: Problem(token.span, "'\(text(token))' needs spaces on both sides or on neither")
        case .infixOperator: unknownOperator
        case .keyword where Keyword.refused[text(token)] != nil: expected("")
        default: Problem(token.span, "expected an operator, or a new line before '\(shown(token))'")
        }
    }

    /// A token as a message names it, cut to what fits.
    private func shown(_ token: Token) -> String {
        let text = text(token)
        return text.count > 20 ? "\(text.prefix(20))…" : text
    }
}

extension Parser {
    mutating func typeName() throws(Problem) -> TypeName {
        try nested { parser throws(Problem) in
            var type = try parser.plainType()
            while parser.token.kind == .postfixOperator, parser.isAtOperator(beginningWith: UInt8(ascii: "?")) {
                let span = type.span.to(Span(parser.token.span.start, parser.token.span.start + 1))
                try parser.advanceByOneByte()
                type = .optional(type, span)
            }
            return try parser.functionType(from: type)
        }
    }

    private mutating func functionType(from type: TypeName) throws(Problem) -> TypeName {
        var ahead = self
        let canThrow = ahead.isAt("throws")
        if canThrow { try ahead.advance() }
        guard case .tuple(let parameters, let span) = type, try ahead.consume(.arrow) != nil else { return type }
        self = ahead
        let result = try typeName()
        return .function(parameters, result, canThrow: canThrow, span.to(result.span))
    }

    private mutating func plainType() throws(Problem) -> TypeName {
        while token.kind == .at {
            try advance()
            try expect(.identifier, "a name after '@'")
        }
        try skipAny()
        switch token.kind {
        case .leftBracket: return try arrayType()
        case .leftParenthesis: return try tupleType()
        default: return try namedType()
        }
    }

    /// Skips `any` before a type.
    private mutating func skipAny() throws(Problem) {
        guard token.kind == .identifier, text(token) == "any" else { return }
        var ahead = self
        try ahead.advance()
        if ahead.token.kind == .identifier, !ahead.token.startsLine { self = ahead }
    }

    private mutating func arrayType() throws(Problem) -> TypeName {
        let open = try advance()
        let element = try typeName()
        let value = try consume(.colon) == nil ? nil : typeName()
        let close = try expect(.rightBracket, "']'", openedBy: open)
        let span = open.span.to(close.span)
        return value.map { .dictionary(element, $0, span) } ?? .array(element, span)
    }

    private mutating func tupleType() throws(Problem) -> TypeName {
        let open = try advance()
        var elements: [TypeName] = []
        while token.kind != .rightParenthesis {
            elements.append(try typeName())
            guard try consume(.comma) != nil else { break }
        }
        let close = try expect(.rightParenthesis, "',' or ')'", openedBy: open)
        return .tuple(elements, open.span.to(close.span))
    }

    private mutating func namedType() throws(Problem) -> TypeName {
        guard token.kind == .identifier else { throw expected("a type") }
        var name = text(token)
        var span = try advance().span
        while token.kind == .period {
            var ahead = self
            try ahead.advance()
            guard ahead.token.kind == .identifier, !ahead.isUnderscore, ahead.text(ahead.token) != "self" else { break }
            name += "." + ahead.text(ahead.token)
            span = span.to(try ahead.advance().span)
            self = ahead
        }
        guard isAtOperator(beginningWith: UInt8(ascii: "<")) else { return .named(name, [], span) }
        let (types, end) = try typeList()
        return .named(name, types, span.to(end))
    }

    /// Parses `<Int, Never>`.
    ///
    /// - Returns: The types, and the span of the `>`.
    private mutating func typeList() throws(Problem) -> ([TypeName], Span) {
        try advanceByOneByte()
        var types = [try typeName()]
        while try consume(.comma) != nil { types.append(try typeName()) }
        guard isAtOperator(beginningWith: UInt8(ascii: ">")) else { throw expected("',' or '>'") }
        let end = Span(token.span.start, token.span.start + 1)
        try advanceByOneByte()
        return (types, end)
    }

    /// Parses the types behind a name if Swift takes `<` for their beginning: what follows the `>` decides.
    mutating func genericArguments() throws(Problem) -> ([TypeName], Span)? {
        var ahead = self
        guard let list = try? ahead.typeList(), ahead.endsGenericArguments else { return nil }
        self = ahead
        return list
    }

    /// Swift's rule: before anything else `<` and `>` compare.
    private var endsGenericArguments: Bool {
        switch token.kind {
        case .rightParenthesis, .rightBracket, .leftBrace, .rightBrace, .period, .comma, .semicolon, .colon, .end: true
        case .leftParenthesis, .leftBracket: !token.startsLine
        case .postfixOperator: text(token) == "?" || text(token) == "!"
        default: false
        }
    }
}
