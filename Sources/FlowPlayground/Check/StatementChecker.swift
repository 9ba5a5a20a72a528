/// Checks constants, and the statements of a closure.
struct StatementChecker {
    let state: CheckState

    func statement(_ statement: Statement) throws(Problem) -> Step {
        switch statement {
        case .constant(let name, let span, let type, let value, let isVariable):
            return try constant(name, span, type, value, isVariable: isVariable)
        case .assignment(let place, let value, let span): return .expression(try assignment(place, value, span).term)
        case .expression(let value): return .expression(try check(value).term)
        case .failure(let error, let span): return .failure(try thrown(error, span))
        case .result(let value?, let span): return try result(value, span)
        case .result(nil, let span): return try emptyResult(span)
        case .condition(let test, let body, let other, _):
            return .condition(try condition(test), try block(body), else: try block(other ?? []))
        case .imported(let name, let span): return try imported(name, span)
        }
    }

    private func check(_ expression: Expression, _ wanted: ValueType? = nil) throws(Problem) -> Typed {
        try ValueChecker(state: state).check(expression, wanted)
    }

    private func block(_ body: [Statement]) throws(Problem) -> [Step] {
        try state.inBlock { () throws(Problem) in try statements(body) }
    }

    private func statements(_ statements: [Statement]) throws(Problem) -> [Step] {
        var steps: [Step] = []
        steps.reserveCapacity(statements.count)
        for statement in statements { steps.append(try self.statement(statement)) }
        return steps
    }

    private func condition(_ expression: Expression) throws(Problem) -> Term {
        let test = try check(expression, .bool)
        guard test.type.merged(with: .bool) != nil else {
            throw Problem(expression.span, "a condition must be Bool, but this is \(test.type)")
        }
        return test.term
    }

    private func imported(_ name: String, _ span: Span) throws(Problem) -> Step {
        let known = ["Combine", "OpenCombine", "OpenCombineShim", "Foundation", "Dispatch", "FlowCombine", "FlowCore", "Swift"]
        guard known.contains(name) else { throw Problem(span, Keyword.unsupported("the module '\(name)'")) }
        return .expression(.void)
    }

    // MARK: Constants

    /// Checks `let name = value`, and declares the name.
    private func constant(
        _ name: String, _ span: Span, _ type: TypeName?, _ expression: Expression, isVariable: Bool
    ) throws(Problem) -> Step {
        guard !state.declares(name) else { throw Problem(span, "'\(name)' is declared already") }
        let value = try declared(name, type, expression)
        guard name != "_" else { return .expression(value.term) }
        state.names.append(Name(text: name, value: value, isVariable: isVariable))
        return .constant(value.term)
    }

    /// The value of a new name, converted to the declared type.
    private func declared(_ name: String, _ type: TypeName?, _ expression: Expression) throws(Problem) -> Typed {
        var value: Typed
        if let type {
            let wanted = try TypeReader.type(type)
            value = try check(expression, wanted)
            var bindings = Bindings()
            value = try value.fitted(to: wanted, &bindings, expression.span) {
                "'\(name)' is declared as \(wanted), but this is \($0)"
            }
            value.type = value.type.merged(with: wanted) ?? wanted
        } else {
            value = try check(expression)
        }
        guard value.type != .optional(.unknown) else {
            throw Problem(expression.span, "cannot tell the type of nil; write let \(name): Int? = nil")
        }
        return value
    }

    /// Checks `_ = value`, and `subject.value = value`, which sends the value.
    private func assignment(_ place: Expression, _ value: Expression, _ span: Span) throws(Problem) -> Typed {
        if case .name("_", _, _) = place { return try check(value) }
        guard case .member(let subject, "value", let name) = place else { throw Problem(span, Keyword.unsupported("assignment")) }
        let type = try state.rehearse { () throws(Problem) in try check(subject).type }
        guard case .publisher(_, _, .currentValue) = type else { throw Problem(span, Keyword.unsupported("assignment")) }
        let argument = CallArgument(label: nil, labelSpan: value.span, value: value, isTrailing: false)
        return try check(
            .call(Call(callee: .member(subject, "send", name), arguments: [argument], parentheses: nil, span: place.span)))
    }

    // MARK: Closures

    /// Checks the statements of the innermost closure.
    func body(of closure: Closure) throws(Problem) -> [Step] {
        if let written = closure.result { try declareResult(written) }
        if closure.body.count == 1, case .expression(let value) = closure.body[0] { return [try single(value)] }
        // A declaration in a body may shadow a parameter.
        let steps = try block(closure.body)
        guard !StatementChecker.alwaysExits(closure.body) else { return steps }
        guard !state.frame.hasResult, state.frame.bindings.match(state.frame.result, .void) else {
            let wanted = state.frame.bindings.close(state.frame.result)
            throw Problem(
                Span(closure.span.end - 1, closure.span.end),
                "the closure of '\(state.frame.owner)' must return \(wanted) on every path through it")
        }
        return steps
    }

    private func declareResult(_ written: TypeName) throws(Problem) {
        let declared = try TypeReader.type(written)
        guard state.frame.bindings.match(state.frame.result, declared) else {
            let wanted = state.frame.bindings.close(state.frame.result)
            throw Problem(written.span, "closure of '\(state.frame.owner)' must return \(wanted), not \(declared)")
        }
    }

    /// Checks a closure of a single expression, which returns its value if one is required.
    private func single(_ value: Expression) throws(Problem) -> Step {
        guard state.frame.result != .void else { return .expression(try check(value).term) }
        return .result(try returned(value))
    }

    private func returned(_ expression: Expression) throws(Problem) -> Term {
        let value = try check(expression, state.frame.bindings.resolve(state.frame.result))
        var frame = state.frame
        let (owner, result, known) = (frame.owner, frame.result, frame.bindings)
        if let other = frame.returned, other.isPublisher, other.joined(with: value.type) == nil {
            throw .different(other, value.type, expression.span)
        }
        let fitted = try value.fitted(to: result, &frame.bindings, expression.span) {
            "closure of '\(owner)' must return \(known.close(result)), but returns \($0)"
        }
        frame.hasResult = true
        frame.returned = value.type
        frame.isEndless = frame.isEndless || value.isEndless
        if let origin = value.origin {
            if let other = frame.origin { state.passedOnStages.append(other) }
            frame.origin = origin
        }
        state.frame = frame
        return fitted.term
    }

    private func result(_ value: Expression, _ span: Span) throws(Problem) -> Step {
        guard !state.frames.isEmpty else { throw Problem(span, "'return' can only be used in a closure") }
        guard state.frame.result != .void else {
            throw Problem(span, "the closure of '\(state.frame.owner)' returns nothing")
        }
        return .result(try returned(value))
    }

    private func emptyResult(_ span: Span) throws(Problem) -> Step {
        guard !state.frames.isEmpty else { throw Problem(span, "'return' can only be used in a closure") }
        let frame = state.frame
        guard !frame.hasResult, state.frame.bindings.match(frame.result, .void) else {
            throw Problem(span, "the closure of '\(frame.owner)' must return \(state.frame.bindings.close(frame.result))")
        }
        return .result(.void)
    }

    private func thrown(_ error: Expression, _ span: Span) throws(Problem) -> Term {
        guard let owner = state.frames.last?.owner else { throw Problem(span, "'throw' can only be used in a closure") }
        guard state.frame.canThrow else {
            let name = "try" + owner.prefix(1).uppercased() + owner.dropFirst()
            let hint = OperatorTable.overloads[name] == nil ? "" : "; use '\(name)'"
            throw Problem(span, "the closure of '\(owner)' cannot throw\(hint)")
        }
        let value = try check(error, .flowError)
        guard value.type.isError else {
            throw Problem(error.span, "only an error can be thrown, such as FlowError(\"…\"), not \(value.type)")
        }
        return value.term
    }

    /// Whether every path through the statements exits.
    private static func alwaysExits(_ statements: [Statement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .result, .failure: true
            case .condition(_, let body, let other?, _): alwaysExits(body) && alwaysExits(other)
            default: false
            }
        }
    }
}
