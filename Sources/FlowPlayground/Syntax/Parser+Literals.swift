extension Parser {
    /// Reads an integer.
    mutating func integer() throws(Problem) -> Expression {
        guard let value = UInt(digits), value <= UInt(Int.max) + 1 else {
            throw Problem(token.span, "\(text(token)) is too large: an Int has 64 bits")
        }
        return .integer(value, try advance().span)
    }

    /// Reads a number with a fraction or an exponent.
    mutating func double() throws(Problem) -> Expression {
        guard let value = Double(digits), value.isFinite else {
            throw Problem(token.span, "\(text(token)) is too large: a Double ends at 1.8e308")
        }
        return .double(value, try advance().span)
    }

    private var digits: String {
        let text = text(token)
        return text.utf8.contains(UInt8(ascii: "_")) ? text.filter { $0 != "_" } : text
    }

    /// Reads a name, with the types in `<…>` where there are any.
    mutating func name() throws(Problem) -> Expression {
        let name = try advance()
        guard isAtOperator(beginningWith: UInt8(ascii: "<")), let (types, end) = try genericArguments() else {
            return .name(text(name), [], name.span)
        }
        return .name(text(name), types, name.span.to(end))
    }

    // MARK: Strings

    /// Reads a string with what stands in `\(…)`.
    mutating func string() throws(Problem) -> Expression {
        let whole = try advance()
        let inside = Span(whole.span.start + 1, whole.span.end - 1)
        if !source.bytes[inside.start..<inside.end].contains(UInt8(ascii: "\\")) {
            return .string(inside.start == inside.end ? [] : [.text(source[inside])], whole.span)
        }
        var parts: [StringPart] = []
        var text: [UInt8] = []
        var levels = 1
        var place = whole.span.start + 1
        while place < whole.span.end - 1 {
            guard source.bytes[place] == UInt8(ascii: "\\") else {
                text.append(source.bytes[place])
                place += 1
                continue
            }
            if source.bytes[place + 1] == UInt8(ascii: "(") {
                if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
                text = []
                let (value, end) = try interpolation(at: place + 1, in: whole.span)
                parts.append(.value(value))
                levels = max(levels, height + 1)
                place = end
            } else {
                place = try escape(at: place, in: whole.span, into: &text)
            }
        }
        if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
        try reach(levels)
        return .string(parts, whole.span)
    }

    /// Reads what stands between the parentheses of `\(…)`.
    ///
    /// - Returns: The value, and the offset behind the parenthesis.
    private mutating func interpolation(at start: Int, in whole: Span) throws(Problem) -> (Expression, Int) {
        try nested { outer throws(Problem) in
            var inner = try outer.parser(of: Span(start, whole.end - 1))
            let open = try inner.advance()
            let value = try inner.expression()
            guard inner.token.kind == .rightParenthesis else {
                throw inner.expected("')' to end what stands in the string", notes: inner.opened(by: open))
            }
            outer.dollars = inner.dollars
            outer.height = inner.height
            return (value, inner.token.span.end)
        }
    }

    /// - Returns: The offset behind the escape.
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
        default: throw Problem(Span(start, start + 2), "unknown escape in a string; there are \\n, \\t, \\\", \\\\ and \\u{…}")
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
