extension Parser {
    /// Parses a value with all its operators.
    mutating func expression() throws(Problem) -> Expression {
        try nested { parser throws(Problem) in
            let condition = try parser.operation(above: 0)
            guard try parser.consume(.question) != nil else { return condition }
            var levels = parser.height
            let first = try parser.expression()
            levels = max(levels, parser.height)
            try parser.expect(.colon, "':' and the other value of '?:'")
            let second = try parser.expression()
            try parser.recordHeight(max(levels, parser.height) + 1)
            return .choice(condition, first, second)
        }
    }

    /// Parses values between operators that bind more strongly than `precedence`.
    private mutating func operation(above precedence: Int) throws(Problem) -> Expression {
        var left = try unary()
        var levels = height
        var previous: (Infix, Token)?
        while token.kind == .infixOperator, !isAtAssignment {
            guard let infix = Infix(rawValue: text(token)) else { throw unknownOperator }
            guard infix.precedence > precedence else { break }
            if let (other, _) = previous, infix.precedence == other.precedence, infix.associativity == .none {
                throw Problem(
                    token.span, "'\(other.rawValue)' and '\(infix.rawValue)' cannot be used side by side; add parentheses")
            }
            let sign = try advance()
            let isRight = infix.associativity == .right
            let right = try nested { parser throws(Problem) in
                try parser.operation(above: isRight ? infix.precedence - 1 : infix.precedence)
            }
            levels = max(levels, height) + 1
            try recordHeight(levels)
            left = .infix(left, infix, sign.span, right)
            previous = (infix, sign)
        }
        return left
    }

    /// Whether a compound assignment such as `+=` is next.
    var isAtAssignment: Bool {
        token.kind == .infixOperator && token.span.end - token.span.start == 2
            && "+-*/%".utf8.contains(source.bytes[token.span.start])
            && source.bytes[token.span.start + 1] == UInt8(ascii: "=")
    }

    /// The problem that an operator is not supported.
    var unknownOperator: Problem {
        let name = text(token)
        let hint =
            switch name {
            case "===", "!==": "; use '\(name.dropLast())' to compare"
            case "&": "; use '&&' for and"
            case "|": "; use '||' for or"
            case "..": "; use one '.' to call an operator"
            default: ""
            }
        return Problem(token.span, "unknown operator '\(name)'\(hint)")
    }

    /// Parses a value with the operators before it.
    private mutating func unary() throws(Problem) -> Expression {
        guard token.kind == .prefixOperator else { return try postfix() }
        if text(token) == "&" {
            let sign = try advance()
            return .address(try postfix(), sign.span)
        }
        guard let prefix = Prefix(rawValue: text(token)) else {
            let isInfix = Infix(rawValue: text(token)) != nil
            throw isInfix ? Problem(token.span, "expected a value before '\(text(token))'") : unknownOperator
        }
        let sign = try advance()
        let value = try nested { parser throws(Problem) in try parser.unary() }
        try recordHeight(height + 1)
        return .prefix(prefix, value, sign.span)
    }

    /// Parses a value without operators around it.
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
        guard let used = dollars.last else { throw Problem(token.span, "'\(text(token))' can only be used in a closure") }
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
        if token.kind == .colon { throw Problem(token.span, Keyword.unsupported("a dictionary")) }
        let values = try list(until: .rightBracket)
        let close = try expect(.rightBracket, "',' or ']'", openedBy: open)
        return .array(values, open.span.to(close.span))
    }

    /// Parses values between commas.
    private mutating func list(until end: TokenKind) throws(Problem) -> [Expression] {
        let before = isBeforeBlock
        isBeforeBlock = false
        var values: [Expression] = []
        var levels = 0
        while token.kind != end {
            values.append(try expression())
            levels = max(levels, height)
            if token.kind == .colon {
                let isTuple = end == .rightParenthesis
                throw Problem(token.span, Keyword.unsupported(isTuple ? "a tuple whose parts have names" : "a dictionary"))
            }
            guard try consume(.comma) != nil else { break }
            if token.kind == end, end == .rightParenthesis { throw expected("a value after ','") }
        }
        isBeforeBlock = before
        try recordHeight(levels + 1)
        return values
    }
}

extension Parser {
    mutating func integer() throws(Problem) -> Expression {
        guard let value = UInt(digits), value <= UInt(Int.max) + 1 else {
            throw Problem(token.span, "\(text(token)) is too large: an Int has 64 bits")
        }
        return .integer(value, try advance().span)
    }

    /// Parses a number with a fraction or an exponent.
    mutating func double() throws(Problem) -> Expression {
        guard let value = Double(digits), value.isFinite else {
            throw Problem(token.span, "\(text(token)) is too large: the largest Double is 1.8e308")
        }
        return .double(value, try advance().span)
    }

    private var digits: String {
        let text = text(token)
        return text.utf8.contains(UInt8(ascii: "_")) ? text.filter { $0 != "_" } : text
    }

    /// Parses a name, with any types in `<…>`.
    mutating func name() throws(Problem) -> Expression {
        let name = try advance()
        guard isAtOperator(beginningWith: UInt8(ascii: "<")), let (types, end) = try genericArguments() else {
            return .name(text(name), [], name.span)
        }
        return .name(text(name), types, name.span.to(end))
    }

    // MARK: Strings

    /// Parses a string with its interpolations.
    mutating func string() throws(Problem) -> Expression {
        let whole = try advance()
        let inside = Span(whole.span.start + 1, whole.span.end - 1)
        if !source.bytes[inside.start..<inside.end].contains(UInt8(ascii: "\\")) {
            return .string(inside.start == inside.end ? [] : [.text(source[inside])], whole.span)
        }
        var parts: [StringPart] = []
        var text: [UInt8] = []
        var levels = 1
        var offset = whole.span.start + 1
        while offset < whole.span.end - 1 {
            guard source.bytes[offset] == UInt8(ascii: "\\") else {
                text.append(source.bytes[offset])
                offset += 1
                continue
            }
            if source.bytes[offset + 1] == UInt8(ascii: "(") {
                if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
                text = []
                let (value, end) = try interpolation(at: offset + 1, in: whole.span)
                parts.append(.value(value))
                levels = max(levels, height + 1)
                offset = end
            } else {
                offset = try escape(at: offset, in: whole.span, into: &text)
            }
        }
        if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
        try recordHeight(levels)
        return .string(parts, whole.span)
    }

    /// Parses the content of the parentheses of `\(…)`.
    ///
    /// - Returns: The value, and the offset after the parenthesis.
    private mutating func interpolation(at start: Int, in whole: Span) throws(Problem) -> (Expression, Int) {
        try nested { outer throws(Problem) in
            var inner = try outer.parser(of: Span(start, whole.end - 1))
            let open = try inner.advance()
            let value = try inner.expression()
            guard inner.token.kind == .rightParenthesis else {
                throw inner.expected("')' to end the interpolation", notes: inner.opened(by: open))
            }
            outer.dollars = inner.dollars
            outer.height = inner.height
            return (value, inner.token.span.end)
        }
    }

    /// - Returns: The offset after the escape.
    private func escape(at start: Int, in whole: Span, into text: inout [UInt8]) throws(Problem) -> Int {
        switch source.bytes[start + 1] {
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "0"): text.append(0)
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "'"): text.append(UInt8(ascii: "'"))
        case UInt8(ascii: "u"): return try scalar(at: start, in: whole, into: &text)
        default:
            throw Problem(Span(start, start + 2), "unknown escape in a string; the escapes are \\n, \\t, \\\", \\\\ and \\u{…}")
        }
        return start + 2
    }

    private func scalar(at start: Int, in whole: Span, into text: inout [UInt8]) throws(Problem) -> Int {
        let bytes = source.bytes[..<(whole.end - 1)]
        if start + 2 < bytes.endIndex, bytes[start + 2] == UInt8(ascii: "{"),
            let close = bytes[(start + 3)...].firstIndex(of: UInt8(ascii: "}")), (1...8).contains(close - start - 3),
            let number = UInt32(source[Span(start + 3, close)], radix: 16), let scalar = Unicode.Scalar(number)
        {
            text.append(contentsOf: String(scalar).utf8)
            return close + 1
        }
        throw Problem(Span(start, start + 2), "expected a character's number after \\u, as in \\u{2713}")
    }
}
