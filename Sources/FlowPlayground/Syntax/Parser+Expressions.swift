extension Parser {
    /// Reads a value: operators, `?:` and all.
    mutating func expression() throws(Problem) -> Expression {
        try nested { parser throws(Problem) in
            let condition = try parser.operation(above: 0)
            guard try parser.take(.question) != nil else { return condition }
            var levels = parser.height
            let first = try parser.expression()
            levels = max(levels, parser.height)
            try parser.expect(.colon, "':' and the other value of '?:'")
            let second = try parser.expression()
            try parser.reach(max(levels, parser.height) + 1)
            return .choice(condition, first, second)
        }
    }

    /// Reads values between operators that bind more strongly than `precedence`.
    private mutating func operation(above precedence: Int) throws(Problem) -> Expression {
        var left = try unary()
        var levels = height
        var previous: (Infix, Token)?
        while token.kind == .infixOperator {
            guard let infix = Infix(rawValue: text(token)) else { throw unknownOperator }
            guard infix.precedence > precedence else { break }
            if let (other, _) = previous, infix.precedence == other.precedence, infix.associativity == .none {
                throw Problem(
                    token.span, "'\(other.rawValue)' and '\(infix.rawValue)' cannot stand side by side; use parentheses")
            }
            let sign = try advance()
            let isRight = infix.associativity == .right
            let right = try nested { parser throws(Problem) in
                try parser.operation(above: isRight ? infix.precedence - 1 : infix.precedence)
            }
            levels = max(levels, height) + 1
            try reach(levels)
            left = .infix(left, infix, sign.span, right)
            previous = (infix, sign)
        }
        return left
    }

    /// The problem that an operator is none of ours.
    var unknownOperator: Problem {
        let name = text(token)
        let hint =
            switch name {
            case "===", "!==": "; use '\(name.dropLast())' to compare"
            case "+=", "-=", "*=", "/=", "%=": "; nothing can change here"
            case "&": "; '&&' is and"
            case "|": "; '||' is or"
            case "..": "; one '.' calls an operator of a stream"
            default: ""
            }
        return Problem(token.span, "unknown operator '\(name)'\(hint)")
    }

    /// Reads a value with the operators before it.
    private mutating func unary() throws(Problem) -> Expression {
        guard token.kind == .prefixOperator else { return try postfix() }
        guard let prefix = Prefix(rawValue: text(token)) else {
            let isInfix = Infix(rawValue: text(token)) != nil
            throw isInfix ? Problem(token.span, "expected a value before '\(text(token))'") : unknownOperator
        }
        let sign = try advance()
        let value = try nested { parser throws(Problem) in try parser.unary() }
        try reach(height + 1)
        return .prefix(prefix, value, sign.span)
    }

    /// Reads a value without operators around it.
    mutating func primary() throws(Problem) -> Expression {
        height = 1
        switch token.kind {
        case .integer: return try integer()
        case .double: return try double()
        case .string: return try string()
        case .dollar: return try dollar()
        case .identifier: return try name()
        case .keyword: return try keyword()
        case .period: return try implicitMember()
        case .leftParenthesis: return try parentheses()
        case .leftBracket: return try array()
        case .leftBrace: return try closure()
        default: throw expectedValue()
        }
    }

    private func expectedValue() -> Problem {
        switch token.kind {
        case .end: expected("a value")
        case .infixOperator where Infix(rawValue: text(token)) == nil: unknownOperator
        case .infixOperator, .postfixOperator, .question: Problem(token.span, "expected a value before '\(text(token))'")
        default: Problem(token.span, "expected a value, but found '\(text(token))'")
        }
    }

    private mutating func keyword() throws(Problem) -> Expression {
        let word = text(token)
        switch word {
        case "true", "false": return .boolean(word == "true", try advance().span)
        case "nil": return .null(try advance().span)
        default: throw expected("a value, but found '\(word)'")
        }
    }

    private mutating func dollar() throws(Problem) -> Expression {
        let index = Int(source[Span(token.span.start + 1, token.span.end)]) ?? 0
        guard let used = dollars.last else { throw Problem(token.span, "'\(text(token))' stands in no closure") }
        guard used >= 0 else {
            throw Problem(token.span, "'\(text(token))' cannot be used here: the closure names its values")
        }
        dollars[dollars.count - 1] = max(used, index + 1)
        return .dollar(index, try advance().span)
    }

    private mutating func implicitMember() throws(Problem) -> Expression {
        let period = try advance()
        guard token.kind == .identifier, !isUnderscore, token.span.start == period.span.end else {
            throw expected("a name after '.'")
        }
        return .implicitMember(text(token), try advance().span)
    }

    private mutating func parentheses() throws(Problem) -> Expression {
        let open = try advance()
        let values = try list(until: .rightParenthesis)
        let close = try expect(.rightParenthesis, "',' or ')'", openedBy: open)
        let span = open.span.to(close.span)
        return values.count == 1 ? .group(values[0], span) : .tuple(values, span)
    }

    private mutating func array() throws(Problem) -> Expression {
        let open = try advance()
        if token.kind == .colon { throw Problem(token.span, "dictionaries are not supported") }
        let values = try list(until: .rightBracket)
        if token.kind == .colon { throw Problem(token.span, "dictionaries are not supported") }
        let close = try expect(.rightBracket, "',' or ']'", openedBy: open)
        return .array(values, open.span.to(close.span))
    }

    /// Reads values between commas.
    private mutating func list(until end: TokenKind) throws(Problem) -> [Expression] {
        let before = isBeforeBlock
        isBeforeBlock = false
        var values: [Expression] = []
        var levels = 0
        while token.kind != end {
            values.append(try expression())
            levels = max(levels, height)
            guard try take(.comma) != nil else { break }
            if token.kind == end, end == .rightParenthesis { throw expected("a value after ','") }
        }
        isBeforeBlock = before
        try reach(levels + 1)
        return values
    }
}
