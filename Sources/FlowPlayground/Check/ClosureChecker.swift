/// Checks an argument for a parameter that takes a function: a closure, a function's name, or an operator such as `+`.
struct ClosureChecker {
    let state: CheckState
    /// The operator that takes the argument.
    let owner: String
    /// The types of the owner's arguments.
    let parameters: [ValueType]
    /// The result type that the owner expects.
    let result: ValueType
    let canThrow: Bool

    /// - Parameter bindings: The bindings of the owner's signature; the closure's result adds more.
    func check(_ expression: Expression, _ bindings: inout Bindings) throws(Problem) -> Typed {
        switch expression {
        case .closure(let closure): return try check(closure, &bindings)
        case .function(let infix, let span): return try check(infix, span, &bindings)
        case .null: return Typed(.omitted, .unknown)
        case .group(let inner, _): return try check(inner, &bindings)
        default:
            guard let function = expression.functionName, !state.knows(function.name) else {
                _ = try ValueChecker(state: state).check(expression)
                throw Problem(expression.span, "'\(owner)' takes a closure here: { … }")
            }
            return try check(closure(calling: function.callee, expression.span), &bindings)
        }
    }

    /// A closure that calls a named function such as `Int.init` or `print`.
    private func closure(calling callee: Expression, _ span: Span) -> Closure {
        let arguments = parameters.indices.map { index in
            CallArgument(label: nil, labelSpan: span, value: .dollar(index, span), isTrailing: false)
        }
        let call = Call(callee: callee, arguments: arguments, parentheses: nil, span: span)
        return Closure(parameters: nil, result: nil, body: [.expression(.call(call))], dollars: parameters.count, span: span)
    }

    private func check(_ closure: Closure, _ bindings: inout Bindings) throws(Problem) -> Typed {
        let (types, destructuresTuple) = try arity(of: closure, parameters.map(bindings.close))
        let (around, reads) = (state.names.indices, state.reads.count)
        let bound = bindings
        let (body, frame) = try state.inBlock { () throws(Problem) -> ([Step], Frame) in
            let base = state.names.count
            try declare(closure, types)
            state.frames.append(newFrame(base, types, bound))
            return (try StatementChecker(state: state).body(of: closure), state.frames.removeLast())
        }
        bindings = frame.bindings
        let read = Set(state.reads[reads...])
        // The operator that takes the closure knows its type.
        return Typed(
            .lambda(Lambda(destructuresTuple: destructuresTuple, body: body, unread: around.filter { !read.contains($0) })),
            .unknown, origin: frame.origin, isEndless: frame.isEndless)
    }

    private func newFrame(_ base: Int, _ types: [ValueType], _ bindings: Bindings) -> Frame {
        Frame(owner: owner, base: base, types: types, canThrow: canThrow, result: result, bindings: bindings)
    }

    /// The types of a closure's parameters, and whether it destructures a tuple.
    private func arity(
        of closure: Closure, _ types: [ValueType]
    ) throws(Problem) -> (types: [ValueType], destructuresTuple: Bool) {
        let count = closure.parameters?.count ?? closure.dollars
        if count == types.count { return (types, false) }
        // A closure need not name a parameter of type Void.
        if count == 0, types == [.void] { return (types, false) }
        if types.count == 1, case .tuple(let elements) = types[0], elements.count == count { return (elements, true) }
        // An unfinished closure may still get uses of its parameters.
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
                let declared = try TypeReader.type(written)
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

    /// Checks an operator as a function of two values of the parameters' types.
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
    /// The table's function of this name, `print` or `Int.init`; `nil` if there is none.
    fileprivate var functionName: (name: String, callee: Expression)? {
        switch self {
        case .name(let name, _, _) where name.first?.isLowercase == true && Expression.isFunction(name): (name, self)
        case .member(.name(let name, let types, let span), "init", _) where Expression.isFunction(name):
            (name, .name(name, types, span))
        default: nil
        }
    }

    private static func isFunction(_ name: String) -> Bool {
        OperatorTable.functions[name]?.first?.role == .value
    }
}
