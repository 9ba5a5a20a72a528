import FlowTrace

/// Checks a value: literals, names, and elements of tuples and arrays. Calls and operators have checkers of their own.
struct ValueChecker {
    let state: CheckState

    /// - Parameter wanted: The type that is wanted there, as far as it is known: it decides literals and implicit members.
    func check(_ expression: Expression, _ wanted: ValueType? = nil) throws(Problem) -> Typed {
        try state.count(expression)
        if state.hasChains, state.chainStart != expression.span.start, expression.hasOptional {
            return try chain(expression, wanted)
        }
        switch expression {
        case .integer(let number, let span): return try integer(number, span, wanted)
        case .double(let number, let span):
            return wanted == .plain(.duration) ? duration(number, span) : Typed(.double(number), .double)
        case .boolean(let truth, _): return Typed(.bool(truth), .bool)
        case .string(let parts, let span): return try string(parts, span, wanted)
        case .null: return null(wanted)
        case .name(let name, _, let span): return try self.name(name, span)
        case .dollar(let index, let span): return try dollar(index, span)
        case .implicitMember(let name, let span): return try calls.implicitMember(name, [], span, wanted)
        case .member(let base, let name, let span): return try calls.member(of: base, name, span)
        case .element(let base, let index, let span): return try element(index, of: base, span)
        case .call(let call): return try calls.check(call, wanted)
        case .item(let base, let arguments, let span): return try item(arguments, of: base, span)
        case .array(let elements, let span): return try array(elements, span, wanted)
        case .tuple(let elements, let span): return try tuple(elements, span, wanted)
        case .group(let inner, _): return try check(inner, wanted)
        case .closure, .keyPath: return try function(expression, wanted)
        case .dictionary(let parts, let span): return try dictionary(parts, span, wanted)
        case .optional(let base, let span):
            let value = try check(base)
            guard case .optional(let wrapped) = value.type else {
                throw Problem(span, "'?' needs an optional, but this is \(value.type)")
            }
            return Typed(.unwrap(value.term), wrapped)
        case .forced(let base, let span):
            let value = try check(base)
            guard case .optional(let wrapped) = value.type else {
                throw Problem(span, "'!' needs an optional, but this is \(value.type)")
            }
            return Typed(.force(value.term, span), wrapped)
        case .cast(let value, let cast, let type, let span): return try self.cast(value, cast, type, span)
        case .attempt(let attempt, let value, let span): return try self.attempt(attempt, value, span, wanted)
        case .specialized(_, _, let span): throw Problem(span, "types in <…> belong to a call here")
        case .address(_, let span): throw Problem(span, "'&' belongs before what 'store(in:)' fills")
        case .prefix(let prefix, let value, let span): return try expressions.prefix(prefix, value, span, wanted)
        case .infix(let left, let infix, let span, let right): return try expressions.infix(infix, left, right, span, wanted)
        case .choice(let condition, let first, let second): return try expressions.choice(condition, first, second, wanted)
        case .function(let infix, let span): throw Problem(span, "'\(infix.rawValue)' cannot be used as a function here")
        }
    }

    // MARK: Optionals, errors and functions

    /// A value with `?` in it: nil where one of them finds none.
    private func chain(_ expression: Expression, _ wanted: ValueType?) throws(Problem) -> Typed {
        let outer = state.chainStart
        state.chainStart = expression.span.start
        defer { state.chainStart = outer }
        let value = try check(expression, wanted)
        return Typed(.chain(value.term), value.type.isOptional ? value.type : .optional(value.type))
    }

    private func attempt(_ attempt: Attempt, _ expression: Expression, _ span: Span, _ wanted: ValueType?) throws(Problem)
        -> Typed
    {
        if attempt == .passed, let frame = state.frames.last, !frame.canThrow {
            let name = "try" + frame.owner.prefix(1).uppercased() + frame.owner.dropFirst()
            let hint = OperatorTable.overloads[name] == nil ? "" : "; use '\(name)'"
            throw Problem(span, "the closure of '\(frame.owner)' cannot throw\(hint)")
        }
        if attempt == .forced { throw Problem(span, Keyword.beyond("'try!'")) }
        let outer = state.isTrying
        state.isTrying = true
        defer { state.isTrying = outer }
        let value = try check(expression, attempt == .null ? wanted?.unwrapped : wanted)
        guard attempt == .null else { return value }
        return value.type.isOptional
            ? Typed(.caught(value.term), value.type) : Typed(.caught(.some(value.term)), .optional(value.type))
    }

    private func cast(_ expression: Expression, _ cast: Cast, _ name: TypeName, _ span: Span) throws(Problem) -> Typed {
        let type = try state.type(name)
        var value = try check(expression, type)
        if cast == .sure {
            var bindings = Bindings()
            value = try value.fitted(to: type, &bindings, expression.span) { "this is \($0), not \(type)" }
            value.type = value.type.merged(with: type) ?? type
            return value
        }
        let test: Term.CastTest
        switch type {
        case .declared(let declared): test = .declared(type: state.types[declared.number].slot)
        case .flowError: test = .flowError
        case .error: test = .always
        default: throw Problem(span, Keyword.beyond("a cast to \(type)"))
        }
        guard value.type == .error || value.type == .unknown || value.type == type else {
            throw Problem(span, "\(value.type) is never \(type)")
        }
        return Typed(.cast(value.term, test, isForced: cast == .forced, span), cast == .forced ? type : .optional(type))
    }

    /// A closure where a function is wanted.
    private func function(_ expression: Expression, _ wanted: ValueType?) throws(Problem) -> Typed {
        guard case .function(let parameters, let result, let canThrow)? = wanted?.unwrappedFunction else {
            throw Problem(expression.span, "cannot tell what this is given; pass it to an operator, or write its type")
        }
        var bindings = Bindings()
        var value = try ClosureChecker(
            state: state, owner: "the closure", parameters: parameters, result: result, canThrow: canThrow
        )
        .check(expression, &bindings)
        value.type = .function(parameters, bindings.close(result), canThrow: canThrow)
        return value
    }

    private var calls: CallChecker { CallChecker(state: state) }

    private var expressions: ExpressionChecker { ExpressionChecker(state: state) }

    // MARK: Literals

    private func integer(_ number: UInt, _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        if wanted?.unwrapped == .double { return Typed(.double(Double(number)), .double) }
        if wanted == .plain(.duration) { return duration(Double(number), span) }
        guard let whole = Int(exactly: number) else { throw Problem(span, "\(number) is too large: an Int has 64 bits") }
        return Typed(.int(whole), .int)
    }

    /// A number where a stretch of time is wanted: that many seconds, as Swift's queues and run loops have it.
    private func duration(_ seconds: Double, _ span: Span) -> Typed {
        guard let row = OperatorTable.members["seconds"]?.last else { preconditionFailure("the table has no seconds") }
        let part = TermPart(Typed(.double(seconds), .double), at: span)
        return Typed(.call(row, [part], CallSite(span: span, stage: nil, output: .unknown)), .plain(.duration))
    }

    private func null(_ wanted: ValueType?) -> Typed {
        guard case .optional(let wrapped)? = wanted, wrapped.isKnown else { return Typed(.null, .optional(.unknown)) }
        return Typed(.null, .optional(wrapped))
    }

    private func string(_ parts: [StringPart], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        if parts.isEmpty { return Typed(.string(""), .string) }
        if parts.count == 1, case .text(let text) = parts[0] {
            let isCharacter = wanted?.unwrapped == .plain(.character) && text.count == 1
            return Typed(.string(text), isCharacter ? .plain(.character) : .string)
        }
        var terms: [Term] = []
        terms.reserveCapacity(parts.count)
        for part in parts {
            switch part {
            case .text(let text): terms.append(.string(text))
            case .value(let value):
                let typed = try check(value)
                guard !typed.type.isPublisher else { throw Problem(value.span, "a publisher cannot be put into a string") }
                terms.append(typed.term)
            }
        }
        return Typed(.text(terms, span), .string)
    }

    private func array(_ elements: [Expression], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        var element: ValueType?
        if case .array(let wantedElement)? = wanted, wantedElement.isKnown { element = wantedElement }
        // The other elements decide the type of those that are literals.
        var hint = element ?? OperatorRules.numberHint(elements)
        if hint == nil, let first = elements.first(where: { !$0.isNumber && !$0.isNull }) ?? elements.first {
            hint = try state.rehearse { () throws(Problem) in try check(first).type }
        }
        var values: [Typed] = []
        for expression in elements { values.append(try check(expression, hint)) }
        var type = element ?? (elements.contains(where: \.isNull) ? .optional(.unknown) : .unknown)
        for (value, expression) in zip(values, elements) {
            guard let joined = type.joined(with: value.type) else {
                throw Problem(
                    expression.span, "the elements of an array must all be of one type: this is \(value.type), not \(type)")
            }
            type = joined
        }
        if elements.isEmpty || type.isOptional { state.arrays.append((span.start, .array(type))) }
        return Typed(.array(values.map { $0.promoted(to: type).term }, span), .array(type))
    }

    private func dictionary(_ parts: [Expression], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        var (key, value): (ValueType?, ValueType?)
        if case .generic(.dictionary, let types)? = wanted { (key, value) = (types[0], types[1]) }
        var terms: [Term] = []
        for (index, expression) in parts.enumerated() {
            let hint = index % 2 == 0 ? key : value
            let typed = try check(expression, hint)
            var bindings = Bindings()
            let fitted =
                try hint.map { hint throws(Problem) in
                    try typed.fitted(to: hint, &bindings, expression.span) {
                        "the \(index % 2 == 0 ? "keys" : "values") of a dictionary must all be of one type: this is \($0), not \(hint)"
                    }
                } ?? typed
            if index % 2 == 0 { key = key ?? typed.type } else { value = value ?? typed.type }
            terms.append(fitted.term)
        }
        guard key?.isEquatable ?? true else { throw Problem(span, "\(key ?? .unknown) cannot be a key: it is not Hashable") }
        return Typed(.dictionary(terms, span), .generic(.dictionary, [key ?? .unknown, value ?? .unknown]))
    }

    /// What stands in the brackets behind a dictionary: a key, and what its value is where there is none.
    func key(_ arguments: [CallArgument], _ types: [ValueType]) throws(Problem) -> (Term, standard: Term?) {
        let key = try check(arguments[0].value, types[0])
        guard key.type.merged(with: types[0]) != nil else {
            throw Problem(arguments[0].value.span, "a key must be \(types[0]), but this is \(key.type)")
        }
        guard arguments.count > 1 else { return (key.term, nil) }
        guard arguments.count == 2, arguments[1].label == "default" else {
            throw Problem(arguments[1].labelSpan, "only 'default:' can stand here")
        }
        let standard = try check(arguments[1].value, types[1])
        guard standard.type.merged(with: types[1]) != nil else {
            throw Problem(arguments[1].value.span, "a value must be \(types[1]), but this is \(standard.type)")
        }
        return (key.term, standard.term)
    }

    private func tuple(_ elements: [Expression], _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        guard !elements.isEmpty else { return Typed(.void, .void) }
        var hints: [ValueType?] = Array(repeating: nil, count: elements.count)
        if case .tuple(let types)? = wanted, types.count == elements.count { hints = types }
        var values: [Typed] = []
        for (expression, hint) in zip(elements, hints) { values.append(try check(expression, hint)) }
        return Typed(.tuple(values.map(\.term), span), .tuple(values.map(\.type)))
    }

    // MARK: Names

    private func name(_ name: String, _ span: Span) throws(Problem) -> Typed {
        state.probe?.record(names: state.names, unnamed: state.frames.last.map(unnamedTypes) ?? [], at: span)
        let index = state.names.lastIndex { $0.text == name }
        if let context = state.contexts.last, index.map({ $0 < context.base }) ?? true,
            let own = try own(name, of: context.info, span)
        {
            return own
        }
        if let index { return local(index) }
        if state.types.contains(where: { $0.type.name == name }) { throw Problem(span, "'\(name)' is a type, not a value") }
        if OperatorTable.functions[name] != nil { throw Problem(span, "'\(name)' needs parentheses: \(name)(…)") }
        if OperatorTable.namespaces.contains(name) || TypeReader.names.contains(name) {
            throw Problem(span, "'\(name)' is a type, not a value")
        }
        throw .unknownName(name, known: state.names.compactMap(\.text), span)
    }

    /// The types of `$0`, `$1`… of a closure that does not name its parameters.
    private func unnamedTypes(_ frame: Frame) -> [ValueType] {
        state.names[frame.base...].prefix(frame.types.count).allSatisfy { $0.text == nil } ? frame.types : []
    }

    private func dollar(_ index: Int, _ span: Span) throws(Problem) -> Typed {
        guard let frame = state.frames.last, index < frame.types.count else {
            throw Problem(span, "'$\(index)' can only be used in a closure")
        }
        return local(frame.base + index)
    }

    func local(_ index: Int) -> Typed {
        var value = state.names[index].value
        switch state.names[index].kind {
        case .constant: value.term = .local(index)
        case .variable: value.term = .variable(index)
        case .weak: value.term = .weak(index)
        }
        return value
    }

    /// A member of the type around, read without `self`.
    private func own(_ name: String, of info: TypeInfo, _ span: Span) throws(Problem) -> Typed? {
        let hasSelf = state.contexts.last.map { state.names[$0.base].text == "self" } ?? false
        if hasSelf, info.field(name) != nil || info.methods.contains(where: { $0.name == name && !$0.isStatic && $0.isProperty })
        {
            return try calls.member(of: .name("self", [], span), name, span)
        }
        guard info.statics.contains(where: { $0.name == name }) else { return nil }
        return try calls.member(of: .name(info.type.name, [], span), name, span)
    }

    // MARK: Elements

    private func element(_ index: Int, of base: Expression, _ span: Span) throws(Problem) -> Typed {
        let value = try check(base)
        switch value.type {
        case .unknown: return Typed(.element(value.term, index), .unknown)
        case .tuple(let types) where index < types.count: return Typed(.element(value.term, index), types[index])
        case .tuple(let types): throw Problem(span, "\(value.type) has elements .0 to .\(types.count - 1)")
        default: throw Problem(span, "\(value.type) is not a tuple and has no element .\(index)")
        }
    }

    private func item(_ arguments: [CallArgument], of base: Expression, _ span: Span) throws(Problem) -> Typed {
        let value = try check(base)
        if case .generic(.dictionary, let types) = value.type {
            let (key, standard) = try key(arguments, types)
            return Typed(.lookup(value.term, key, standard: standard), standard == nil ? .optional(types[1]) : types[1])
        }
        let index = arguments[0].value
        guard arguments.count == 1, arguments[0].label == nil else { throw Problem(span, "one index belongs into […]") }
        let position = try check(index, .int)
        guard position.type == .int || position.type == .unknown else {
            throw Problem(index.span, "an index must be an Int, but this is \(position.type)")
        }
        switch value.type {
        case .unknown: return Typed(.item(value.term, position.term, span), .unknown)
        case .array(let element): return Typed(.item(value.term, position.term, span), element)
        default: throw Problem(span, "\(value.type) has no elements to pick with […]")
        }
    }
}

extension Expression {
    /// Whether a `?` ends the chain of members that it is.
    var hasOptional: Bool {
        switch self {
        case .optional: true
        case .member(let base, _, _), .element(let base, _, _), .item(let base, _, _), .forced(let base, _): base.hasOptional
        case .call(let call): call.callee.hasOptional
        default: false
        }
    }
}
