/// Reads a program: a strict subset of Swift, in which everything that is accepted means to Swift what it means here.
struct Parser {
    /// How many things may stand within one another.
    static let nesting = 256

    let source: SourceText
    private var lexer: Lexer
    /// The token to be read next.
    private(set) var token: Token
    /// How deep in the grammar this is.
    private var depth = 0
    /// How many levels the expression read last has.
    var height = 0
    /// Whether a `{` begins a block and no closure, as after `if`.
    var isBeforeBlock = false
    /// Per closure around this place, how many of `$0`, `$1`… it uses.
    var dollars: [Int] = []

    /// Begins at the start of a span, and reads nothing beyond it.
    init(_ source: SourceText, in range: Span, depth: Int = 0) throws(Problem) {
        self.source = source
        self.depth = depth
        lexer = Lexer(source, in: range)
        token = try lexer.next()
    }

    /// Reads a whole program.
    static func program(_ source: SourceText) throws(Problem) -> [Statement] {
        guard source.bytes.count <= SourceText.limit else {
            throw Problem(Span(0, 0), "the text is too long: \(source.bytes.count) bytes, of \(SourceText.limit)")
        }
        if let (span, scalar) = source.invisible { throw Problem(invisible: scalar, span) }
        var parser = try Parser(source, in: Span(0, source.bytes.count))
        return try parser.statements(until: .end)
    }

    // MARK: Tokens

    /// Takes the token and reads the next.
    @discardableResult
    mutating func advance() throws(Problem) -> Token {
        let taken = token
        token = try lexer.next()
        return taken
    }

    /// Takes only the first byte of an operator.
    mutating func advanceByOneByte() throws(Problem) {
        lexer.rewind(to: token.span.start + 1)
        token = try lexer.next()
    }

    /// Takes the token where it is of a kind.
    mutating func take(_ kind: TokenKind) throws(Problem) -> Token? {
        token.kind == kind ? try advance() : nil
    }

    /// Takes a token of a kind, or says what was expected.
    @discardableResult
    mutating func expect(
        _ kind: TokenKind, _ what: String, openedBy open: Token? = nil
    ) throws(Problem) -> Token {
        guard token.kind == kind else { throw expected(what, notes: open.map(opened) ?? []) }
        return try advance()
    }

    /// The text of a token.
    func text(_ token: Token) -> String {
        source[token.span]
    }

    /// Whether the next token is this word of the grammar.
    func isAt(_ keyword: String) -> Bool {
        token.kind == .keyword && text(token) == keyword
    }

    /// Whether the next token is the name of what has none.
    var isUnderscore: Bool {
        token.span.end - token.span.start == 1 && source.bytes[token.span.start] == UInt8(ascii: "_")
    }

    /// Whether the next token is an operator that begins with this byte.
    func isAtOperator(beginningWith byte: UInt8) -> Bool {
        switch token.kind {
        case .infixOperator, .prefixOperator, .postfixOperator: source.bytes[token.span.start] == byte
        default: false
        }
    }

    // MARK: Problems

    /// The problem that something else stands here than what is expected.
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

    /// Reads something inside of something else, as deep as that may be.
    mutating func nested<Result>(
        _ read: (inout Parser) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        guard depth < Parser.nesting else { throw tooDeep }
        depth += 1
        let result = try read(&self)
        depth -= 1
        return result
    }

    /// Notes how many levels the expression has that was just read.
    mutating func reach(_ levels: Int) throws(Problem) {
        guard levels <= Parser.nesting else { throw tooDeep }
        height = levels
    }

    private var tooDeep: Problem {
        Problem(token.span, "nested too deeply: more than \(Parser.nesting) levels")
    }

    /// A parser of a part of the same text, as deep in it as this one; what it finds out of the closures around comes back in
    /// its ``dollars``.
    mutating func parser(of range: Span) throws(Problem) -> Parser {
        var inner = try Parser(source, in: range, depth: depth)
        swap(&inner.dollars, &dollars)
        return inner
    }
}
