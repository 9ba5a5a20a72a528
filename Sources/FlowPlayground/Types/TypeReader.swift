import FlowTrace

/// Resolves written types.
struct TypeReader {
    /// Other names of types.
    private static let aliases: [String: ValueType] = [
        "Any": .unknown, "Cancellable": .cancellable, "TimeInterval": .double,
        "DispatchQueue": .plain(.scheduler), "RunLoop": .plain(.scheduler), "OperationQueue": .plain(.scheduler),
        "Subscribers.Demand": .plain(.demand),
    ]

    private static let plain: [String: PlainType] = Dictionary(
        uniqueKeysWithValues: PlainType.allCases.filter { !$0.rawValue.contains("<") }.map { ($0.rawValue, $0) })

    /// The names of types that messages suggest.
    static let names = ["Void", "Bool", "Int", "Double", "String", "Never", "Error", "FlowError", "AnyPublisher"]

    /// - Parameter variables: The names of the variables, by index.
    static func type(_ name: TypeName, variables: [String] = []) throws(Problem) -> ValueType {
        try TypeReader(variables: variables).type(name)
    }

    private let variables: [String]

    private func type(_ name: TypeName) throws(Problem) -> ValueType {
        switch name {
        case .array(let element, _): return .array(try type(element))
        case .optional(let wrapped, _): return .optional(try type(wrapped))
        case .tuple(let elements, _):
            guard elements.count != 1 else { return try type(elements[0]) }
            return elements.isEmpty ? .void : .tuple(try types(elements))
        case .function(let parameters, let result, let canThrow, _):
            return .function(try types(parameters), try type(result), canThrow: canThrow)
        case .named(let text, let arguments, let span): return try named(text, try types(arguments), span)
        }
    }

    private func types(_ names: [TypeName]) throws(Problem) -> [ValueType] {
        var types: [ValueType] = []
        for name in names { types.append(try type(name)) }
        return types
    }

    private func named(_ text: String, _ arguments: [ValueType], _ span: Span) throws(Problem) -> ValueType {
        if arguments.isEmpty {
            if let number = variables.firstIndex(of: text) { return .variable(number) }
            if let type = TypeReader.plain[text] { return .plain(type) }
            if text == "TimeGroupingStrategy" { return .grouping }
            if let type = TypeReader.aliases[text] { return type }
        }
        switch (text, arguments.count) {
        case ("Set", 1) where arguments[0] == .cancellable: return .bag
        case ("Subscribers.Completion", 1): return .completion(arguments[0])
        case ("ClosedRange", 1): return .plain(.closedRange)
        case ("Range", 1): return .plain(.range)
        case ("Array", 1): return .array(arguments[0])
        case ("Optional", 1): return .optional(arguments[0])
        case ("Just", 1): return .publisher(arguments[0], failure: .never, .just)
        case ("BufferingStrategy", 1): return .whenFull(failure: arguments[0])
        case ("Type", 1): return .metatype(arguments[0])
        default: break
        }
        if let form = TypeReader.publisher(text), arguments.count == 2 {
            return .publisher(arguments[0], failure: arguments[1], form)
        }
        throw TypeReader.unknown(text, arguments.count, span)
    }

    /// The publisher with this name, if it takes two types.
    private static func publisher(_ name: String) -> PublisherForm? {
        PublisherForm(rawValue: name).flatMap { $0 == .just ? nil : $0 }
    }

    private static func unknown(_ text: String, _ count: Int, _ span: Span) -> Problem {
        if publisher(text) != nil { return Problem(span, "\(text) takes two types, as in \(text)<Int, Never>") }
        if text == "Just" { return Problem(span, "Just takes one type, as in Just<Int>") }
        if plain[text] != nil { return Problem(span, "\(text) takes no types") }
        let hint = Suggestion.nearest(to: text, among: names).map { "did you mean '\($0)'?" }
        return Problem(
            span, "unknown type '\(text)'; \(hint ?? "types are \(names.joined(separator: ", ")), [T], T? and (T, U)")",
            notes: hint == nil ? [Keyword.doubtfulOffer] : [])
    }
}

/// Parses declarations of operators: `name[(parameters)] -> Type [where A: Equatable, B == C]`.
///
/// The declarations are part of flowviz, so an invalid one is a programming error.
struct SignatureReader {
    private var parser: Parser
    private let text: String

    static func read(_ text: String, kind: Signature.Kind, receiver: ValueType?) -> Signature {
        read(text) { reader throws(Problem) in try reader.signature(kind, receiver) }
    }

    static func type(_ text: String) -> ValueType { read(text) { reader throws(Problem) in try reader.type() } }

    private static func read<Result>(_ text: String, _ body: (inout SignatureReader) throws(Problem) -> Result) -> Result {
        do {
            let source = SourceText(text)
            var reader = SignatureReader(parser: try Parser(source, in: Span(0, source.bytes.count)), text: text)
            return try body(&reader)
        } catch {
            preconditionFailure("'\(text)': \(error.message)")
        }
    }

    private mutating func signature(_ kind: Signature.Kind, _ receiver: ValueType?) throws(Problem) -> Signature {
        var name = parser.text(try parser.advance())
        while try parser.consume(.period) != nil { name += "." + parser.text(try parser.advance()) }
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
        while try parser.consume(.rightParenthesis) == nil {
            parameters.append(try parameter())
            _ = try parser.consume(.comma)
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
        let standard = try parser.consume(.equal) == nil ? nil : standard()
        return Parameter(label: label == "_" ? nil : label, name: name, type: type, standard: standard, isVariadic: isVariadic)
    }

    /// The default of a parameter: the text up to the next comma or parenthesis.
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
        while try parser.consume(.comma) != nil { constraints.append(try constraint()) }
        return constraints
    }

    private mutating func constraint() throws(Problem) -> Constraint {
        let first = try type()
        guard try parser.consume(.colon) != nil else { return try sameFailure(first) }
        switch parser.text(try parser.advance()) {
        case "Equatable": return .equatable(first)
        case "Comparable": return .comparable(first)
        case "Error": return .error(first)
        default: throw parser.expected("Equatable, Comparable or Error")
        }
    }

    /// `F == Failure or Never`.
    private mutating func sameFailure(_ first: ValueType) throws(Problem) -> Constraint {
        guard case .variable(let number) = first else { throw parser.expected("a variable") }
        try parser.expect(.infixOperator, "'=='")
        let other = try type()
        for word in ["or", "Never"] where parser.text(try parser.advance()) != word { throw parser.expected("'or Never'") }
        return .sameFailure(number, other)
    }

    private mutating func type() throws(Problem) -> ValueType {
        try TypeReader.type(try parser.typeName(), variables: Signature.variables)
    }
}
