/// Parses a program in a strict subset of Swift. Accepted code means the same as in Swift.
struct Parser {
    /// The maximum depth of nesting.
    static let nesting = 256

    let source: SourceText
    private var lexer: Lexer
    /// The next token.
    private(set) var token: Token
    /// The current nesting.
    private var depth = 0
    /// The height of the last expression's tree.
    var height = 0
    /// Whether a `{` begins a block and not a closure, as after `if`.
    var isBeforeBlock = false
    /// For each closure around the current token, the number of its `$0`, `$1`…; -1 if it names its parameters.
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

    /// Consumes the next token.
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

    /// Whether the next token is an operator that begins with `byte`.
    func isAtOperator(beginningWith byte: UInt8) -> Bool {
        switch token.kind {
        case .infixOperator, .prefixOperator, .postfixOperator: source.bytes[token.span.start] == byte
        default: false
        }
    }

    // MARK: Problems

    /// The problem of an unexpected next token.
    func expected(_ what: String, notes: [String] = []) -> Problem {
        if token.kind == .keyword, let offer = Keyword.offer(for: text(token)) { return Problem(token.span, offer) }
        return Problem(token.span, "expected \(what)", notes: notes)
    }

    /// The note that names an opening brace or parenthesis.
    func opened(by token: Token) -> [String] {
        let (line, column) = source.position(of: token.span.start)
        return ["to match this '\(text(token))' at \(line):\(column)"]
    }

    // MARK: Depth

    /// Parses a nested part, unless it is nested too deeply.
    mutating func nested<Result>(_ read: (inout Parser) throws(Problem) -> Result) throws(Problem) -> Result {
        guard depth < Parser.nesting else { throw tooDeep }
        depth += 1
        let result = try read(&self)
        depth -= 1
        return result
    }

    /// Records the height of the last expression, unless it is nested too deeply.
    mutating func recordHeight(_ levels: Int) throws(Problem) {
        guard levels <= Parser.nesting else { throw tooDeep }
        height = levels
    }

    private var tooDeep: Problem { Problem(token.span, "nested too deeply: more than \(Parser.nesting) levels") }

    /// A parser of a part of the same text, with the same depth. Its ``dollars`` include the surrounding closures.
    mutating func parser(of range: Span) throws(Problem) -> Parser {
        var inner = try Parser(source, in: range, depth: depth)
        swap(&inner.dollars, &dollars)
        return inner
    }
}
