extension Parser {
    /// Modifiers that mean nothing here: everything is known everywhere, and nothing is inherited.
    private static let plainModifiers: Set<String> = [
        "public", "private", "internal", "fileprivate", "final", "indirect", "override", "required", "convenience", "nonmutating",
    ]

    /// Skips attributes and modifiers without a meaning here.
    ///
    /// - Returns: Whether there were any.
    mutating func skipModifiers() throws(Problem) -> Bool {
        var isModified = false
        while let next = try afterModifier() {
            self = next
            isModified = true
        }
        return isModified
    }

    private func afterModifier() throws(Problem) -> Parser? {
        var ahead = self
        if token.kind == .at {
            try ahead.advance()
            guard ahead.token.kind == .identifier,
                ["escaping", "discardableResult", "MainActor"].contains(ahead.text(ahead.token))
            else {
                throw Problem(token.span.to(ahead.token.span), Keyword.beyond("'@\(ahead.text(ahead.token))'"))
            }
            try ahead.advance()
            return ahead
        }
        guard token.kind == .keyword || token.kind == .identifier, Parser.plainModifiers.contains(text(token)) else { return nil }
        try ahead.advance()
        if ahead.token.kind == .leftParenthesis, !ahead.token.startsLine {
            try ahead.advance()
            try ahead.expect(.identifier, "'set'")
            try ahead.expect(.rightParenthesis, "')'")
        }
        return ahead.token.kind == .keyword || ahead.token.kind == .identifier ? ahead : nil
    }

    var isAtDeclaration: Bool {
        guard token.kind == .keyword else { return false }
        switch text(token) {
        case "let", "var", "func", "struct", "enum", "class", "import": return true
        default: return false
        }
    }

    mutating func declaration() throws(Problem) -> Statement {
        switch text(token) {
        case "let": return try constant()
        case "var": return try variable()
        case "func": return .function(try function())
        case "struct": return .type(try type(.structure))
        case "enum": return .type(try type(.enumeration))
        case "class": return .type(try type(.classType))
        case "import": return try imported()
        default: throw expected("a declaration")
        }
    }

    private mutating func imported() throws(Problem) -> Statement {
        let word = try advance()
        let name = try expect(.identifier, "the name of a module")
        return .imported(text(name), word.span.to(name.span))
    }

    private mutating func constant() throws(Problem) -> Statement {
        try advance()
        if token.kind == .leftParenthesis { return try parts() }
        guard token.kind == .identifier else { throw expected("a name after 'let'") }
        let name = try advance()
        let type = try consume(.colon) == nil ? nil : typeName()
        try expect(.equal, "'=' and a value for '\(text(name))'")
        return .constant(text(name), name.span, type, try expression())
    }

    private mutating func parts() throws(Problem) -> Statement {
        let open = try advance()
        var names: [String] = []
        repeat { names.append(text(try expect(.identifier, "a name"))) } while try consume(.comma) != nil
        let close = try expect(.rightParenthesis, "',' or ')'", openedBy: open)
        guard names.count > 1 else { throw Problem(open.span.to(close.span), "one name needs no parentheses") }
        try expect(.equal, "'=' and a value")
        return .parts(names, open.span.to(close.span), try expression())
    }

    private mutating func variable() throws(Problem) -> Statement {
        try advance()
        guard token.kind == .identifier else { throw expected("a name after 'var'") }
        let name = try advance()
        let type = try consume(.colon) == nil ? nil : typeName()
        height = 1
        let value = try consume(.equal) == nil ? nil : expression()
        guard type != nil || value != nil else { throw expected("a type or a value for '\(text(name))'") }
        if token.kind == .leftBrace, !token.startsLine { throw Problem(token.span, Keyword.beyond("a computed variable")) }
        return .variable(text(name), name.span, type, value)
    }

    // MARK: Functions

    mutating func function() throws(Problem) -> FunctionDeclaration {
        try advance()
        guard token.kind == .identifier else { throw Problem(token.span, Keyword.beyond("a function with this name")) }
        let name = try advance()
        return try function(named: text(name), name.span)
    }

    /// Parses a function from its parameters on.
    private mutating func function(named name: String, _ span: Span) throws(Problem) -> FunctionDeclaration {
        if isAtOperator(beginningWith: UInt8(ascii: "<")) { throw Problem(token.span, Keyword.beyond("a generic function")) }
        let parameters = try functionParameters()
        let canThrow = isAt("throws")
        if canThrow { try advance() }
        let result = try consume(.arrow) == nil ? nil : typeName()
        if isAt("where") { throw Problem(token.span, Keyword.beyond("a generic function")) }
        return try function(named: name, span, parameters, canThrow, result)
    }

    /// Parses the braces of a function.
    private mutating func function(
        named name: String, _ span: Span, _ parameters: [FunctionDeclaration.Parameter], _ canThrow: Bool, _ result: TypeName?
    ) throws(Problem) -> FunctionDeclaration {
        let outer = dollars
        dollars = []
        let body = try block("'{' to begin '\(name)'")
        dollars = outer
        try reach(height + 1)
        let end = source.lastOffset(of: "}", before: token.span.start)
        return FunctionDeclaration(
            name: name, span: span, parameters: parameters, canThrow: canThrow, result: result, body: body, height: height,
            end: Span(end, min(end + 1, source.bytes.count)))
    }

    private mutating func functionParameters() throws(Problem) -> [FunctionDeclaration.Parameter] {
        let open = try expect(.leftParenthesis, "'('")
        var parameters: [FunctionDeclaration.Parameter] = []
        while token.kind != .rightParenthesis {
            parameters.append(try functionParameter())
            guard try consume(.comma) != nil else { break }
        }
        try expect(.rightParenthesis, "',' or ')'", openedBy: open)
        return parameters
    }

    private mutating func functionParameter() throws(Problem) -> FunctionDeclaration.Parameter {
        guard token.kind == .identifier || token.kind == .keyword else { throw expected("a parameter") }
        let first = try advance()
        let second = try consume(.identifier)
        try expect(.colon, "':' and a type")
        let type = try typeName()
        let standard = try consume(.equal) == nil ? nil : expression()
        let label = text(first) == "_" ? nil : text(first)
        return FunctionDeclaration.Parameter(
            label: label, name: text(second ?? first), type: type, standard: standard, span: (second ?? first).span)
    }

    // MARK: Types

    private mutating func type(_ kind: TypeDeclaration.Kind) throws(Problem) -> TypeDeclaration {
        try advance()
        let name = try expect(.identifier, "a name")
        if isAtOperator(beginningWith: UInt8(ascii: "<")) { throw Problem(token.span, Keyword.beyond("a generic type")) }
        var inherited: [TypeName] = []
        if try consume(.colon) != nil { repeat { inherited.append(try typeName()) } while try consume(.comma) != nil }
        let open = try expect(.leftBrace, "'{' to begin '\(text(name))'")
        var members = TypeMembers()
        let (outer, wasBeforeBlock) = (dollars, isBeforeBlock)
        (dollars, isBeforeBlock) = ([], false)
        var levels = 0
        while token.kind != .rightBrace {
            height = 0
            try nested { parser throws(Problem) in try parser.member(of: &members) }
            levels = max(levels, height)
            if try consume(.semicolon) == nil, token.kind != .rightBrace, !token.startsLine { throw notSeparated() }
        }
        (dollars, isBeforeBlock) = (outer, wasBeforeBlock)
        try expect(.rightBrace, "'}' to end '\(text(name))'", openedBy: open)
        try reach(levels + 1)
        return TypeDeclaration(
            kind: kind, name: text(name), span: name.span, inherited: inherited, properties: members.properties,
            cases: members.cases, methods: members.methods)
    }

    private struct TypeMembers {
        var properties: [TypeDeclaration.Property] = []
        var cases: [TypeDeclaration.Case] = []
        var methods: [TypeDeclaration.Method] = []
    }

    private mutating func member(of members: inout TypeMembers) throws(Problem) {
        var (isStatic, isMutating) = (false, false)
        while true {
            if try skipModifiers() { continue }
            if isAt("static") { isStatic = true } else if text(token) == "mutating" { isMutating = true } else { break }
            try advance()
        }
        switch text(token) {
        case "let", "var": members.properties.append(try property(isStatic))
        case "case": try enumCases(into: &members.cases)
        case "func":
            members.methods.append(TypeDeclaration.Method(function: try function(), isStatic: isStatic, isMutating: isMutating))
        case "init":
            let word = try advance()
            members.methods.append(
                TypeDeclaration.Method(function: try function(named: "init", word.span), isStatic: true, isMutating: false))
        default:
            if token.kind == .end { throw expected("'}' to end the type") }
            if token.kind == .keyword, let hint = Keyword.refused[text(token)] { throw Problem(token.span, hint) }
            throw Problem(token.span, Keyword.beyond("'\(text(token))' in a type"))
        }
    }

    private mutating func property(_ isStatic: Bool) throws(Problem) -> TypeDeclaration.Property {
        let word = try advance()
        let name = try expect(.identifier, "a name")
        let type = try consume(.colon) == nil ? nil : typeName()
        height = 1
        let value = try consume(.equal) == nil ? nil : expression()
        guard type != nil || value != nil else { throw expected("a type or a value for '\(text(name))'") }
        var (getter, observer): (FunctionDeclaration?, FunctionDeclaration?)
        if token.kind == .leftBrace, !token.startsLine {
            var ahead = self
            try ahead.advance()
            if ahead.token.kind == .identifier, ahead.text(ahead.token) == "didSet" {
                let (open, first) = (try advance(), try advance())
                observer = try function(named: "didSet", first.span, [], false, nil)
                try expect(.rightBrace, "'}'", openedBy: open)
            } else if ahead.token.kind == .identifier, ["get", "set", "willSet"].contains(ahead.text(ahead.token)) {
                throw Problem(ahead.token.span, Keyword.beyond("'\(ahead.text(ahead.token))'"))
            } else {
                getter = try function(named: text(name), name.span, [], false, type)
            }
        }
        return TypeDeclaration.Property(
            name: text(name), span: name.span, isVariable: text(word) == "var", isStatic: isStatic, type: type, value: value,
            getter: getter, observer: observer)
    }

    private mutating func enumCases(into cases: inout [TypeDeclaration.Case]) throws(Problem) {
        try advance()
        repeat {
            let name = try expect(.identifier, "the name of a case")
            var values: [(label: String?, type: TypeName)] = []
            if token.kind == .leftParenthesis, !token.startsLine {
                try advance()
                repeat {
                    var ahead = self
                    var label: String?
                    if token.kind == .identifier, let first = try? ahead.advance(), ahead.token.kind == .colon {
                        label = text(first) == "_" ? nil : text(first)
                        try ahead.advance()
                        self = ahead
                    }
                    values.append((label, try typeName()))
                } while try consume(.comma) != nil
                try expect(.rightParenthesis, "',' or ')'")
            }
            let raw = try consume(.equal) == nil ? nil : expression()
            cases.append(TypeDeclaration.Case(name: text(name), span: name.span, values: values, raw: raw))
        } while try consume(.comma) != nil
    }
}
