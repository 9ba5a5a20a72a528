extension Checker {
    /// Checks a closure that is handed to an operator.
    mutating func closure(
        _ closure: Closure, _ parameters: [ValueType], _ result: ValueType, canThrow: Bool, _ owner: String,
        _ bindings: inout Bindings
    ) throws(Problem) -> Typed {
        let (types, splats) = try arity(of: closure, parameters.map(bindings.close), owner)
        let (known, outer) = (names.count, scope)
        defer {
            names.removeLast(names.count - known)
            scope = outer
        }
        scope = known
        try declare(closure, types)
        frames.append(Frame(owner: owner, base: known, types: types, canThrow: canThrow, result: result, bindings: bindings))
        let body = try self.body(of: closure)
        let frame = frames.removeLast()
        bindings = frame.bindings
        // The operator that it is handed to knows its type.
        return Typed(
            .lambda(Lambda(arity: types.count, splats: splats, body: body)), .unknown, origin: frame.origin,
            isEndless: frame.isEndless)
    }

    // MARK: Parameters

    /// The types of what a closure names, and whether it takes a tuple apart.
    private func arity(
        of closure: Closure, _ types: [ValueType], _ owner: String
    ) throws(Problem) -> (types: [ValueType], splats: Bool) {
        let count = closure.parameters?.count ?? closure.dollars
        if count == types.count { return (types, false) }
        if types.count == 1, case .tuple(let elements) = types[0], elements.count == count { return (elements, true) }
        // What is being typed will use them yet.
        if probe != nil, closure.parameters == nil { return (types, false) }
        let given = types.count == 1 ? "1 value" : "\(types.count) values"
        let place = closure.parameters?.first?.span ?? Span(closure.span.start, closure.span.start + 1)
        if count == 0 {
            let names = Array(repeating: "_", count: types.count).joined(separator: ", ")
            throw Problem(place, "the closure of '\(owner)' is given \(given) and uses none; begin it with '\(names) in'")
        }
        let verb = closure.parameters == nil ? "uses" : "names"
        throw Problem(place, "the closure of '\(owner)' is given \(given), but \(verb) \(count)")
    }

    private mutating func declare(_ closure: Closure, _ types: [ValueType]) throws(Problem) {
        for (index, type) in types.enumerated() {
            var type = type
            let parameter = closure.parameters?[index]
            if let written = parameter?.type {
                let declared = try TypeReader.type(written)
                guard let merged = type.merged(with: declared) else {
                    throw Problem(written.span, "this is given \(type), not \(declared)")
                }
                type = merged
            }
            if let name = parameter?.name, name != "_", names[scope...].contains(where: { $0.text == name }) {
                throw Problem(parameter?.span ?? closure.span, "'\(name)' is declared already")
            }
            names.append(Name(text: parameter.flatMap { $0.name == "_" ? nil : $0.name }, value: Typed(.void, type)))
        }
    }

    // MARK: Body

    private mutating func body(of closure: Closure) throws(Problem) -> [Step] {
        if let written = closure.result { try declareResult(written) }
        if closure.body.count == 1, case .expression(let value) = closure.body[0] { return [try single(value)] }
        let steps = try statements(closure.body)
        let end = Span(closure.span.end - 1, closure.span.end)
        guard !always(closure.body) else { return steps }
        guard !frame.hasResult, frame.bindings.match(frame.result, .void) else {
            let wanted = frame.bindings.close(frame.result)
            throw Problem(end, "the closure of '\(frame.owner)' must return \(wanted) on every way through it")
        }
        return steps
    }

    private var frame: Frame {
        get { frames[frames.count - 1] }
        set { frames[frames.count - 1] = newValue }
    }

    private mutating func declareResult(_ written: TypeName) throws(Problem) {
        let declared = try TypeReader.type(written)
        guard frame.bindings.match(frame.result, declared) else {
            let wanted = frame.bindings.close(frame.result)
            throw Problem(written.span, "closure of '\(frame.owner)' must return \(wanted), not \(declared)")
        }
    }

    /// A closure of a single value returns it, where something is to be returned.
    private mutating func single(_ value: Expression) throws(Problem) -> Step {
        guard frame.result != .void else { return .expression(try check(value).term) }
        return .result(try returned(value))
    }

    private mutating func returned(_ expression: Expression) throws(Problem) -> Term {
        var frame = frame
        let (owner, result, known) = (frame.owner, frame.result, frame.bindings)
        let value = try check(expression, known.resolve(result))
        if frame.hasResult {
            let wanted = known.close(result)
            if wanted.isPublisher, join(wanted, value.type) == nil { throw different(wanted, value.type, expression.span) }
        }
        let fitted = try fit(value, result, &frame.bindings, expression.span) {
            "closure of '\(owner)' must return \(known.close(result)), but returns \($0)"
        }
        frame.hasResult = true
        frame.isEndless = frame.isEndless || value.isEndless
        if let origin = value.origin {
            if let other = frame.origin { links.append(other) }
            frame.origin = origin
        }
        self.frame = frame
        return fitted.term
    }

    private mutating func statements(_ statements: [Statement]) throws(Problem) -> [Step] {
        var steps: [Step] = []
        for statement in statements { steps.append(try self.statement(statement)) }
        return steps
    }

    private mutating func statement(_ statement: Statement) throws(Problem) -> Step {
        switch statement {
        case .constant: return try constant(statement)
        case .expression(let value): return .expression(try check(value).term)
        case .failure(let error, let span): return .failure(try thrown(error, span))
        case .result(let value?, let span): return try result(value, span)
        case .result(nil, let span): return try emptyResult(span)
        case .condition(let condition, let body, let other, _):
            let test = try check(condition, .bool)
            guard test.type.merged(with: .bool) != nil else {
                throw Problem(condition.span, "the condition of 'if' must be Bool, but is \(test.type)")
            }
            return .condition(test.term, try block(body), else: try block(other ?? []))
        }
    }

    private mutating func result(_ value: Expression, _ span: Span) throws(Problem) -> Step {
        guard frame.result != .void else { throw Problem(span, "the closure of '\(frame.owner)' returns nothing") }
        return .result(try returned(value))
    }

    private mutating func emptyResult(_ span: Span) throws(Problem) -> Step {
        guard !frame.hasResult, frame.bindings.match(frame.result, .void) else {
            throw Problem(span, "the closure of '\(frame.owner)' must return \(frame.bindings.close(frame.result))")
        }
        return .result(.void)
    }

    private mutating func thrown(_ error: Expression, _ span: Span) throws(Problem) -> Term {
        let owner = frame.owner
        guard frame.canThrow else {
            let name = "try" + owner.prefix(1).uppercased() + owner.dropFirst()
            let hint = OperatorTable.overloads[name] == nil ? "" : "; use '\(name)'"
            throw Problem(span, "the closure of '\(owner)' cannot throw\(hint)")
        }
        let value = try check(error, .flowError)
        guard value.type.isError else {
            throw Problem(error.span, "only an error can be thrown, as FlowError(\"…\"), not \(value.type)")
        }
        return value.term
    }

    private mutating func block(_ body: [Statement]) throws(Problem) -> [Step] {
        let (known, outer) = (names.count, scope)
        scope = known
        let steps = try statements(body)
        names.removeLast(names.count - known)
        scope = outer
        return steps
    }

    /// Whether every way through statements returns or throws.
    private func always(_ statements: [Statement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .result, .failure: true
            case .condition(_, let body, let other?, _): always(body) && always(other)
            case .constant, .expression, .condition: false
            }
        }
    }
}
