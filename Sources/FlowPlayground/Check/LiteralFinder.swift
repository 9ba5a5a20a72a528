/// Finds the number literals of a program that are no arguments of operators: in closures, arrays, ranges and constants.
struct LiteralFinder {
    /// The numbers, called after the constant or the operator around them.
    private(set) var numbers: [ChainNumber] = []
    private var names: Set<String>
    private let known: Set<Span>

    /// - Parameter known: The numbers that are found already.
    init(besides known: [ChainNumber]) {
        names = Set(known.map(\.name))
        self.known = Set(known.map(\.span))
    }

    mutating func look(at statements: [Statement], in name: String = "value") {
        for statement in statements {
            switch statement {
            case .constant(let constant, _, _, let value): look(at: value, in: constant == "_" ? name : constant)
            case .expression(let value), .result(let value?, _), .failure(let value, _): look(at: value, in: name)
            case .result(nil, _): break
            case .condition(let condition, let body, let other, _):
                look(at: condition, in: name)
                look(at: body, in: name)
                look(at: other ?? [], in: name)
            }
        }
    }

    private mutating func look(at expression: Expression, in name: String) {
        switch expression {
        case .integer(let number, let span): add(Double(number), span, name)
        case .double(let number, let span): add(number, span, name)
        case .string(let parts, _):
            for case .value(let value) in parts { look(at: value, in: name) }
        case .member(let base, _, _), .element(let base, _, _), .group(let base, _), .prefix(_, let base, _):
            look(at: base, in: name)
        case .call(let call): look(at: call, in: name)
        case .item(let base, let index, _): look(at: [base, index], in: name)
        case .array(let elements, _), .tuple(let elements, _): look(at: elements, in: name)
        case .closure(let closure): look(at: closure.body, in: name)
        case .infix(let left, _, _, let right): look(at: [left, right], in: name)
        case .choice(let condition, let first, let second): look(at: [condition, first, second], in: name)
        case .boolean, .null, .name, .dollar, .implicitMember, .function: break
        }
    }

    private mutating func look(at expressions: [Expression], in name: String) {
        for expression in expressions { look(at: expression, in: name) }
    }

    private mutating func look(at call: Call, in name: String) {
        look(at: call.callee, in: name)
        let called: String
        switch call.callee {
        case .name(let function, _, _): called = function
        case .member(_, let method, _): called = method
        default: called = name
        }
        for argument in call.arguments { look(at: argument.value, in: called) }
    }

    private mutating func add(_ value: Double, _ span: Span, _ name: String) {
        guard !known.contains(span) else { return }
        var unique = name
        var count = 1
        while !names.insert(unique).inserted {
            count += 1
            unique = "\(name)\(count)"
        }
        numbers.append(ChainNumber(name: unique, span: span, value: value, unit: .count))
    }
}
