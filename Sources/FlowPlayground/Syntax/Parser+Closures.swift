extension Parser {
    mutating func closure() throws(Problem) -> Expression { try nested { parser throws(Problem) in try parser.closureInside() } }

    private mutating func closureInside() throws(Problem) -> Expression {
        let open = try advance()
        let before = isBeforeBlock
        isBeforeBlock = false
        if isAtCaptures { throw Problem(token.span, Keyword.unsupported("a list of captures")) }
        let head = closureHead()
        dollars.append(head?.parameters == nil ? 0 : -1)
        let body = try statements(until: .rightBrace)
        let used = dollars.removeLast()
        isBeforeBlock = before
        let close = try expect(.rightBrace, "'}' to end the closure", openedBy: open)
        try recordHeight(height + 1)
        return .closure(
            Closure(
                parameters: head?.parameters, result: head?.result, body: body, dollars: max(0, used),
                span: open.span.to(close.span)))
    }

    /// Whether a capture list such as `[weak self]` begins the closure.
    private var isAtCaptures: Bool {
        guard token.kind == .leftBracket else { return false }
        var ahead = self
        while ahead.token.kind != .rightBracket {
            guard ahead.token.kind != .end, (try? ahead.advance()) != nil else { return false }
            if ahead.token.kind == .identifier, ["weak", "unowned"].contains(ahead.text(ahead.token)) { return true }
        }
        guard (try? ahead.advance()) != nil else { return false }
        return ahead.isAt("in") || ahead.token.kind == .identifier && !ahead.token.startsLine
    }

    private typealias Head = (parameters: [Closure.Parameter], result: TypeName?)

    /// Parses `a, b in`, `(a, b) in` or `(a: Int) -> Int in`, if it is next.
    private mutating func closureHead() -> Head? {
        guard token.kind == .identifier || token.kind == .leftParenthesis else { return nil }
        var ahead = self
        // Without a head, this is the body, whose parser reports any error.
        guard let head = try? ahead.readHead() else { return nil }
        self = ahead
        return head
    }

    private mutating func readHead() throws(Problem) -> Head {
        let parameters = token.kind == .leftParenthesis ? try typedParameters() : try plainParameters()
        if isAt("throws") { try advance() }
        let result = try consume(.arrow) == nil ? nil : typeName()
        guard isAt("in") else { throw expected("'in'") }
        try advance()
        return (parameters, result)
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
