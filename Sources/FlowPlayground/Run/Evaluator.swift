import FlowCore

/// Evaluates the terms and steps of a program or of a closure.
struct Evaluator {
    let run: ChainRun
    /// The values of the names, in the order of their declaration.
    private var locals: [Value] = []

    init(run: ChainRun, locals: [Value] = []) {
        self.run = run
        self.locals = locals
    }

    /// Runs steps until one returns a result.
    mutating func run(_ steps: [Step]) throws(Stop) -> Value? {
        let known = locals.count
        defer { locals.removeLast(locals.count - known) }
        for step in steps {
            switch step {
            case .constant(let term): locals.append(try evaluate(term))
            case .expression(let term): _ = try evaluate(term)
            case .result(let term): return try evaluate(term)
            case .failure(let term):
                guard case .error(let error) = try evaluate(term) else { return nil }
                throw .thrown(error)
            case .condition(let condition, let body, let other):
                if let result = try run(try evaluate(condition).isTrue ? body : other) { return result }
            }
        }
        return nil
    }

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
        let (run, locals) = (run, locals)
        return Function { arguments throws(Stop) in
            var known = locals
            if lambda.splats, case .tuple(let elements, _)? = arguments.first { known += elements } else { known += arguments }
            var evaluator = Evaluator(run: run, locals: known)
            return try evaluator.run(lambda.body) ?? .void
        }
    }

    private func function(_ infix: Infix, _ span: Span) -> Function {
        let run = run
        return Function { arguments throws(Stop) in
            try Arithmetic.apply(infix, arguments[0], arguments[1], in: run, at: span)
        }
    }
}

/// Applies Swift's operators to values. What would trap in Swift is a fault with a location.
enum Arithmetic {
    static func apply(_ prefix: Prefix, _ value: Value, at span: Span) throws(Stop) -> Value {
        switch (prefix, value) {
        case (.minus, .int(let number)):
            guard number != .min else { throw .fault(Problem(span, "overflow: -(\(number))")) }
            return .int(-number)
        case (.minus, .double(let number)): return .double(-number)
        case (.minus, .duration(let length)): return .duration(.nanoseconds(-Int(length.nanoseconds)))
        case (.not, .bool(let truth)): return .bool(!truth)
        default: return .void
        }
    }

    static func apply(_ infix: Infix, _ left: Value, _ right: Value, in run: ChainRun, at span: Span) throws(Stop) -> Value {
        switch infix {
        case .equal: return .bool(left.equals(right))
        case .notEqual: return .bool(!left.equals(right))
        case .less: return .bool(left.isLess(than: right))
        case .greater: return .bool(right.isLess(than: left))
        case .lessOrEqual: return .bool(isLessOrEqual(left, right))
        case .greaterOrEqual: return .bool(isLessOrEqual(right, left))
        case .and: return .bool(left.isTrue && right.isTrue)
        case .or: return .bool(left.isTrue || right.isTrue)
        case .coalesce: return left.wrapped ?? right
        case .closedRange, .range: return try range(infix, left, right, span)
        case .add, .subtract, .multiply, .divide, .remainder: return try compute(infix, left, right, run, span)
        }
    }

    /// Not "not greater": with NaN neither holds.
    private static func isLessOrEqual(_ left: Value, _ right: Value) -> Bool { left.isLess(than: right) || left.equals(right) }

    private static func range(_ infix: Infix, _ left: Value, _ right: Value, _ span: Span) throws(Stop) -> Value {
        guard case .int(let lower) = left, case .int(let upper) = right else { return .void }
        let isClosed = infix == .closedRange
        guard lower <= upper else {
            throw .fault(Problem(span, "a range cannot end before it begins: \(lower)\(infix.rawValue)\(upper)"))
        }
        guard upper < .max, lower > .min else { throw .fault(Problem(span, "this range is too large")) }
        return .range(lower..<(isClosed ? upper + 1 : upper), isClosed: isClosed)
    }

    private static func compute(
        _ infix: Infix, _ left: Value, _ right: Value, _ run: ChainRun, _ span: Span
    ) throws(Stop) -> Value {
        switch (left, right) {
        case (.int(let a), .int(let b)): return .int(try compute(infix, a, b, span))
        case (.double(let a), .double(let b)): return .double(compute(infix, a, b))
        case (.string(let a, _), .string(let b, _)): return try run.text(a + b, at: span)
        case (.array(let a, _), .array(let b, _)): return try run.list(a + b, at: span)
        default: return .void
        }
    }

    private static func compute(_ infix: Infix, _ a: Int, _ b: Int, _ span: Span) throws(Stop) -> Int {
        if b == 0, infix == .divide || infix == .remainder {
            throw .fault(Problem(span, "division by zero: \(a) \(infix.rawValue) 0"))
        }
        let (result, overflow) =
            switch infix {
            case .add: a.addingReportingOverflow(b)
            case .subtract: a.subtractingReportingOverflow(b)
            case .multiply: a.multipliedReportingOverflow(by: b)
            case .divide: a.dividedReportingOverflow(by: b)
            default: a.remainderReportingOverflow(dividingBy: b)
            }
        guard !overflow else { throw .fault(Problem(span, "overflow: \(a) \(infix.rawValue) \(b) does not fit in an Int")) }
        return result
    }

    private static func compute(_ infix: Infix, _ a: Double, _ b: Double) -> Double {
        switch infix {
        case .add: a + b
        case .subtract: a - b
        case .multiply: a * b
        default: a / b
        }
    }
}
