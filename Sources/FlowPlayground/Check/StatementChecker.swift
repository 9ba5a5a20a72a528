/// Checks constants, and the statements of a closure.
struct StatementChecker {
    let state: CheckState

    /// Checks `let name = value`, and declares the name.
    func constant(_ statement: Statement) throws(Problem) -> Step {
        guard case .constant(let name, let span, let type, let expression) = statement else {
            preconditionFailure("not a constant: \(statement)")
        }
        guard name == "_" || !state.declares(name) else { throw Problem(span, "'\(name)' is declared already") }
        let value = try declared(name, type, expression)
        state.names.append(Name(text: name == "_" ? nil : name, value: value))
        return .constant(value.term)
    }

    /// The value of a new name, as one of its type.
    private func declared(_ name: String, _ type: TypeName?, _ expression: Expression) throws(Problem) -> Typed {
        var value: Typed
        if let type {
            let wanted = try state.type(type)
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

    /// Checks `var name = value`, and declares the name.
    private func variable(_ name: String, _ span: Span, _ type: TypeName?, _ expression: Expression?) throws(Problem) -> Step {
        guard !state.declares(name) else { throw Problem(span, "'\(name)' is declared already") }
        var value = Typed(.null, .unknown)
        if let expression {
            value = try declared(name, type, expression)
        } else if let type {
            let wanted = try state.type(type)
            guard wanted.isOptional else { throw Problem(span, "'\(name)' needs a value") }
            value = Typed(.null, wanted)
        }
        state.names.append(Name(text: name, value: value, kind: .variable))
        return .variable(value.term)
    }

    /// Checks `let (a, b) = value`.
    private func parts(_ names: [String], _ span: Span, _ expression: Expression) throws(Problem) -> Step {
        let value = try check(expression)
        guard case .tuple(let types) = value.type, types.count == names.count else {
            throw Problem(expression.span, "this is \(value.type), not a tuple of \(names.count)")
        }
        for (name, type) in zip(names, types) {
            guard name == "_" || !state.declares(name) else { throw Problem(span, "'\(name)' is declared already") }
            state.names.append(Name(text: name == "_" ? nil : name, value: Typed(.void, type)))
        }
        return .parts(value.term, names.count)
    }

    /// Checks `place = value`.
    private func assignment(_ target: Expression, _ infix: Infix?, _ expression: Expression, _ span: Span) throws(Problem) -> Step
    {
        if case .name("_", _, _) = target, infix == nil { return .expression(try check(expression).term) }
        let (place, type) = try PlaceChecker(state: state).place(target)
        let value = try check(expression, type)
        if let infix {
            guard value.type.merged(with: type) != nil, OperatorRules.arithmetic(infix, type, value.type) != nil else {
                throw .mismatch(infix, type, value.type, span)
            }
            return .assign(place, infix, value.term, span)
        }
        var bindings = Bindings()
        let fitted = try value.fitted(to: type, &bindings, expression.span) { "this is \($0), but \(type) is wanted here" }
        return .assign(place, nil, fitted.term, span)
    }

    private func check(_ expression: Expression, _ wanted: ValueType? = nil) throws(Problem) -> Typed {
        try ValueChecker(state: state).check(expression, wanted)
    }

    // MARK: Closures

    /// Checks the statements of the innermost closure.
    func body(of closure: Closure) throws(Problem) -> [Step] {
        if let written = closure.result { try declareResult(written) }
        return try body(closure.body, end: Span(closure.span.end - 1, closure.span.end))
    }

    /// Checks the statements of the innermost closure or function.
    func body(_ body: [Statement], end: Span) throws(Problem) -> [Step] {
        let (loops, switches, isTrying) = (state.loops, state.switches, state.isTrying)
        (state.loops, state.switches, state.isTrying) = (0, 0, false)
        defer { (state.loops, state.switches, state.isTrying) = (loops, switches, isTrying) }
        if body.count == 1, case .expression(let value) = body[0] { return [try single(value)] }
        // What a body declares may have the name of a parameter.
        let steps = try state.inBlock { () throws(Problem) in try statements(body) }
        guard !StatementChecker.alwaysExits(body) else { return steps }
        guard !state.frame.hasResult, state.frame.bindings.match(state.frame.result, .void) else {
            let wanted = state.frame.bindings.close(state.frame.result)
            throw Problem(end, "the closure of '\(state.frame.owner)' must return \(wanted) on every path through it")
        }
        return steps
    }

    private func declareResult(_ written: TypeName) throws(Problem) {
        let declared = try state.type(written)
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
            if let other = frame.origin { state.links.append(other) }
            frame.origin = origin
        }
        state.frame = frame
        return fitted.term
    }

    private func statements(_ statements: [Statement]) throws(Problem) -> [Step] {
        var steps: [Step] = []
        steps.reserveCapacity(statements.count)
        for statement in statements { steps.append(try self.statement(statement)) }
        return steps
    }

    func statement(_ statement: Statement) throws(Problem) -> Step {
        switch statement {
        case .constant: return try constant(statement)
        case .variable(let name, let span, let type, let value): return try variable(name, span, type, value)
        case .parts(let names, let span, let value): return try parts(names, span, value)
        case .assignment(let place, let infix, let value, let span): return try assignment(place, infix, value, span)
        case .expression(let value): return .expression(try check(value).term)
        case .failure(let error, let span): return .failure(try thrown(error, span))
        case .result(let value?, let span): return try result(value, span)
        case .result(nil, let span): return try emptyResult(span)
        case .condition(let conditions, let body, let other, _):
            let (checks, steps) = try state.inBlock { () throws(Problem) -> ([Step.Check], [Step]) in
                let checks = try self.conditions(conditions)
                return (checks, try block(body))
            }
            return .condition(checks, steps, else: try block(other ?? []))
        case .guarded(let conditions, let body, let span):
            guard StatementChecker.alwaysExits(body) else {
                throw Problem(span, "the 'else' of 'guard' must leave: with 'return' or 'throw'")
            }
            let exit = try block(body)
            return .guarded(try self.conditions(conditions), else: exit)
        case .selection(let value, let cases, let span): return try selection(value, cases, span)
        case .loop(let pattern, let sequence, let test, let body, let span): return try loop(pattern, sequence, test, body, span)
        case .repetition(let conditions, let body, let span):
            let (checks, steps) = try inLoop { () throws(Problem) -> ([Step.Check], [Step]) in
                let checks = try self.conditions(conditions)
                return (checks, try statements(body))
            }
            return .repetition(checks, steps, span)
        case .leave(let goesOn, let span):
            guard state.loops > (goesOn ? state.switches : 0) else {
                throw Problem(span, goesOn ? "'continue' belongs in a loop" : "'break' belongs in a loop or a 'switch'")
            }
            return .leave(goesOn: goesOn)
        case .function(let function): return try DeclarationChecker(state: state).function(function)
        case .type(let type): return try DeclarationChecker(state: state).type(type)
        case .imported(let name, let span): return try imported(name, span)
        }
    }

    private func imported(_ name: String, _ span: Span) throws(Problem) -> Step {
        let known = ["Combine", "OpenCombine", "OpenCombineShim", "Foundation", "Dispatch", "FlowCombine", "FlowCore", "Swift"]
        guard known.contains(name) else { throw Problem(span, Keyword.beyond("the module '\(name)'")) }
        return .expression(.void)
    }

    // MARK: Conditions

    /// Checks conditions; what they name is known behind them.
    private func conditions(_ conditions: [Condition]) throws(Problem) -> [Step.Check] {
        var checks: [Step.Check] = []
        for condition in conditions { checks.append(try check(condition)) }
        return checks
    }

    private func check(_ condition: Condition) throws(Problem) -> Step.Check {
        switch condition {
        case .test(let value):
            let test = try check(value, .bool)
            guard test.type.merged(with: .bool) != nil else {
                throw Problem(value.span, "a condition must be Bool, but this is \(test.type)")
            }
            return .test(test.term)
        case .binding(let name, let span, let value):
            let expression = value ?? .name(name, [], span)
            let optional = try check(expression)
            guard optional.type.isOptional || optional.type == .unknown else {
                throw Problem(expression.span, "'let' in a condition needs an optional, but this is \(optional.type)")
            }
            var inner = optional
            inner.type = optional.type.unwrapped
            state.names.append(Name(text: name == "_" ? nil : name, value: inner))
            return .match(.some(.name), optional.term)
        case .match(let pattern, let expression):
            let value = try check(expression)
            return .match(try PatternChecker(state: state).match(pattern, value.type), value.term)
        }
    }

    // MARK: Loops and switches

    private func inLoop<Result>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
        state.loops += 1
        let result = try state.inBlock(body)
        state.loops -= 1
        return result
    }

    private func loop(
        _ pattern: Pattern, _ sequence: Expression, _ test: Expression?, _ body: [Statement], _ span: Span
    ) throws(Problem) -> Step {
        let values = try check(sequence)
        guard let element = values.type.element else {
            throw Problem(sequence.span, "'for' needs an array or a range, but this is \(values.type)")
        }
        return try inLoop { () throws(Problem) -> Step in
            let match = try PatternChecker(state: state).match(pattern, element, isBinding: true)
            var condition: Term?
            if let test { condition = try check(test, .bool).term }
            return .loop(match, values.term, test: condition, try statements(body), span)
        }
    }

    private func selection(_ expression: Expression, _ cases: [SwitchCase], _ span: Span) throws(Problem) -> Step {
        let value = try check(expression)
        var steps: [(matches: [Match], test: Term?, body: [Step])] = []
        for part in cases {
            steps.append(
                try state.inBlock { () throws(Problem) in
                    var matches: [Match] = []
                    for pattern in part.patterns {
                        let known = state.names.count
                        matches.append(try PatternChecker(state: state).match(pattern, value.type))
                        guard part.patterns.count == 1 || state.names.count == known else {
                            throw Problem(pattern.span, "a case with several patterns cannot name values here")
                        }
                    }
                    var test: Term?
                    if let condition = part.condition { test = try check(condition, .bool).term }
                    state.loops += 1
                    state.switches += 1
                    let body = try statements(part.body)
                    state.loops -= 1
                    state.switches -= 1
                    return (matches, test, body)
                })
        }
        guard PatternChecker(state: state).areAll(cases, value.type) else {
            throw Problem(span, "this 'switch' does not name every case; add 'default:'")
        }
        return .selection(value.term, steps)
    }

    private func result(_ value: Expression, _ span: Span) throws(Problem) -> Step {
        guard !state.frames.isEmpty else { throw Problem(span, "'return' can only be used in a closure or a function") }
        guard state.frame.result != .void else {
            throw Problem(span, "the closure of '\(state.frame.owner)' returns nothing")
        }
        return .result(try returned(value))
    }

    private func emptyResult(_ span: Span) throws(Problem) -> Step {
        guard !state.frames.isEmpty else { throw Problem(span, "'return' can only be used in a closure or a function") }
        let frame = state.frame
        guard !frame.hasResult, state.frame.bindings.match(frame.result, .void) else {
            throw Problem(span, "the closure of '\(frame.owner)' must return \(state.frame.bindings.close(frame.result))")
        }
        return .result(.void)
    }

    private func thrown(_ error: Expression, _ span: Span) throws(Problem) -> Term {
        guard let owner = state.frames.last?.owner else {
            throw Problem(span, "'throw' can only be used in a closure or a function")
        }
        guard state.frame.canThrow else {
            let name = "try" + owner.prefix(1).uppercased() + owner.dropFirst()
            let hint = OperatorTable.overloads[name] == nil ? "" : "; use '\(name)'"
            throw Problem(span, "the closure of '\(owner)' cannot throw\(hint)")
        }
        let value = try check(error, .flowError)
        if case .declared = value.type, !value.type.isError { throw Problem(error.span, "\(value.type) is no Error") }
        guard value.type.isError else {
            throw Problem(error.span, "only an error can be thrown, such as FlowError(\"…\"), not \(value.type)")
        }
        return value.term
    }

    private func block(_ body: [Statement]) throws(Problem) -> [Step] {
        try state.inBlock { () throws(Problem) in try statements(body) }
    }

    /// Whether every path through statements leaves them.
    static func alwaysExits(_ statements: [Statement]) -> Bool {
        statements.contains { statement in
            switch statement {
            case .result, .failure, .leave: true
            case .condition(_, let body, let other?, _): alwaysExits(body) && alwaysExits(other)
            case .selection(_, let cases, _):
                cases.allSatisfy {
                    alwaysExits($0.body) && !$0.body.contains { if case .leave(false, _) = $0 { true } else { false } }
                }
            default: false
            }
        }
    }
}

extension ValueType {
    /// What `for` takes from it, `nil` if it is no sequence.
    var element: ValueType? {
        switch self {
        case .unknown: .unknown
        case .array(let element): element
        case .generic(.set, let types): types[0]
        case .generic(.dictionary, let types): .tuple(types)
        case .plain(.closedRange), .plain(.range): .int
        case .string: .plain(.character)
        default: nil
        }
    }
}
