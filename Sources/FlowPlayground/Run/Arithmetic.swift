/// Applies Swift's operators to values. An operation that would trap in Swift is a fault with a location.
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

    /// This is not the negation of "greater": with NaN, both are false.
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
        case (.moment(let moment), .double(let seconds)) where abs(seconds) < 1e9:
            return .moment(moment.advanced(by: .seconds(infix == .subtract ? -seconds : seconds)))
        case (.moment(let moment), .duration(let length)): return .moment(moment.advanced(by: length))
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
