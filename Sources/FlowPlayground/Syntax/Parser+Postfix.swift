extension Parser {
    /// Parses a value with its suffixes: members, calls, items, closures.
    mutating func postfix() throws(Problem) -> Expression {
        var value = try primary()
        while true {
            let levels = height
            switch token.kind {
            case .period: value = try member(of: value)
            case .leftParenthesis where !token.startsLine: value = try call(value)
            case .leftBracket where !token.startsLine: value = try item(of: value)
            case .leftBrace where !isBeforeBlock && value.takesClosure:
                value = try call(value, arguments: [], parentheses: nil, levels: height)
            case .postfixOperator: throw unsupportedPostfix()
            default: return value
            }
            try recordHeight(max(levels, height) + 1)
        }
    }

    /// The problem with an operator directly after a value.
    private func unsupportedPostfix() -> Problem {
        if let whole = operatorTornApart { return Problem(whole, "'\(source[whole])' needs spaces on both sides") }
        return switch text(token) {
        case "!", "?": Problem(token.span, Keyword.unsupported("'\(text(token))' behind a value"))
        case "...": Problem(token.span, "a range needs an end here")
        default: Problem(token.span, "'\(text(token))' needs spaces on both sides or on neither")
        }
    }

    /// A `!=` or `??` directly after a value, whose first character Swift reads as a postfix operator.
    private var operatorTornApart: Span? {
        let whole = Span(token.span.start, token.span.start + 2)
        guard whole.end <= source.bytes.count else { return nil }
        return source[whole] == "!=" || source[whole] == "??" ? whole : nil
    }

    private mutating func member(of base: Expression) throws(Problem) -> Expression {
        let period = try advance()
        guard token.span.start == period.span.end else {
            if token.kind == .end || token.startsLine { throw Problem(period.span, "expected a name after '.'") }
            throw Problem(token.span, "there must be no space after the '.'")
        }
        switch token.kind {
        case .identifier where !isUnderscore:
            let member = Expression.member(base, text(token), try advance().span)
            if isAtOperator(beginningWith: UInt8(ascii: "<")), let (_, end) = try genericArguments() {
                throw Problem(member.span.to(end), Keyword.unsupported("a member with types in <…>"))
            }
            return member
        case .integer:
            guard let index = Int(text(token)), index < 100, String(index) == text(token) else {
                throw expected("the number of an element after '.'")
            }
            return .element(base, index, try advance().span)
        default: throw expected("a name after '.'")
        }
    }

    private mutating func item(of base: Expression) throws(Problem) -> Expression {
        let open = try advance()
        let before = isBeforeBlock
        isBeforeBlock = false
        let index = try expression()
        isBeforeBlock = before
        let close = try expect(.rightBracket, "']'", openedBy: open)
        return .item(base, index, open.span.to(close.span))
    }

    // MARK: Calls

    private mutating func call(_ callee: Expression) throws(Problem) -> Expression {
        let open = try advance()
        let arguments = try arguments()
        let levels = height
        let close = try expect(.rightParenthesis, "',' or ')'", openedBy: open)
        guard token.kind == .leftBrace, !isBeforeBlock else {
            height = levels
            return .call(
                Call(
                    callee: callee, arguments: arguments, parentheses: open.span.to(close.span), span: callee.span.to(close.span))
            )
        }
        return try call(callee, arguments: arguments, parentheses: open.span.to(close.span), levels: levels)
    }

    /// Parses arguments between commas.
    private mutating func arguments() throws(Problem) -> [CallArgument] {
        let before = isBeforeBlock
        isBeforeBlock = false
        var arguments: [CallArgument] = []
        var levels = height
        while token.kind != .rightParenthesis {
            arguments.append(try argument())
            levels = max(levels, height)
            guard try consume(.comma) != nil else { break }
            if token.kind == .rightParenthesis { throw expected("an argument after ','") }
        }
        isBeforeBlock = before
        height = levels
        return arguments
    }

    /// Parses the trailing closures of a call.
    private mutating func call(
        _ callee: Expression, arguments: [CallArgument], parentheses: Span?, levels: Int
    ) throws(Problem) -> Expression {
        var arguments = arguments
        var levels = levels
        let first = try closure()
        levels = max(levels, height)
        arguments.append(CallArgument(label: nil, labelSpan: first.span, value: first, isTrailing: true))
        var end = first.span
        while let label = try trailingLabel() {
            let next = try closure()
            levels = max(levels, height)
            arguments.append(CallArgument(label: text(label), labelSpan: label.span, value: next, isTrailing: true))
            end = next.span
        }
        height = levels
        return .call(Call(callee: callee, arguments: arguments, parentheses: parentheses, span: callee.span.to(end)))
    }

    /// Parses the label of another trailing closure, if there is one.
    private mutating func trailingLabel() throws(Problem) -> Token? {
        guard token.kind == .identifier else { return nil }
        var ahead = self
        let label = try ahead.advance()
        guard try ahead.consume(.colon) != nil, ahead.token.kind == .leftBrace else { return nil }
        self = ahead
        return label
    }

    private mutating func argument() throws(Problem) -> CallArgument {
        if token.kind == .identifier || token.kind == .keyword {
            var ahead = self
            let label = try ahead.advance()
            if try ahead.consume(.colon) != nil {
                self = ahead
                return CallArgument(label: text(label), labelSpan: label.span, value: try argumentValue(), isTrailing: false)
            }
        }
        let value = try argumentValue()
        return CallArgument(label: nil, labelSpan: value.span, value: value, isTrailing: false)
    }

    private mutating func argumentValue() throws(Problem) -> Expression {
        guard token.kind == .infixOperator, let infix = Infix(rawValue: text(token)) else { return try expression() }
        var ahead = self
        let sign = try ahead.advance()
        guard ahead.token.kind == .comma || ahead.token.kind == .rightParenthesis else { return try expression() }
        self = ahead
        height = 1
        return .function(infix, sign.span)
    }
}
