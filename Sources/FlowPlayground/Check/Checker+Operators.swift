extension Checker {
    // MARK: Prefix

    mutating func prefix(
        _ prefix: Prefix, _ expression: Expression, _ span: Span, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        if prefix == .minus, case .integer(let number, let literal) = expression, literal.start == span.end {
            return try negative(number, literal, wanted)
        }
        let value = try check(expression, prefix == .not ? .bool : wanted)
        let fits: Bool =
            switch value.type {
            case .unknown: true
            case .int, .double: prefix == .minus
            case .plain(.duration): prefix == .minus
            case .bool: prefix == .not
            default: false
            }
        guard fits else { throw Problem(span, "'\(prefix.rawValue)' cannot be applied to \(value.type)") }
        return Typed(.prefix(prefix, value.term, span), value.type)
    }

    // MARK: Infix

    mutating func infix(
        _ infix: Infix, _ left: Expression, _ right: Expression, _ span: Span, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        switch infix {
        case .and, .or: return try logic(infix, left, right, span)
        case .coalesce: return try coalesce(left, right, span, wanted)
        case .closedRange, .range: return try range(infix, left, right, span)
        case .equal, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual:
            let (a, b) = try operands(left, right, nil)
            return try comparison(infix, a, b, span)
        case .add, .subtract, .multiply, .divide, .remainder:
            let (a, b) = try operands(left, right, wanted)
            let type = try arithmetic(infix, a.type, b.type, span)
            return Typed(.infix(infix, a.term, b.term, span), type)
        }
    }

    /// Two values of which one tells the type of the other's literals.
    private mutating func operands(
        _ left: Expression, _ right: Expression, _ wanted: ValueType?
    ) throws(Problem) -> (Typed, Typed) {
        if left.isNumber, !right.isNumber {
            let second = try check(right, wanted)
            return (try check(left, second.type), second)
        }
        let hint = left.isNumber ? numberHint([left, right]) ?? wanted : wanted
        let first = try check(left, hint)
        return (first, try check(right, first.type))
    }

    /// Double where one of several literals is one, as in `1 + 2.5` and `[1, 2.5]`.
    func numberHint(_ expressions: [Expression]) -> ValueType? {
        guard expressions.allSatisfy({ $0.isNumber || $0.isNull }) else { return nil }
        return expressions.contains(where: \.hasFraction) ? .double : nil
    }

    private func arithmetic(_ infix: Infix, _ left: ValueType, _ right: ValueType, _ span: Span) throws(Problem) -> ValueType {
        if let type = left.merged(with: right) {
            switch type {
            case .unknown, .int: return type
            case .double where infix != .remainder: return type
            case .string where infix == .add: return type
            case .array where infix == .add: return type
            default: break
            }
        }
        throw mismatch(infix, left, right, span)
    }

    private func mismatch(_ infix: Infix, _ left: ValueType, _ right: ValueType, _ span: Span) -> Problem {
        let isMixed = [left, right].contains(.int) && [left, right].contains(.double)
        let notes = isMixed ? ["Double(…) makes a Double of an Int"] : []
        return Problem(span, "'\(infix.rawValue)' cannot be applied to \(left) and \(right)", notes: notes)
    }

    private func comparison(_ infix: Infix, _ left: Typed, _ right: Typed, _ span: Span) throws(Problem) -> Typed {
        let isEquality = infix == .equal || infix == .notEqual
        guard let type = isEquality ? join(left.type, right.type) : left.type.merged(with: right.type),
            isEquality ? canEqual(type) : canOrder(type)
        else { throw mismatch(infix, left.type, right.type, span) }
        return Typed(.infix(infix, promoted(left, to: type).term, promoted(right, to: type).term, span), .bool)
    }

    /// Whether `==` takes two of a type; tuples are no Equatable, but have it.
    private func canEqual(_ type: ValueType) -> Bool {
        if case .tuple(let elements) = type { return elements.count <= 6 && elements.allSatisfy(\.isEquatable) }
        if case .optional(.unknown) = type { return true }
        return type.isEquatable
    }

    private func canOrder(_ type: ValueType) -> Bool {
        if case .tuple(let elements) = type { return elements.count <= 6 && elements.allSatisfy(\.isComparable) }
        return type.isComparable
    }

    private mutating func logic(_ infix: Infix, _ left: Expression, _ right: Expression, _ span: Span) throws(Problem) -> Typed {
        let (a, b) = (try check(left, .bool), try check(right, .bool))
        guard a.type.merged(with: .bool) != nil, b.type.merged(with: .bool) != nil else {
            throw mismatch(infix, a.type, b.type, span)
        }
        return Typed(.infix(infix, a.term, b.term, span), .bool)
    }

    private mutating func range(_ infix: Infix, _ left: Expression, _ right: Expression, _ span: Span) throws(Problem) -> Typed {
        let (a, b) = (try check(left, .int), try check(right, .int))
        guard a.type.merged(with: .int) != nil, b.type.merged(with: .int) != nil else {
            throw mismatch(infix, a.type, b.type, span)
        }
        return Typed(.infix(infix, a.term, b.term, span), .plain(infix == .closedRange ? .closedRange : .range))
    }

    private mutating func coalesce(
        _ left: Expression, _ right: Expression, _ span: Span, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        let optional = try check(left, wanted.map(ValueType.optional))
        guard case .optional(let wrapped) = optional.type else {
            throw Problem(span, "'??' needs an optional before it, but this is \(optional.type)")
        }
        let value = try check(right, wrapped)
        guard let type = wrapped.merged(with: value.type) else {
            throw Problem(span, "'??' cannot be applied to \(optional.type) and \(value.type)")
        }
        return Typed(.infix(.coalesce, optional.term, value.term, span), type)
    }

    // MARK: Choice

    mutating func choice(
        _ condition: Expression, _ first: Expression, _ second: Expression, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        let test = try check(condition, .bool)
        guard test.type.merged(with: .bool) != nil else {
            throw Problem(condition.span, "the condition of '?:' must be Bool, but is \(test.type)")
        }
        let isUsable = wanted.map { !$0.isFunction && $0.isKnown } ?? false
        let (a, b) = isUsable ? (try check(first, wanted), try check(second, wanted)) : try operands(first, second, wanted)
        guard let type = join(a.type, b.type) else { throw different(a.type, b.type, second.span) }
        let term = Term.choice(test.term, promoted(a, to: type).term, promoted(b, to: type).term)
        return Typed(term, type, origin: linked(a, b), isEndless: a.isEndless || b.isEndless)
    }

    /// The origin of one of two publishers: nobody can tell which, so that both are linked.
    private mutating func linked(_ first: Typed, _ second: Typed) -> Int? {
        links += [first.origin, second.origin].compactMap(\.self)
        return first.origin
    }

    /// The problem that two values are of different types that have to be of one.
    func different(_ first: ValueType, _ second: ValueType, _ span: Span) -> Problem {
        guard first.isPublisher, second.isPublisher else {
            return Problem(span, "both values must be of one type, but are \(first) and \(second)")
        }
        return Problem(span, "both publishers must be of one type; add '.eraseToAnyPublisher()' to each")
    }
}
