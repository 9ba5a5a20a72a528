/// Reads declarations of operators: `[name][(parameters)] -> Type [where A: Equatable, B == C]`.
///
/// Reads the program's own tables, so that what cannot be read is a mistake of the program.
struct SignatureReader {
    private var parser: Parser
    private let text: String

    /// Reads a declaration.
    static func read(_ text: String, kind: Signature.Kind, receiver: ValueType?) -> Signature {
        do {
            let source = SourceText(text)
            var reader = SignatureReader(parser: try Parser(source, in: Span(0, source.bytes.count)), text: text)
            return try reader.signature(kind, receiver)
        } catch {
            preconditionFailure("'\(text)': \(error.message)")
        }
    }

    /// Reads a type.
    static func type(_ text: String) -> ValueType {
        do {
            let source = SourceText(text)
            var reader = SignatureReader(parser: try Parser(source, in: Span(0, source.bytes.count)), text: text)
            return try reader.type()
        } catch {
            preconditionFailure("'\(text)': \(error.message)")
        }
    }

    private mutating func signature(_ kind: Signature.Kind, _ receiver: ValueType?) throws(Problem) -> Signature {
        let name = parser.text(try parser.advance())
        var parameters: [Parameter] = []
        let isCalled = parser.token.kind == .leftParenthesis
        if isCalled { parameters = try self.parameters() }
        try parser.expect(.arrow, "'->'")
        let result = try type()
        return Signature(
            name: name, kind: kind, receiver: receiver, parameters: parameters, isCalled: isCalled, result: result,
            constraints: try constraints(), text: text)
    }

    private mutating func parameters() throws(Problem) -> [Parameter] {
        try parser.advance()
        var parameters: [Parameter] = []
        while try parser.take(.rightParenthesis) == nil {
            parameters.append(try parameter())
            _ = try parser.take(.comma)
        }
        return parameters
    }

    private mutating func parameter() throws(Problem) -> Parameter {
        let label = parser.text(try parser.advance())
        let name = parser.token.kind == .colon ? label : parser.text(try parser.advance())
        try parser.expect(.colon, "':'")
        let type = try type()
        let isVariadic = parser.token.kind == .postfixOperator && parser.text(parser.token) == "..."
        if isVariadic { try parser.advance() }
        let standard = try parser.take(.equal) == nil ? nil : standard()
        return Parameter(
            label: label == "_" ? nil : label, name: name, type: type, standard: standard, isVariadic: isVariadic)
    }

    /// What stands for a parameter that is left out: the words up to the next comma or parenthesis.
    private mutating func standard() throws(Problem) -> String {
        let start = parser.token.span
        var end = start
        var open = 0
        while open > 0 || ![.comma, .rightParenthesis, .end].contains(parser.token.kind) {
            if parser.token.kind == .leftParenthesis { open += 1 }
            if parser.token.kind == .rightParenthesis { open -= 1 }
            end = try parser.advance().span
        }
        return parser.source[start.to(end)]
    }

    private mutating func constraints() throws(Problem) -> [Constraint] {
        guard parser.token.kind == .keyword, parser.text(parser.token) == "where" else { return [] }
        try parser.advance()
        var constraints = [try constraint()]
        while try parser.take(.comma) != nil { constraints.append(try constraint()) }
        return constraints
    }

    private mutating func constraint() throws(Problem) -> Constraint {
        let first = try type()
        guard try parser.take(.colon) != nil else { return try joined(first) }
        switch parser.text(try parser.advance()) {
        case "Equatable": return .equatable(first)
        case "Comparable": return .comparable(first)
        case "Error": return .error(first)
        default: throw parser.expected("Equatable, Comparable or Error")
        }
    }

    /// `F == Failure or Never`.
    private mutating func joined(_ first: ValueType) throws(Problem) -> Constraint {
        guard case .variable(let number) = first else { throw parser.expected("a variable") }
        try parser.expect(.infixOperator, "'=='")
        let other = try type()
        for word in ["or", "Never"] where parser.text(try parser.advance()) != word { throw parser.expected("'or Never'") }
        return .joined(number, other)
    }

    private mutating func type() throws(Problem) -> ValueType {
        try TypeReader.type(try parser.typeName(), variables: Signature.variables)
    }
}
