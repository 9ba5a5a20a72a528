/// Parses types, and decides whether `<` begins generic arguments.
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
        if token.kind == .colon { throw Problem(token.span, Keyword.unsupported("a dictionary")) }
        let close = try expect(.rightBracket, "']'", openedBy: open)
        return .array(element, open.span.to(close.span))
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

    /// Parses the generic arguments after a name, if `<` begins any: the token after the `>` decides, as in Swift.
    mutating func genericArguments() throws(Problem) -> ([TypeName], Span)? {
        var ahead = self
        guard let list = try? ahead.typeList(), ahead.endsGenericArguments else { return nil }
        self = ahead
        return list
    }

    /// Swift's rule: before any other token, `<` and `>` are comparisons.
    private var endsGenericArguments: Bool {
        switch token.kind {
        case .rightParenthesis, .rightBracket, .leftBrace, .rightBrace, .period, .comma, .semicolon, .colon, .end: true
        case .leftParenthesis, .leftBracket: !token.startsLine
        case .postfixOperator: text(token) == "?" || text(token) == "!"
        default: false
        }
    }
}
