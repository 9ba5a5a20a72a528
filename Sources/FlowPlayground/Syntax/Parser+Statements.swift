extension Parser {
    mutating func statement() throws(Problem) -> Statement {
        guard token.kind == .keyword || token.kind == .identifier || token.kind == .at else { return try plainStatement() }
        if try skipModifiers() || isAtDeclaration { return try declaration() }
        guard token.kind == .keyword else { return try plainStatement() }
        switch text(token) {
        case "if": return try condition()
        case "guard": return try guarded()
        case "switch": return try selection()
        case "for": return try loop()
        case "while": return try repetition()
        case "return": return try result()
        case "break", "continue":
            let word = try advance()
            return .leave(goesOn: text(word) == "continue", word.span)
        case "throw":
            let word = try advance()
            return .failure(try expression(), word.span)
        default: return try plainStatement()
        }
    }

    /// Parses a value, or what a value is assigned to.
    private mutating func plainStatement() throws(Problem) -> Statement {
        let value = try expression()
        let levels = height
        let infix = assignedOperator
        guard infix != nil || token.kind == .equal else { return .expression(value) }
        guard value.isPlace else { throw Problem(token.span, "nothing can be assigned to this; use '==' to compare") }
        let sign = try advance()
        let assigned = try expression()
        try reach(max(levels, height) + 1)
        return .assignment(value, infix, assigned, sign.span)
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
        let conditions = try conditions()
        var levels = height
        let body = try block("'{' after the condition")
        levels = max(levels, height)
        guard isAt("else") else {
            try reach(levels + 1)
            return .condition(conditions, body, else: nil, word.span)
        }
        try advance()
        let other = isAt("if") ? [try nested { parser throws(Problem) in try parser.condition() }] : try block("'{' or 'if'")
        try reach(max(levels, height) + 1)
        return .condition(conditions, body, else: other, word.span)
    }

    private mutating func guarded() throws(Problem) -> Statement {
        let word = try advance()
        let conditions = try conditions()
        let levels = height
        guard isAt("else") else { throw expected("'else'") }
        try advance()
        let body = try block("'{' after 'else'")
        try reach(max(levels, height) + 1)
        return .guarded(conditions, else: body, word.span)
    }

    private mutating func repetition() throws(Problem) -> Statement {
        let word = try advance()
        let conditions = try conditions()
        let levels = height
        let body = try block("'{' after the condition")
        try reach(max(levels, height) + 1)
        return .repetition(conditions, body, word.span)
    }

    /// Parses conditions between commas, behind which a `{` begins a block.
    private mutating func conditions() throws(Problem) -> [Condition] {
        let before = isBeforeBlock
        isBeforeBlock = true
        var conditions: [Condition] = []
        var levels = 0
        repeat {
            conditions.append(try oneCondition())
            levels = max(levels, height)
        } while try consume(.comma) != nil
        isBeforeBlock = before
        height = levels
        return conditions
    }

    private mutating func oneCondition() throws(Problem) -> Condition {
        if isAt("case") {
            try advance()
            let pattern = try pattern(isBinding: false)
            let levels = height
            try expect(.equal, "'=' and a value")
            let value = try expression()
            height = max(levels, height)
            return .match(pattern, value)
        }
        guard isAt("let") else { return .test(try expression()) }
        try advance()
        let name = try expect(.identifier, "a name after 'let'")
        guard try consume(.equal) != nil else { return .binding(text(name), name.span, nil) }
        return .binding(text(name), name.span, try expression())
    }

    mutating func block(_ what: String) throws(Problem) -> [Statement] {
        let brace = try expect(.leftBrace, what)
        let before = isBeforeBlock
        isBeforeBlock = false
        let body = try statements(until: .rightBrace)
        isBeforeBlock = before
        try expect(.rightBrace, "'}' to end the block", openedBy: brace)
        return body
    }

    // MARK: Loops

    private mutating func loop() throws(Problem) -> Statement {
        let word = try advance()
        let pattern = try pattern(isBinding: true)
        guard pattern.isNames else { throw Problem(pattern.span, "expected a name, or names in parentheses") }
        guard isAt("in") else { throw expected("'in'") }
        try advance()
        let before = isBeforeBlock
        isBeforeBlock = true
        let sequence = try expression()
        var levels = height
        var test: Expression?
        if isAt("where") {
            try advance()
            test = try expression()
            levels = max(levels, height)
        }
        isBeforeBlock = before
        let body = try block("'{' to begin the loop")
        try reach(max(levels, height) + 1)
        return .loop(pattern, in: sequence, where: test, body, word.span)
    }

    // MARK: Switches

    private mutating func selection() throws(Problem) -> Statement {
        let word = try advance()
        let before = isBeforeBlock
        isBeforeBlock = true
        let value = try expression()
        isBeforeBlock = before
        var levels = height
        let brace = try expect(.leftBrace, "'{' after the value")
        isBeforeBlock = false
        var cases: [SwitchCase] = []
        while isAt("case") || isAt("default") {
            cases.append(try switchCase())
            levels = max(levels, height)
        }
        isBeforeBlock = before
        try expect(.rightBrace, "'case' or '}'", openedBy: brace)
        try reach(levels + 1)
        return .selection(value, cases, word.span)
    }

    private mutating func switchCase() throws(Problem) -> SwitchCase {
        let word = try advance()
        var (patterns, test, levels): ([Pattern], Expression?, Int) = ([], nil, 0)
        if text(word) == "case" {
            repeat {
                patterns.append(try pattern(isBinding: false))
                levels = max(levels, height)
            } while try consume(.comma) != nil
            if isAt("where") {
                try advance()
                test = try expression()
                levels = max(levels, height)
            }
        }
        try expect(.colon, "':'")
        let body = try caseBody()
        height = max(levels, height)
        guard !body.isEmpty else { throw expected("a statement in this case") }
        return SwitchCase(patterns: patterns, condition: test, body: body, span: word.span)
    }

    /// Parses statements up to the next case.
    private mutating func caseBody() throws(Problem) -> [Statement] {
        var statements: [Statement] = []
        var levels = 0
        while true {
            if token.kind == .semicolon, !statements.isEmpty { try advance() }
            guard token.kind != .rightBrace, token.kind != .end, token.kind != .semicolon, !isAt("case"), !isAt("default") else {
                break
            }
            statements.append(try nested { parser throws(Problem) in try parser.statement() })
            levels = max(levels, height)
            guard token.startsLine || [.semicolon, .rightBrace, .end].contains(token.kind) || isAt("case") || isAt("default")
            else {
                throw notSeparated()
            }
        }
        height = levels
        return statements
    }

    // MARK: Patterns

    /// - Parameter isBinding: Whether names stand for parts of the value, as behind `let`.
    mutating func pattern(isBinding: Bool) throws(Problem) -> Pattern {
        try nested { parser throws(Problem) in
            let pattern = try parser.plainPattern(isBinding)
            guard parser.token.kind == .postfixOperator, parser.text(parser.token) == "?" else { return pattern }
            return .optional(pattern, pattern.span.to(try parser.advance().span))
        }
    }

    private mutating func plainPattern(_ isBinding: Bool) throws(Problem) -> Pattern {
        height = 1
        if isAt("let") {
            let word = try advance()
            let inner = try pattern(isBinding: true)
            return .binding(inner, word.span.to(inner.span))
        }
        if token.kind == .identifier, isUnderscore { return .any(try advance().span) }
        if token.kind == .leftParenthesis { return try tuplePattern(isBinding) }
        if token.kind == .period { return try memberPattern(of: nil, isBinding) }
        if token.kind == .identifier {
            var ahead = self
            let name = try ahead.advance()
            if ahead.token.kind == .period, text(name).first?.isUppercase == true {
                self = ahead
                return try memberPattern(of: .named(text(name), [], name.span), isBinding)
            }
            if isBinding {
                self = ahead
                return .name(text(name), name.span)
            }
        }
        return .value(try expression())
    }

    private mutating func tuplePattern(_ isBinding: Bool) throws(Problem) -> Pattern {
        let open = try advance()
        var patterns: [Pattern] = []
        while token.kind != .rightParenthesis {
            patterns.append(try pattern(isBinding: isBinding))
            guard try consume(.comma) != nil else { break }
        }
        let close = try expect(.rightParenthesis, "',' or ')'", openedBy: open)
        guard patterns.count > 1 else {
            throw Problem(open.span.to(close.span), "a pattern in parentheses has two parts or more")
        }
        return .tuple(patterns, open.span.to(close.span))
    }

    private mutating func memberPattern(of type: TypeName?, _ isBinding: Bool) throws(Problem) -> Pattern {
        let period = try advance()
        guard token.kind == .identifier, token.span.start == period.span.end else { throw expected("a name after '.'") }
        let name = try advance()
        let start = type?.span ?? period.span
        guard token.kind == .leftParenthesis, !token.startsLine else {
            return .member(type, text(name), nil, start.to(name.span))
        }
        let open = try advance()
        var parts: [Pattern.Part] = []
        while token.kind != .rightParenthesis {
            var label: String?
            var ahead = self
            if token.kind == .identifier, let first = try? ahead.advance(), ahead.token.kind == .colon {
                label = text(first)
                try ahead.advance()
                self = ahead
            }
            parts.append(Pattern.Part(label: label, pattern: try pattern(isBinding: isBinding)))
            guard try consume(.comma) != nil else { break }
        }
        let close = try expect(.rightParenthesis, "',' or ')'", openedBy: open)
        return .member(type, text(name), parts, start.to(close.span))
    }
}

extension Pattern {
    /// Whether it only names parts of a value.
    fileprivate var isNames: Bool {
        switch self {
        case .any, .name: true
        case .tuple(let parts, _): parts.allSatisfy(\.isNames)
        case .binding, .optional, .member, .value: false
        }
    }
}

extension Expression {
    /// Whether something may be assigned to it.
    fileprivate var isPlace: Bool {
        switch self {
        case .name, .member, .element, .item: true
        case .optional(let base, _), .forced(let base, _): base.isPlace
        default: false
        }
    }
}
