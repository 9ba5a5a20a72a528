import FlowOperators

/// A number literal of a chain that the user can change.
public struct ChainNumber: Hashable, Sendable {
    public enum Unit: Hashable, Sendable {
        case count
        /// Seconds, with a fraction.
        case seconds
        /// Milliseconds, microseconds or nanoseconds.
        case parts(of: String)
    }

    /// The argument's label, or the name of the constant or operator; equal names are numbered from the second on: `size`,
    /// `pace`, `pace2`.
    public let name: String
    public let span: Span
    public let value: Double
    public let unit: Unit
}

extension Chain {
    /// The numbers that the user can change: arguments of operators first, then all others; both in source order.
    public var numbers: [ChainNumber] {
        var arguments = NumberFinder()
        arguments.visit(program)
        var others = LiteralFinder(besides: arguments.numbers)
        others.visit(program)
        return arguments.numbers + others.numbers
    }

    /// The duration of a character of its first marbles; `nil` without marbles.
    public var marbleUnit: Duration? {
        guard stages.contains(where: { $0.operation == .marbles }) else { return nil }
        guard let number = numbers.first(where: { $0.name == "unit" }) else { return .milliseconds(250) }
        if case .parts(let unit) = number.unit { return .seconds(number.value * (Term.seconds[unit] ?? 1)) }
        return .seconds(number.value)
    }

    /// The same chain with other numbers.
    ///
    /// - Parameter values: The new values by name; other numbers stay.
    /// - Throws: The problem if a number does not fit.
    public func with(_ values: [String: Double]) throws(Problem) -> Chain {
        var bytes = source.bytes
        for number in numbers.sorted(by: { $0.span.start > $1.span.start }) {
            guard let value = values[number.name], value != number.value else { continue }
            bytes.replaceSubrange(number.span.start..<number.span.end, with: Array(text(of: value, in: number).utf8))
        }
        return bytes == source.bytes ? self : try Chain(String(decoding: bytes, as: UTF8.self))
    }

    /// A number without a needless `.0`. A value written with a fraction keeps one, so that its type stays.
    private func text(of value: Double, in number: ChainNumber) -> String {
        let keepsFraction = number.unit == .count && source[number.span].contains(".")
        let isWhole = value == value.rounded() && abs(value) < 1e15
        return isWhole && !keepsFraction ? String(Int(value)) : String(value)
    }
}

/// Finds the numbers that are arguments of operators, except in closures and in the elements of sources.
struct NumberFinder {
    private(set) var numbers: [ChainNumber] = []
    private var counts: [String: Int] = [:]

    mutating func visit(_ statements: [Statement]) {
        for statement in statements {
            switch statement {
            case .constant(_, _, _, let value, _), .expression(let value): visit(value)
            default: break
            }
        }
    }

    private mutating func visit(_ expression: Expression) {
        switch expression {
        case .member(let base, _, _), .group(let base, _): visit(base)
        case .call(let call): visit(call)
        default: break
        }
    }

    private mutating func visit(_ call: Call) {
        guard let name = call.name else { return }
        if case .member(let base, _, _) = call.callee { visit(base) }
        for argument in call.arguments {
            switch argument.value {
            case .integer, .double: add(argument.value, called: argument.label ?? name, .count)
            case .call(let inner): visit(inner, argument, of: name)
            default: visit(argument.value)
            }
        }
    }

    /// Visits an argument such as `.seconds(1)` or `.max(2)`, or another stream.
    private mutating func visit(_ inner: Call, _ argument: CallArgument, of name: String) {
        guard case .implicitMember(let word, _) = inner.callee else { return visit(argument.value) }
        let isTime = Term.seconds[word] != nil
        for part in inner.arguments {
            if case .call(let time) = part.value { visit(time, part, of: name) }
            let unit: ChainNumber.Unit = word == "seconds" ? .seconds : isTime ? .parts(of: word) : .count
            add(part.value, called: argument.label == "unit" ? "unit" : name, unit)
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
        numbers.append(ChainNumber(name: count == 1 ? name : "\(name)\(count)", span: expression.span, value: value, unit: unit))
    }
}

/// Finds the other number literals: in closures, arrays, ranges and constants.
struct LiteralFinder {
    /// The numbers, named after the surrounding constant or operator.
    private(set) var numbers: [ChainNumber] = []
    private var names: Set<String>
    private let known: Set<Span>

    /// - Parameter known: The numbers already found.
    init(besides known: [ChainNumber]) {
        names = Set(known.map(\.name))
        self.known = Set(known.map(\.span))
    }

    mutating func visit(_ statements: [Statement], in name: String = "value") {
        for statement in statements {
            guard case .constant(let constant, _, _, let value, _) = statement else {
                for value in statement.values { visit(value, in: name) }
                for block in statement.blocks { visit(block, in: name) }
                continue
            }
            visit(value, in: constant == "_" ? name : constant)
        }
    }

    private mutating func visit(_ expression: Expression, in name: String) {
        switch expression {
        case .integer(let number, let span): add(Double(number), span, name)
        case .double(let number, let span): add(number, span, name)
        case .call(let call): visit(call, in: name)
        case .closure(let closure): visit(closure.body, in: name)
        default:
            for part in expression.parts { visit(part, in: name) }
        }
    }

    private mutating func visit(_ call: Call, in name: String) {
        visit(call.callee, in: name)
        for argument in call.arguments { visit(argument.value, in: call.name ?? name) }
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
