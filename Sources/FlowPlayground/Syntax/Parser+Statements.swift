extension Parser {
    /// Reads statements up to a token of a kind, which is left.
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
        case .equal: Problem(token.span, "assignment is not supported; use '==' to compare")
        case .postfixOperator where text(token) == "!":
            Problem(token.span, "'!' behind a value is not supported; use '??' with a value for nil")
        case .postfixOperator where text(token) == "?":
            Problem(token.span, "'?' behind a value is not supported; a blank before it makes it '?:'")
        case .prefixOperator, .postfixOperator:
            Problem(token.span, "'\(text(token))' needs blanks on both sides, or on none")
        case .infixOperator: unknownOperator
        case .keyword where Keyword.refused[text(token)] != nil: expected("")
        default: Problem(token.span, "expected an operator, or a new line before '\(shown(token))'")
        }
    }

    /// A token as a message names it: not more of it than fits.
    private func shown(_ token: Token) -> String {
        let text = text(token)
        return text.count > 20 ? "\(text.prefix(20))…" : text
    }

    private mutating func statement() throws(Problem) -> Statement {
        guard token.kind == .keyword else { return .expression(try expression()) }
        switch text(token) {
        case "let": return try constant()
        case "if": return try condition()
        case "return": return try result()
        case "throw":
            let word = try advance()
            return .failure(try expression(), word.span)
        default: return .expression(try expression())
        }
    }

    private mutating func constant() throws(Problem) -> Statement {
        try advance()
        guard token.kind == .identifier else { throw expected("a name after 'let'") }
        let name = try advance()
        let type = try take(.colon) == nil ? nil : typeName()
        try expect(.equal, "'=' and a value for '\(text(name))'")
        return .constant(text(name), name.span, type, try expression())
    }

    private mutating func result() throws(Problem) -> Statement {
        let word = try advance()
        switch token.kind {
        case .rightBrace, .semicolon, .end:
            height = 1
            return .result(nil, word.span)
        default:
            guard !token.startsLine else { throw Problem(word.span, "write the value on the line of 'return'") }
            return .result(try expression(), word.span)
        }
    }

    private mutating func condition() throws(Problem) -> Statement {
        let word = try advance()
        let before = isBeforeBlock
        isBeforeBlock = true
        let condition = try expression()
        isBeforeBlock = before
        var levels = height
        let body = try block("'{' and what to do if so")
        levels = max(levels, height)
        guard isAt("else") else {
            try reach(levels + 1)
            return .condition(condition, body, else: nil, word.span)
        }
        try advance()
        let other = isAt("if") ? [try nested { parser throws(Problem) in try parser.condition() }] : try block("'{' or 'if'")
        try reach(max(levels, height) + 1)
        return .condition(condition, body, else: other, word.span)
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
