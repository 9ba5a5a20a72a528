/// Checks expressions with Swift's operators: `-a`, `a + b`, `a ? b : c`.
struct ExpressionChecker {
    let state: CheckState

    private func check(_ expression: Expression, _ wanted: ValueType?) throws(Problem) -> Typed {
        try ValueChecker(state: state).check(expression, wanted)
    }

    func prefix(_ prefix: Prefix, _ expression: Expression, _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
        if prefix == .minus, case .integer(let number, let literal) = expression, literal.start == span.end {
            return negative(number, wanted)
        }
        let value = try check(expression, prefix == .not ? .bool : wanted)
        guard OperatorRules.takes(prefix, value.type) else {
            throw Problem(span, "'\(prefix.rawValue)' cannot be applied to \(value.type)")
        }
        return Typed(.prefix(prefix, value.term, span), value.type)
    }

    /// A literal together with its sign, since the smallest Int has no positive counterpart.
    private func negative(_ number: UInt, _ wanted: ValueType?) -> Typed {
        if wanted?.unwrapped == .double { return Typed(.double(-Double(number)), .double) }
        return Typed(.int(number == UInt(Int.max) + 1 ? .min : -Int(number)), .int)
    }

    func infix(
        _ infix: Infix, _ left: Expression, _ right: Expression, _ span: Span, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        switch infix {
        case .and, .or: return try pair(infix, left, right, of: .bool, giving: .bool, span)
        case .closedRange: return try pair(infix, left, right, of: .int, giving: .plain(.closedRange), span)
        case .range: return try pair(infix, left, right, of: .int, giving: .plain(.range), span)
        case .coalesce: return try coalesce(left, right, span, wanted)
        case .equal, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual:
            if left.isNull || right.isNull, infix == .equal || infix == .notEqual { return try missing(infix, left, right, span) }
            let (a, b) = try operands(left, right, nil)
            guard let type = OperatorRules.compared(infix, a.type, b.type) else {
                throw .mismatch(infix, a.type, b.type, span)
            }
            return Typed(.infix(infix, a.promoted(to: type).term, b.promoted(to: type).term, span), .bool)
        case .add, .subtract, .multiply, .divide, .remainder:
            if infix == .add || infix == .subtract, let later = try moment(infix, left, right, span) { return later }
            let (a, b) = try operands(left, right, wanted)
            guard let type = OperatorRules.arithmetic(infix, a.type, b.type) else {
                throw .mismatch(infix, a.type, b.type, span)
            }
            return Typed(.infix(infix, a.term, b.term, span), type)
        }
    }

    /// Checks a comparison of an optional with `nil`.
    private func missing(_ infix: Infix, _ left: Expression, _ right: Expression, _ span: Span) throws(Problem) -> Typed {
        let value = try check(left.isNull ? right : left, nil)
        guard value.type.isOptional || value.type == .unknown else {
            throw .mismatch(infix, value.type, .optional(.unknown), span)
        }
        return Typed(.infix(infix, value.term, .null, span), .bool)
    }

    /// Checks a sum of a moment and a duration, as in `.now() + 1`.
    private func moment(_ infix: Infix, _ left: Expression, _ right: Expression, _ span: Span) throws(Problem) -> Typed? {
        guard case .call(let call) = left, case .implicitMember("now", _) = call.callee else { return nil }
        let moment = try check(left, .plain(.moment))
        let time = try check(right, right.isImplicitMember ? .plain(.duration) : .double)
        guard time.type == .double || time.type == .plain(.duration) else { throw .mismatch(infix, moment.type, time.type, span) }
        return Typed(.infix(infix, moment.term, time.term, span), .plain(.moment))
    }

    /// Checks two operands, one of which determines the type of literals in the other.
    private func operands(_ left: Expression, _ right: Expression, _ wanted: ValueType?) throws(Problem) -> (Typed, Typed) {
        if left.isNumber, !right.isNumber {
            let second = try check(right, wanted)
            return (try check(left, second.type), second)
        }
        let hint = left.isNumber ? OperatorRules.numberHint([left, right]) ?? wanted : wanted
        let first = try check(left, hint)
        return (first, try check(right, first.type))
    }

    /// Checks an operator on two values of a fixed type.
    private func pair(
        _ infix: Infix, _ left: Expression, _ right: Expression, of type: ValueType, giving result: ValueType, _ span: Span
    ) throws(Problem) -> Typed {
        let (a, b) = (try check(left, type), try check(right, type))
        guard a.type.merged(with: type) != nil, b.type.merged(with: type) != nil else {
            throw .mismatch(infix, a.type, b.type, span)
        }
        return Typed(.infix(infix, a.term, b.term, span), result)
    }

    private func coalesce(_ left: Expression, _ right: Expression, _ span: Span, _ wanted: ValueType?) throws(Problem) -> Typed {
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

    func choice(
        _ condition: Expression, _ first: Expression, _ second: Expression, _ wanted: ValueType?
    ) throws(Problem) -> Typed {
        let test = try check(condition, .bool)
        guard test.type.merged(with: .bool) != nil else {
            throw Problem(condition.span, "the condition of '?:' must be Bool, but is \(test.type)")
        }
        let isUsable = wanted.map { !$0.isFunction && $0.isKnown } ?? false
        let (a, b) = isUsable ? (try check(first, wanted), try check(second, wanted)) : try operands(first, second, wanted)
        guard let type = a.type.joined(with: b.type) else { throw .different(a.type, b.type, second.span) }
        let term = Term.choice(test.term, a.promoted(to: type).term, b.promoted(to: type).term)
        // Either publisher may be chosen, so both are linked.
        state.passedOnStages += [a.origin, b.origin].compactMap(\.self)
        return Typed(term, type, origin: a.origin, isEndless: a.isEndless || b.isEndless)
    }
}

/// The operand and result types of Swift's operators.
enum OperatorRules {
    static func takes(_ prefix: Prefix, _ type: ValueType) -> Bool {
        switch type {
        case .unknown: true
        case .int, .double, .plain(.duration): prefix == .minus
        case .bool: prefix == .not
        default: false
        }
    }

    /// Double if all values are number literals or `nil`, and one has a fraction, as in `1 + 2.5` and `[1, 2.5]`; otherwise
    /// `nil`.
    static func numberHint(_ expressions: [Expression]) -> ValueType? {
        guard expressions.allSatisfy({ $0.isNumber || $0.isNull }) else { return nil }
        return expressions.contains(where: \.hasFraction) ? .double : nil
    }

    /// The result type of `+`, `-`, `*`, `/` or `%`; `nil` if the operator does not take these types.
    static func arithmetic(_ infix: Infix, _ left: ValueType, _ right: ValueType) -> ValueType? {
        guard let type = left.merged(with: right) else { return nil }
        switch type {
        case .unknown, .int: return type
        case .double where infix != .remainder: return type
        case .string where infix == .add: return type
        case .array where infix == .add: return type
        default: return nil
        }
    }

    /// The type in which two values are compared; `nil` if they cannot be compared.
    static func compared(_ infix: Infix, _ left: ValueType, _ right: ValueType) -> ValueType? {
        let isEquality = infix == .equal || infix == .notEqual
        let type = isEquality ? left.joined(with: right) : left.merged(with: right)
        return type.flatMap { (isEquality ? canEqual($0) : canOrder($0)) ? $0 : nil }
    }

    /// Whether `==` takes two values of a type. Tuples have `==` without being Equatable.
    private static func canEqual(_ type: ValueType) -> Bool {
        if case .tuple(let elements) = type { return elements.count <= 6 && elements.allSatisfy(\.isEquatable) }
        return type == .optional(.unknown) || type.isEquatable
    }

    private static func canOrder(_ type: ValueType) -> Bool {
        if case .tuple(let elements) = type { return elements.count <= 6 && elements.allSatisfy(\.isComparable) }
        return type.isComparable
    }
}

extension Expression {
    /// Whether it consists of number literals, so that its type is open.
    var isNumber: Bool {
        switch self {
        case .integer, .double: true
        case .prefix(.minus, let value, _), .group(let value, _): value.isNumber
        case .infix(let left, .add, _, let right), .infix(let left, .subtract, _, let right),
            .infix(let left, .multiply, _, let right), .infix(let left, .divide, _, let right):
            left.isNumber && right.isNumber
        default: false
        }
    }

    /// Whether one of its number literals has a fraction.
    var hasFraction: Bool {
        switch self {
        case .double: true
        case .prefix(_, let value, _), .group(let value, _): value.hasFraction
        case .infix(let left, _, _, let right): left.hasFraction || right.hasFraction
        default: false
        }
    }

    /// Whether it is `nil`.
    var isNull: Bool {
        if case .null = self { true } else { false }
    }
}
