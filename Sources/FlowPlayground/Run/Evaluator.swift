import FlowCore

/// Evaluates the terms and steps of a program or of a closure.
struct Evaluator {
    let run: ChainRun
    /// The values of the names, in the order of their declaration.
    var locals: [Value] = []

    init(run: ChainRun, locals: [Value] = []) {
        self.run = run
        self.locals = locals
    }

    /// How statements end.
    enum Exit {
        case result(Value)
        case leave(goesOn: Bool)
    }

    /// Runs the statements of a closure or a function.
    mutating func result(of steps: [Step]) throws(Stop) -> Value {
        if case .result(let value)? = try run(steps) { value } else { .void }
    }

    /// Runs one statement of the chain itself. A subscription that has no name is kept by the run.
    mutating func runOne(_ step: Step) throws(Stop) {
        if case .expression(let term) = step, case .call = term {
            if case .cancellable(let cancellable) = try evaluate(term) { run.retain(cancellable) }
        } else {
            _ = try perform(step)
        }
    }

    /// Runs steps until one leaves them; what they name ends with them.
    mutating func run(_ steps: [Step]) throws(Stop) -> Exit? {
        let known = locals.count
        defer { locals.removeLast(locals.count - known) }
        return try runAll(steps)
    }

    mutating func runAll(_ steps: [Step]) throws(Stop) -> Exit? {
        for step in steps {
            if let exit = try perform(step) { return exit }
        }
        return nil
    }

    mutating func perform(_ step: Step) throws(Stop) -> Exit? {
        switch step {
        case .constant(let term): locals.append(try evaluate(term))
        case .variable(let term): locals.append(.cell(Cell(try evaluate(term))))
        case .parts(let term, let count):
            guard case .tuple(let elements, _) = try evaluate(term), elements.count == count else { break }
            locals += elements
        case .expression(let term): _ = try evaluate(term)
        case .result(let term): return .result(try evaluate(term))
        case .failure(let term): throw .thrown(run.error(try evaluate(term)))
        case .assign(let place, let infix, let term, let span): try assign(place, infix, term, span)
        case .condition(let checks, let body, let other):
            let known = locals.count
            defer { locals.removeLast(locals.count - known) }
            if try holds(checks) { return try runAll(body) }
            locals.removeLast(locals.count - known)
            return try run(other)
        case .guarded(let checks, let other):
            let known = locals.count
            guard try !holds(checks) else { break }
            locals.removeLast(locals.count - known)
            return try run(other)
        case .loop(let match, let sequence, let test, let body, let span): return try loop(match, sequence, test, body, span)
        case .repetition(let checks, let body, let span): return try repetition(checks, body, span)
        case .selection(let term, let cases): return try selection(term, cases)
        case .leave(let goesOn): return .leave(goesOn: goesOn)
        case .function(let lambda): locals.append(.function(named(lambda)))
        case .type(let shape, let statics):
            let type = RuntimeType(shape, names: locals, run: run)
            locals.append(.type(type))
            for term in statics { type.statics.append(try evaluate(term)) }
        case .wait: break
        }
        return nil
    }

    /// When a wait is over: after a time, or at a moment.
    func end(of value: Value, at span: Span) throws(Stop) -> VirtualTime {
        switch value {
        case .duration(let length) where length.nanoseconds >= 0: return run.scheduler.now.advanced(by: length)
        case .moment(let moment): return max(moment, run.scheduler.now)
        default: throw .fault(Problem(span, "time cannot go back by \(value)"))
        }
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
        case .type: return .word(.type)
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
        case .variable(let index):
            if case .cell(let cell) = locals[index] { return cell.value }
            return locals[index]
        case .weak(let index):
            guard case .weak(let reference) = locals[index] else { return locals[index] }
            return .optional(reference.object.map(Value.object))
        case .dictionary, .lookup, .chain, .unwrap, .force, .caught, .cast: return try partial(term)
        case .field, .make, .shared, .invoke, .method, .change: return try declared(term)
        }
    }

    func evaluate(_ terms: [Term]) throws(Stop) -> [Value] {
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
            throw .fault(Evaluator.outOfRange(position, elements.count, span))
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
        var locals = locals
        for (index, isWeak) in lambda.captures {
            locals.append(isWeak ? Evaluator.weak(locals[index]) : Evaluator.present(locals[index]))
        }
        return Function { [locals] arguments throws(Stop) in
            var known = locals
            if lambda.splats, case .tuple(let elements, _)? = arguments.first { known += elements } else { known += arguments }
            var evaluator = Evaluator(run: run, locals: known)
            return try evaluator.result(of: lambda.body)
        }
    }

    private static func present(_ value: Value) -> Value {
        if case .cell(let cell) = value { cell.value } else { value }
    }

    private static func weak(_ value: Value) -> Value {
        switch present(value).wrapped {
        case .object(let object)?: .weak(WeakObject(object))
        case .weak(let reference)?: .weak(reference)
        default: .weak(WeakObject(nil))
        }
    }

    /// A function of the program, which may call itself.
    private func named(_ lambda: Lambda) -> Function {
        let (run, locals) = (run, locals)
        return Function(named: { function, arguments throws(Stop) in
            let known = locals + [.function(function)] + arguments
            return try run.nested(lambda.height, at: Span(0, 0)) { () throws(Stop) in
                var evaluator = Evaluator(run: run, locals: known)
                return try evaluator.result(of: lambda.body)
            }
        })
    }

    private func function(_ infix: Infix, _ span: Span) -> Function {
        let run = run
        return Function { arguments throws(Stop) in
            try Arithmetic.apply(infix, arguments[0], arguments[1], in: run, at: span)
        }
    }
}
