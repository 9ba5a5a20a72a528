extension Expression {
    /// Whether it is made of number literals only, so that its type is not settled.
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
