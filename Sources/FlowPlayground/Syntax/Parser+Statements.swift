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

    private func notSeparated() -> Problem {
        switch token.kind {
        case .equal: Problem(token.span, "nothing can be assigned to this; use '==' to compare")
        case .prefixOperator, .postfixOperator: Problem(token.span, "'\(text(token))' needs spaces on both sides or on neither")
        case .infixOperator: unknownOperator
        default: expected("an operator, or a new line before '\(shown(token))'")
        }
    }

    /// A token for a message, cut to fit.
    private func shown(_ token: Token) -> String {
        let text = text(token)
        return text.count > 20 ? "\(text.prefix(20))…" : text
    }

    private mutating func statement() throws(Problem) -> Statement {
        guard token.kind == .keyword else { return try plainStatement() }
        switch text(token) {
        case "let", "var": return try constant()
        case "if": return try condition()
        case "return": return try result()
        case "throw":
            let word = try advance()
            return .failure(try expression(), word.span)
        case "import":
            let word = try advance()
            let name = try expect(.identifier, "the name of a module")
            return .imported(text(name), word.span.to(name.span))
        default: return try plainStatement()
        }
    }

    private mutating func constant() throws(Problem) -> Statement {
        let word = text(try advance())
        if token.kind == .leftParenthesis { throw Problem(token.span, Keyword.unsupported("a name for each part of a tuple")) }
        guard token.kind == .identifier else { throw expected("a name after '\(word)'") }
        let name = try advance()
        let type = try consume(.colon) == nil ? nil : typeName()
        guard word == "let" || token.kind == .equal else {
            throw Problem(name.span, Keyword.unsupported("a variable without a value"))
        }
        try expect(.equal, "'=' and a value for '\(text(name))'")
        return .constant(text(name), name.span, type, try expression(), isVariable: word == "var")
    }

    /// Parses `value`, `_ = value`, or `subject.value = value`.
    private mutating func plainStatement() throws(Problem) -> Statement {
        let value = try expression()
        let levels = height
        if isAtAssignment { throw Problem(token.span, Keyword.unsupported("'\(text(token))'")) }
        guard token.kind == .equal, value.isPlace else { return .expression(value) }
        let sign = try advance()
        let assigned = try expression()
        try recordHeight(max(levels, height) + 1)
        return .assignment(value, assigned, sign.span)
    }

    private mutating func result() throws(Problem) -> Statement {
        let word = try advance()
        switch token.kind {
        case .rightBrace, .semicolon, .end:
            height = 1
            return .result(nil, word.span)
        default:
            guard !token.startsLine else { throw Problem(word.span, "write the value on the same line as 'return'") }
            return .result(try expression(), word.span)
        }
    }

    // MARK: Conditions

    private mutating func condition() throws(Problem) -> Statement {
        let word = try advance()
        if isAt("let") || isAt("var") { throw Problem(word.span.to(token.span), Keyword.unsupported("'if \(text(token))'")) }
        let before = isBeforeBlock
        isBeforeBlock = true
        let test = try expression()
        isBeforeBlock = before
        if token.kind == .comma { throw Problem(token.span, Keyword.unsupported("a list of conditions")) }
        var levels = height
        let body = try block("'{' after the condition")
        levels = max(levels, height)
        guard isAt("else") else {
            try recordHeight(levels + 1)
            return .condition(test, body, else: nil, word.span)
        }
        try advance()
        let other = isAt("if") ? [try nested { parser throws(Problem) in try parser.condition() }] : try block("'{' or 'if'")
        try recordHeight(max(levels, height) + 1)
        return .condition(test, body, else: other, word.span)
    }

    private mutating func block(_ what: String) throws(Problem) -> [Statement] {
        let brace = try expect(.leftBrace, what)
        let before = isBeforeBlock
        isBeforeBlock = false
        let body = try statements(until: .rightBrace)
        isBeforeBlock = before
        try expect(.rightBrace, "'}' to end the block", openedBy: brace)
        return body
    }
}

extension Expression {
    /// Whether it is assignable in Swift.
    fileprivate var isPlace: Bool {
        switch self {
        case .name, .member, .element, .item: true
        default: false
        }
    }
}
