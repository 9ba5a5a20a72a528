extension Value {
    /// Whether two values of a type are equal.
    func equals(_ other: Value) -> Bool {
        switch (self, other) {
        case (.void, .void), (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.string(let a, _), .string(let b, _)): a == b
        case (.array(let a, _), .array(let b, _)), (.tuple(let a, _), .tuple(let b, _)):
            a.count == b.count && zip(a, b).allSatisfy { $0.equals($1) }
        case (.some(let a), .some(let b)): a.equals(b)
        case (.duration(let a), .duration(let b)): a == b
        case (.moment(let a), .moment(let b)): a == b
        case (.demand(let a), .demand(let b)): a == b
        case (.range(let a, _), .range(let b, _)): a == b
        case (.error(let a), .error(let b)): a == b
        default: false
        }
    }

    /// Whether this of two values of a type is the smaller.
    func isLess(than other: Value) -> Bool {
        switch (self, other) {
        case (.int(let a), .int(let b)): a < b
        case (.double(let a), .double(let b)): a < b
        case (.string(let a, _), .string(let b, _)): a < b
        case (.duration(let a), .duration(let b)): a < b
        case (.moment(let a), .moment(let b)): a < b
        case (.tuple(let a, _), .tuple(let b, _)): Value.isLess(a[...], b[...])
        default: false
        }
    }

    private static func isLess(_ a: ArraySlice<Value>, _ b: ArraySlice<Value>) -> Bool {
        guard let (first, second) = zip(a, b).first(where: { !$0.equals($1) }) else { return false }
        return first.isLess(than: second)
    }
}
