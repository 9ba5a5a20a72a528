/// Finds the numbers of a program that stand as arguments, but for those in closures and of sources' elements.
struct NumberFinder {
    private(set) var numbers: [ChainNumber] = []
    private var counts: [String: Int] = [:]

    mutating func look(at statements: [Statement]) {
        for statement in statements {
            switch statement {
            case .constant(_, _, _, let value), .expression(let value): look(at: value)
            case .result, .failure, .condition: break
            }
        }
    }

    private mutating func look(at expression: Expression) {
        switch expression {
        case .member(let base, _, _), .group(let base, _): look(at: base)
        case .call(let call): look(at: call)
        default: break
        }
    }

    private mutating func look(at call: Call) {
        guard let name = name(of: call.callee) else { return }
        if case .member(let base, _, _) = call.callee { look(at: base) }
        for argument in call.arguments {
            switch argument.value {
            case .integer, .double: add(argument.value, called: argument.label ?? name, .count)
            case .call(let inner): look(at: inner, argument, of: name)
            default: look(at: argument.value)
            }
        }
    }

    /// An argument like `.seconds(1)` or `.max(2)`, or another stream.
    private mutating func look(at inner: Call, _ argument: CallArgument, of name: String) {
        guard case .implicitMember(let word, _) = inner.callee else { return look(at: argument.value) }
        let isTime = ["seconds", "milliseconds", "microseconds", "nanoseconds"].contains(word)
        for part in inner.arguments {
            if case .call(let time) = part.value { look(at: time, part, of: name) }
            let unit: ChainNumber.Unit = word == "seconds" ? .seconds : isTime ? .parts(of: word) : .count
            add(part.value, called: argument.label == "unit" ? "unit" : name, unit)
        }
    }

    private func name(of callee: Expression) -> String? {
        switch callee {
        case .name(let name, _, _), .member(_, let name, _): name
        default: nil
        }
    }

    private mutating func add(_ expression: Expression, called name: String, _ unit: ChainNumber.Unit) {
        let value: Double
        switch expression {
        case .integer(let number, _): value = Double(number)
        case .double(let number, _): value = number
        default: return
        }
        counts[name, default: 0] += 1
        let count = counts[name] ?? 1
        numbers.append(
            ChainNumber(name: count == 1 ? name : "\(name)\(count)", span: expression.span, value: value, unit: unit))
    }
}
