extension Parser {
    /// Parses a value with what follows it: members, calls, items, closures.
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
            case .postfixOperator: value = try marked(value)
            default: return value
            }
            try reach(max(levels, height) + 1)
        }
    }

    /// Parses a `?` or a `!` behind a value.
    private mutating func marked(_ value: Expression) throws(Problem) -> Expression {
        guard operatorTornApart == nil else { throw unsupportedPostfix() }
        switch text(token) {
        case "!": return .forced(value, try advance().span)
        case "?":
            let sign = try advance()
            guard token.kind == .period || token.kind == .leftBracket || token.kind == .leftParenthesis,
                !token.startsLine || token.kind == .period
            else {
                throw Problem(sign.span, "expected a member after '?'; put a space before it for '?:'")
            }
            return .optional(value, sign.span)
        default: throw unsupportedPostfix()
        }
    }

    private func unsupportedPostfix() -> Problem {
        if let whole = operatorTornApart { return Problem(whole, "'\(source[whole])' needs spaces on both sides") }
        return switch text(token) {
        case "...": Problem(token.span, "a range needs an end here")
        default: Problem(token.span, "'\(text(token))' needs spaces on both sides or on neither")
        }
    }

    /// A `!=` or `??` right behind a value, of which Swift takes the first character for itself.
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
            guard isAtOperator(beginningWith: UInt8(ascii: "<")) else { return member }
            let start = token.span
            guard let (types, end) = try genericArguments() else { return member }
            return .specialized(member, types, start.to(end))
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
        let arguments = try arguments(until: .rightBracket)
        guard !arguments.isEmpty else { throw expected("an index") }
        let close = try expect(.rightBracket, "']'", openedBy: open)
        return .item(base, arguments, open.span.to(close.span))
    }

    // MARK: Calls

    private mutating func call(_ callee: Expression) throws(Problem) -> Expression {
        let open = try advance()
        let arguments = try arguments(until: .rightParenthesis)
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
    private mutating func arguments(until end: TokenKind) throws(Problem) -> [CallArgument] {
        let before = isBeforeBlock
        isBeforeBlock = false
        var arguments: [CallArgument] = []
        var levels = height
        while token.kind != end {
            arguments.append(try argument())
            levels = max(levels, height)
            guard try consume(.comma) != nil else { break }
            if token.kind == end { throw expected("an argument after ','") }
        }
        isBeforeBlock = before
        height = levels
        return arguments
    }

    /// Parses the closures behind a call.
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

    /// Parses the label of a further closure, if there is one.
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

    // MARK: Closures

    mutating func closure() throws(Problem) -> Expression { try nested { parser throws(Problem) in try parser.closureInside() } }

    private mutating func closureInside() throws(Problem) -> Expression {
        let open = try advance()
        let before = isBeforeBlock
        isBeforeBlock = false
        let head = try closureHead()
        dollars.append(head?.parameters == nil ? 0 : -1)
        let body = try statements(until: .rightBrace)
        let used = dollars.removeLast()
        isBeforeBlock = before
        let close = try expect(.rightBrace, "'}' to end the closure", openedBy: open)
        try reach(height + 1)
        return .closure(
            Closure(
                captures: head?.captures ?? [], parameters: head?.parameters, result: head?.result, body: body,
                dollars: max(0, used),
                span: open.span.to(close.span)))
    }

    private typealias Head = (captures: [Closure.Capture], parameters: [Closure.Parameter]?, result: TypeName?)

    /// Parses `a, b in`, `(a, b) in`, `(a: Int) -> Int in` or `[weak self] in`, if one of them is here.
    private mutating func closureHead() throws(Problem) -> Head? {
        guard token.kind == .identifier || token.kind == .leftParenthesis || token.kind == .leftBracket else { return nil }
        var ahead = self
        // If it is no head it is a body, whose parser reports what is wrong.
        guard let head = try? ahead.readHead() else { return nil }
        self = ahead
        return head
    }

    private mutating func readHead() throws(Problem) -> Head {
        let captures = token.kind == .leftBracket ? try captures() : []
        var parameters: [Closure.Parameter]?
        if token.kind == .leftParenthesis {
            parameters = try typedParameters()
        } else if captures.isEmpty || token.kind == .identifier {
            parameters = try plainParameters()
        }
        if isAt("throws") { try advance() }
        let result = try consume(.arrow) == nil ? nil : typeName()
        guard isAt("in") else { throw expected("'in'") }
        try advance()
        return (captures, parameters, result)
    }

    /// Parses `[weak self, value]`.
    private mutating func captures() throws(Problem) -> [Closure.Capture] {
        try advance()
        var captures: [Closure.Capture] = []
        repeat {
            var name = try expect(.identifier, "a name")
            let word = text(name)
            let isMarked = word == "weak" || word == "unowned"
            if isMarked, token.kind == .identifier { name = try advance() }
            captures.append(Closure.Capture(name: text(name), isWeak: isMarked && word == "weak", span: name.span))
        } while try consume(.comma) != nil
        try expect(.rightBracket, "']'")
        return captures
    }

    private mutating func plainParameters() throws(Problem) -> [Closure.Parameter] {
        var parameters: [Closure.Parameter] = []
        repeat {
            let name = try expect(.identifier, "a name")
            parameters.append(Closure.Parameter(name: text(name), type: nil, span: name.span))
        } while try consume(.comma) != nil
        return parameters
    }

    private mutating func typedParameters() throws(Problem) -> [Closure.Parameter] {
        try advance()
        var parameters: [Closure.Parameter] = []
        while token.kind != .rightParenthesis {
            let name = try expect(.identifier, "a name")
            let type = try consume(.colon) == nil ? nil : typeName()
            parameters.append(Closure.Parameter(name: text(name), type: type, span: name.span))
            guard try consume(.comma) != nil else { break }
        }
        try expect(.rightParenthesis, "')'")
        return parameters
    }
}
