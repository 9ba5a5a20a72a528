import FlowCore

/// Evaluates the terms and steps of a program or of a closure.
struct Evaluator {
    let run: ChainRun
    /// The values of the names, in order of declaration.
    private(set) var locals: [Value] = []

    init(run: ChainRun, locals: [Value] = []) {
        self.run = run
        self.locals = locals
    }

    // MARK: Steps

    /// Runs steps until one returns a value, then removes the names that they declared.
    ///
    /// - Returns: The returned value; `nil` if there is none.
    private mutating func result(of steps: [Step]) throws(Stop) -> Value? {
        let known = locals.count
        defer { locals.removeLast(locals.count - known) }
        for step in steps {
            if let result = try perform(step) { return result }
        }
        return nil
    }

    /// - Returns: The value that the step returns from its closure; `nil` if it does not return.
    @discardableResult
    mutating func perform(_ step: Step) throws(Stop) -> Value? {
        switch step {
        case .constant(let term): locals.append(try evaluate(term))
        case .expression(let term): _ = try evaluate(term)
        case .kept(let term): if case .cancellable(let subscription) = try evaluate(term) { run.retain(subscription) }
        case .result(let term): return try evaluate(term)
        case .failure(let term): throw .thrown(run.error(try evaluate(term)))
        case .condition(let test, let body, let other): return try result(of: try evaluate(test).isTrue ? body : other)
        case .wait: break
        }
        return nil
    }

    /// The time at which a wait ends.
    func end(of value: Value, at span: Span) throws(Stop) -> VirtualTime {
        guard case .duration(let length) = value, length.nanoseconds >= 0 else {
            throw .fault(Problem(span, "time cannot go back by \(value)"))
        }
        return run.scheduler.now.advanced(by: length)
    }

    // MARK: Values

    func evaluate(_ term: Term) throws(Stop) -> Value {
        switch term {
        case .void: return .void
        case .bool(let truth): return .bool(truth)
        case .int(let number): return .int(number)
        case .double(let number): return .double(number)
        case .string(let text): return .string(text, nil)
        case .null: return .null
        case .omitted: return .omitted
        case .type: return .symbol(.type)
        case .local(let index): return locals[index]
        case .some(let wrapped): return .some(try evaluate(wrapped))
        case .tuple(let elements, let span): return try run.tuple(try evaluate(elements), at: span)
        case .array(let elements, let span): return try run.list(try evaluate(elements), at: span)
        case .text(let parts, let span): return try text(parts, span)
        case .element(let tuple, let index): return element(index, of: try evaluate(tuple))
        case .item(let array, let index, let span): return try item(try evaluate(array), try evaluate(index), span)
        case .prefix(let prefix, let value, let span): return try Arithmetic.apply(prefix, try evaluate(value), at: span)
        case .infix(let infix, let left, let right, let span): return try apply(infix, left, right, span)
        case .choice(let condition, let first, let second): return try evaluate(try evaluate(condition).isTrue ? first : second)
        case .lambda(let lambda): return .function(function(lambda))
        case .function(let infix, let span): return .function(function(infix, span))
        case .call(let overload, let arguments, let site): return try call(overload, arguments, site)
        }
    }

    private func evaluate(_ terms: [Term]) throws(Stop) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(terms.count)
        for term in terms { values.append(try evaluate(term)) }
        return values
    }

    private func call(_ overload: Overload, _ parts: [TermPart], _ site: CallSite) throws(Stop) -> Value {
        var values: [Value] = []
        values.reserveCapacity(parts.count)
        for part in parts { values.append(try evaluate(part.value.term)) }
        return try overload.build(try OperatorCall(run: run, overload: overload, arguments: values, parts: parts, site: site))
    }

    private func text(_ parts: [Term], _ span: Span) throws(Stop) -> Value {
        var text = ""
        for part in parts { text += try evaluate(part).description }
        return try run.text(text, at: span)
    }

    private func element(_ index: Int, of value: Value) -> Value {
        guard case .tuple(let elements, _) = value, elements.indices.contains(index) else { return .void }
        return elements[index]
    }

    private func item(_ value: Value, _ index: Value, _ span: Span) throws(Stop) -> Value {
        guard case .array(let elements, _) = value, case .int(let position) = index else { return .void }
        guard elements.indices.contains(position) else {
            let count = elements.count == 1 ? "1 element" : "\(elements.count) elements"
            throw .fault(Problem(span, "index out of range: [\(position)] of \(count)"))
        }
        return elements[position]
    }

    private func apply(_ infix: Infix, _ left: Term, _ right: Term, _ span: Span) throws(Stop) -> Value {
        let value = try evaluate(left)
        switch infix {
        case .and: return value.isTrue ? try evaluate(right) : .bool(false)
        case .or: return value.isTrue ? .bool(true) : try evaluate(right)
        case .coalesce:
            if case .null = value { return try evaluate(right) }
            return value.wrapped ?? .null
        default: return try Arithmetic.apply(infix, value, try evaluate(right), in: run, at: span)
        }
    }

    // MARK: Closures

    private func function(_ lambda: Lambda) -> Function {
        let run = run
        var captured = locals
        // A closure captures only the values that it reads, as in Swift: a subscription without another owner ends.
        for index in lambda.unread { captured[index] = .void }
        return Function { [captured] arguments throws(Stop) in
            var known = captured
            if lambda.destructuresTuple, case .tuple(let elements, _)? = arguments.first {
                known += elements
            } else {
                known += arguments
            }
            var evaluator = Evaluator(run: run, locals: known)
            return try evaluator.result(of: lambda.body) ?? .void
        }
    }

    private func function(_ infix: Infix, _ span: Span) -> Function {
        let run = run
        return Function { arguments throws(Stop) in
            try Arithmetic.apply(infix, arguments[0], arguments[1], in: run, at: span)
        }
    }
}
