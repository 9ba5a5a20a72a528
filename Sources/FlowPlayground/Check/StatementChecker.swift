/// Checks constants, and the statements of a closure.
struct StatementChecker {
    let state: CheckState

    /// Checks `let name = value`, and declares the name.
    func constant(_ statement: Statement) throws(Problem) -> Step {
        guard case .constant(let name, let span, let type, let expression) = statement else {
            preconditionFailure("not a constant: \(statement)")
        }
        guard name == "_" || !state.declares(name) else { throw Problem(span, "'\(name)' is declared already") }
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
        state.names.append(Name(text: name == "_" ? nil : name, value: value))
        return .constant(value.term)
    }

    private func check(_ expression: Expression, _ wanted: ValueType? = nil) throws(Problem) -> Typed {
        try ValueChecker(state: state).check(expression, wanted)
    }

    // MARK: Closures

    /// Checks the statements of the innermost closure.
    func body(of closure: Closure) throws(Problem) -> [Step] {
        if let written = closure.result { try declareResult(written) }
        if closure.body.count == 1, case .expression(let value) = closure.body[0] { return [try single(value)] }
        let steps = try statements(closure.body)
        let end = Span(closure.span.end - 1, closure.span.end)
        guard !StatementChecker.alwaysExits(closure.body) else { return steps }
        guard !state.frame.hasResult, state.frame.bindings.match(state.frame.result, .void) else {
            let wanted = state.frame.bindings.close(state.frame.result)
            throw Problem(end, "the closure of '\(state.frame.owner)' must return \(wanted) on every path through it")
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

    /// A closure of a single value returns it, if something has to be returned.
    private func single(_ value: Expression) throws(Problem) -> Step {
        guard state.frame.result != .void else { return .expression(try check(value).term) }
        return .result(try returned(value))
    }

    private func returned(_ expression: Expression) throws(Problem) -> Term {
        let value = try check(expression, state.frame.bindings.resolve(state.frame.result))
        var frame = state.frame
        let (owner, result, known) = (frame.owner, frame.result, frame.bindings)
        if frame.hasResult {
            let wanted = known.close(result)
            if wanted.isPublisher, wanted.joined(with: value.type) == nil {
                throw .different(wanted, value.type, expression.span)
            }
        }
        let fitted = try value.fitted(to: result, &frame.bindings, expression.span) {
            "closure of '\(owner)' must return \(known.close(result)), but returns \($0)"
        }
        frame.hasResult = true
        frame.isEndless = frame.isEndless || value.isEndless
        if let origin = value.origin {
            if let other = frame.origin { state.links.append(other) }
            frame.origin = origin
        }
        state.frame = frame
        return fitted.term
    }

    private func statements(_ statements: [Statement]) throws(Problem) -> [Step] {
        var steps: [Step] = []
        for statement in statements { steps.append(try self.statement(statement)) }
        return steps
    }

    private func statement(_ statement: Statement) throws(Problem) -> Step {
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

    private func result(_ value: Expression, _ span: Span) throws(Problem) -> Step {
        guard state.frame.result != .void else {
            throw Problem(span, "the closure of '\(state.frame.owner)' returns nothing")
        }
        return .result(try returned(value))
    }

    private func emptyResult(_ span: Span) throws(Problem) -> Step {
        let frame = state.frame
        guard !frame.hasResult, state.frame.bindings.match(frame.result, .void) else {
            throw Problem(span, "the closure of '\(frame.owner)' must return \(state.frame.bindings.close(frame.result))")
        }
        return .result(.void)
    }

    private func thrown(_ error: Expression, _ span: Span) throws(Problem) -> Term {
        let owner = state.frame.owner
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

    private func block(_ body: [Statement]) throws(Problem) -> [Step] {
        try state.inBlock { () throws(Problem) in try statements(body) }
    }

    /// Whether every path through statements returns or throws.
    private static func alwaysExits(_ statements: [Statement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .result, .failure: true
            case .condition(_, let body, let other?, _): alwaysExits(body) && alwaysExits(other)
            case .constant, .expression, .condition: false
            }
        }
    }
}
