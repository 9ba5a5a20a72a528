import FlowOperators

extension Chain {
    /// The numbers that can be changed: arguments of operators, then all others, each in the order in which they stand.
    public var numbers: [ChainNumber] {
        var arguments = NumberFinder()
        arguments.look(at: program)
        var others = LiteralFinder(besides: arguments.numbers)
        others.look(at: program)
        return arguments.numbers + others.numbers
    }

    /// How long a character of its first marbles takes, `nil` if it has none.
    public var marbleUnit: Duration? {
        guard stages.contains(where: { $0.operation == .marbles }) else { return nil }
        let scales = ["milliseconds": 1e-3, "microseconds": 1e-6, "nanoseconds": 1e-9]
        guard let number = numbers.first(where: { $0.name == "unit" }) else { return .milliseconds(250) }
        if case .parts(let unit) = number.unit { return .seconds(number.value * (scales[unit] ?? 1)) }
        return .seconds(number.value)
    }

    /// The same chain with other numbers.
    ///
    /// - Parameter values: By the numbers' names; those that are left out stay.
    /// - Throws: The problem where a number does not fit.
    public func with(_ values: [String: Double]) throws(Problem) -> Chain {
        var bytes = source.bytes
        for number in numbers.sorted(by: { $0.span.start > $1.span.start }) {
            guard let value = values[number.name], value != number.value else { continue }
            bytes.replaceSubrange(number.span.start..<number.span.end, with: Array(text(of: value, in: number).utf8))
        }
        return bytes == source.bytes ? self : try Chain(String(decoding: bytes, as: UTF8.self))
    }

    /// A number without a needless `.0`; one that makes a value keeps it where it had a fraction, so that its type stays.
    private func text(of value: Double, in number: ChainNumber) -> String {
        let keepsFraction = number.unit == .count && source[number.span].contains(".")
        let isWhole = value == value.rounded() && abs(value) < 1e15
        return isWhole && !keepsFraction ? String(Int(value)) : String(value)
    }
}
