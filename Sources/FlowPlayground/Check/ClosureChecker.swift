/// Checks what is handed to a parameter that takes a function: a closure, or an operator such as `+`.
struct ClosureChecker {
    let state: CheckState
    /// The operator that it is handed to.
    let owner: String
    /// The types that the owner calls it with.
    let parameters: [ValueType]
    /// The type that the owner wants back.
    let result: ValueType
    let canThrow: Bool

    /// - Parameter bindings: The variables of the owner's signature; what the closure returns binds more of them.
    func check(_ expression: Expression, _ bindings: inout Bindings) throws(Problem) -> Typed {
        switch expression {
        case .closure(let closure): return try check(closure, &bindings)
        case .function(let infix, let span): return try check(infix, span, &bindings)
        case .null: return Typed(.omitted, .unknown)
        case .keyPath(let root, let members, let span): return try check(path(root, members, span, &bindings), &bindings)
        case .group(let inner, _): return try check(inner, &bindings)
        default: return try reference(expression, &bindings)
        }
    }

    /// A key path as a closure.
    private func path(
        _ root: TypeName?, _ members: [String], _ span: Span, _ bindings: inout Bindings
    ) throws(Problem) -> Closure {
        if let root {
            let type = try state.type(root)
            guard parameters.count == 1, bindings.match(parameters[0], type) else {
                throw Problem(root.span, "the values are \(parameters.first.map(bindings.close) ?? .void), not \(type)")
            }
        }
        var value = Expression.dollar(0, span)
        for member in members { value = Int(member).map { .element(value, $0, span) } ?? .member(value, member, span) }
        return closure(of: value, dollars: 1, span)
    }

    private func closure(of value: Expression, dollars: Int, _ span: Span) -> Closure {
        Closure(captures: [], parameters: nil, result: nil, body: [.expression(value)], dollars: dollars, span: span)
    }

    /// A function by its name, or a value that is one.
    private func reference(_ expression: Expression, _ bindings: inout Bindings) throws(Problem) -> Typed {
        if let labels = labels(of: expression) {
            let types = parameters.map(bindings.close)
            var count = labels?.count ?? types.count
            if types.count == 1, case .tuple(let elements) = types[0], elements.count == count || labels == nil && count != 1 {
                count = elements.count
            }
            let arguments = (0..<count).map { index in
                CallArgument(
                    label: labels?.dropFirst(index).first ?? nil, labelSpan: expression.span,
                    value: .dollar(index, expression.span),
                    isTrailing: false)
            }
            var value = Expression.call(Call(callee: expression, arguments: arguments, parentheses: nil, span: expression.span))
            if canThrow, state.names.contains(where: { $0.function?.canThrow == true && $0.text == expression.plainName }) {
                value = .attempt(.passed, value, expression.span)
            }
            return try check(closure(of: value, dollars: count, expression.span), &bindings)
        }
        let value = try ValueChecker(state: state).check(expression)
        let wanted = ValueType.function(parameters.map(bindings.close), result, canThrow: canThrow)
        let function = value.type.unwrappedFunction
        guard case .function = function else { throw Problem(expression.span, "'\(owner)' takes a closure here: { … }") }
        guard bindings.match(wanted, function) else {
            throw Problem(expression.span, "'\(owner)' takes \(bindings.close(wanted)), but this is \(function)")
        }
        return value
    }

    /// The labels of a function that is named; `nil` in `nil` if it has none, `nil` if it is no name of a function.
    private func labels(of expression: Expression) -> [String?]?? {
        switch expression {
        case .name(let name, _, _):
            if let known = state.names.last(where: { $0.text == name }) {
                return known.function.map { .some($0.signature.parameters.map(\.label)) }
            }
            if let context = state.contexts.last, let index = context.info.methods.firstIndex(where: { $0.name == name }) {
                return .some(context.info.methods[index].shape.signature.parameters.map(\.label))
            }
            return OperatorTable.functions[name] == nil ? nil : .some(nil)
        case .member(.name(let name, _, _), "init", _) where !state.knows(name):
            guard let info = state.info(named: name) else { return OperatorTable.functions[name] == nil ? nil : .some(nil) }
            let shape = info.methods.first { $0.name == "init" }?.shape ?? FunctionCaller(state: state).memberwise(info)
            return .some(shape.signature.parameters.map(\.label))
        case .member(.name(let name, _, _), let member, _):
            guard let info = state.info(named: name) else { return memberLabels(of: expression) }
            if let index = info.enumCase(member) {
                return info.cases[index].types.isEmpty ? nil : .some(info.cases[index].labels)
            }
            return info.method(member, isStatic: true).map { .some(info.methods[$0].shape.signature.parameters.map(\.label)) }
        case .member: return memberLabels(of: expression)
        default: return nil
        }
    }

    /// The labels of a method of a value that is named.
    private func memberLabels(of expression: Expression) -> [String?]?? {
        guard case .member(let base, let name, _) = expression,
            let type = try? state.rehearse({ () throws(Problem) in try ValueChecker(state: state).check(base).type })
        else { return nil }
        if let info = state.info(of: type), let index = info.method(name, isStatic: false), !info.methods[index].isProperty {
            return .some(info.methods[index].shape.signature.parameters.map(\.label))
        }
        let isMethod = OperatorTable.methods[name]?.contains { $0.isMember(of: type) && $0.role != .stage } ?? false
        return isMethod && !type.isOptional ? .some(nil) : nil
    }

    private func check(_ closure: Closure, _ bindings: inout Bindings) throws(Problem) -> Typed {
        let chainStart = state.chainStart
        state.chainStart = nil
        defer { state.chainStart = chainStart }
        let (types, splats) = try arity(of: closure, parameters.map(bindings.close))
        let bound = bindings
        let captures = try closure.captures.map { capture throws(Problem) in
            guard let index = state.names.lastIndex(where: { $0.text == capture.name }) else {
                throw Problem(capture.span, "unknown name '\(capture.name)'")
            }
            return (index: index, isWeak: capture.isWeak)
        }
        let (body, frame) = try state.inBlock { () throws(Problem) -> ([Step], Frame) in
            for (index, isWeak) in captures { capture(index, isWeak) }
            let base = state.names.count
            try declare(closure, types)
            state.frames.append(newFrame(base, types, bound))
            return (try StatementChecker(state: state).body(of: closure), state.frames.removeLast())
        }
        bindings = frame.bindings
        // The operator that it is handed to knows its type.
        return Typed(
            .lambda(Lambda(arity: types.count, splats: splats, body: body, captures: captures)), .unknown, origin: frame.origin,
            isEndless: frame.isEndless)
    }

    /// Declares a name that stands in the closure's brackets.
    private func capture(_ index: Int, _ isWeak: Bool) {
        var name = state.names[index]
        let type = name.value.type
        guard isWeak, case .declared = type.unwrapped else {
            if name.kind == .variable { name.kind = .constant }
            return state.names.append(name)
        }
        name = Name(text: name.text, value: Typed(.void, type.isOptional ? type : .optional(type)), kind: .weak)
        state.names.append(name)
    }

    private func newFrame(_ base: Int, _ types: [ValueType], _ bindings: Bindings) -> Frame {
        Frame(owner: owner, base: base, types: types, canThrow: canThrow, result: result, bindings: bindings)
    }

    /// The types of a closure's parameters, and whether it takes a tuple apart.
    private func arity(of closure: Closure, _ types: [ValueType]) throws(Problem) -> (types: [ValueType], splats: Bool) {
        let count = closure.parameters?.count ?? closure.dollars
        if count == types.count { return (types, false) }
        // A closure that ignores a value of nothing need not name it.
        if count == 0, types == [.void] { return (types, false) }
        if types.count == 1, case .tuple(let elements) = types[0], elements.count == count { return (elements, true) }
        // An unfinished closure may still use them.
        if state.probe != nil, closure.parameters == nil { return (types, false) }
        let given = types.count == 1 ? "1 value" : "\(types.count) values"
        let span = closure.parameters?.first?.span ?? Span(closure.span.start, closure.span.start + 1)
        if count == 0 {
            let names = Array(repeating: "_", count: types.count).joined(separator: ", ")
            throw Problem(span, "the closure of '\(owner)' is given \(given) and uses none; begin it with '\(names) in'")
        }
        let verb = closure.parameters == nil ? "uses" : "names"
        throw Problem(span, "the closure of '\(owner)' is given \(given), but \(verb) \(count)")
    }

    private func declare(_ closure: Closure, _ types: [ValueType]) throws(Problem) {
        for (index, type) in types.enumerated() {
            var type = type
            let parameter = closure.parameters?[index]
            if let written = parameter?.type {
                let declared = try state.type(written)
                guard let merged = type.merged(with: declared) else {
                    throw Problem(written.span, "this value is \(type), not \(declared)")
                }
                type = merged
            }
            if let name = parameter?.name, name != "_", state.declares(name) {
                throw Problem(parameter?.span ?? closure.span, "'\(name)' is declared already")
            }
            state.names.append(Name(text: parameter.flatMap { $0.name == "_" ? nil : $0.name }, value: Typed(.void, type)))
        }
    }

    /// Checks an operator as if it stood between two values of the parameters' types.
    private func check(_ infix: Infix, _ span: Span, _ bindings: inout Bindings) throws(Problem) -> Typed {
        let types = parameters.map(bindings.close)
        guard types.count == 2, infix.precedence > 20, infix != .coalesce, infix.precedence != 45 else {
            throw Problem(span, "'\(infix.rawValue)' cannot be passed to '\(owner)'; write a closure")
        }
        state.frames.append(newFrame(state.names.count, types, bindings))
        state.names += types.map { Name(text: nil, value: Typed(.void, $0)) }
        defer {
            state.names.removeLast(2)
            state.frames.removeLast()
        }
        let value = try ExpressionChecker(state: state).infix(infix, .dollar(0, span), .dollar(1, span), span, nil)
        let wanted = bindings.close(result)
        _ = try value.fitted(to: result, &bindings, span) {
            "'\(infix.rawValue)' gives \($0), but '\(owner)' needs \(wanted)"
        }
        return Typed(.function(infix, span), .unknown)
    }
}

extension Expression {
    /// The name that it is, or the last one of it.
    var plainName: String? {
        switch self {
        case .name(let name, _, _), .member(_, let name, _): name
        default: nil
        }
    }
}
