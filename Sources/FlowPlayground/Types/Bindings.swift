/// What the variables of a signature stand for in one call.
struct Bindings {
    private var types: [ValueType?] = Array(repeating: nil, count: Signature.variables.count)

    /// What a variable stands for, `nil` where that is open.
    subscript(_ variable: Int) -> ValueType? {
        types[variable]
    }

    /// Fits a type to a pattern, binding the variables that are open.
    ///
    /// - Returns: Whether it fits; what has been bound by then stays bound.
    mutating func match(_ pattern: ValueType, _ type: ValueType) -> Bool {
        switch (pattern, type) {
        case (.variable(let number), _): return bind(number, to: type)
        case (_, .unknown), (.unknown, _): return true
        case (.plain(.error), .plain(.flowError)): return true
        case (.plain, .plain), (.grouping, .grouping): return pattern == type
        case (.array(let pattern), .array(let type)), (.optional(let pattern), .optional(let type)),
            (.metatype(let pattern), .metatype(let type)), (.whenFull(let pattern), .whenFull(let type)):
            return match(pattern, type)
        case (.tuple(let patterns), .tuple(let types)): return matchAll(patterns, types)
        case (.function(let patterns, let pattern, let canThrow), .function(let types, let type, let throwing)):
            return (canThrow || !throwing) && matchAll(patterns, types) && match(pattern, type)
        case (.publisher(let output, let failure, let form), .publisher(let actual, let actualFailure, let actualForm)):
            return (form == .some || form == actualForm) && match(output, actual) && matchFailure(failure, actualFailure)
        default: return false
        }
    }

    /// A failure is a type of its own: a stream of `FlowError` is none of `Error`.
    private mutating func matchFailure(_ pattern: ValueType, _ type: ValueType) -> Bool {
        if case .plain = pattern, case .plain = type { return pattern == type }
        return match(pattern, type)
    }

    private mutating func matchAll(_ patterns: [ValueType], _ types: [ValueType]) -> Bool {
        guard patterns.count == types.count else { return false }
        for (pattern, type) in zip(patterns, types) {
            guard match(pattern, type) else { return false }
        }
        return true
    }

    private mutating func bind(_ number: Int, to type: ValueType) -> Bool {
        guard let bound = types[number], bound != .unknown else {
            types[number] = type
            return true
        }
        guard let merged = bound.merged(with: type) else { return false }
        types[number] = merged
        return true
    }

    /// Says what a variable stands for, whatever it stood for before.
    mutating func rebind(_ number: Int, to type: ValueType) {
        types[number] = type
    }

    /// A pattern with what its variables stand for; those that are open stay.
    func resolve(_ pattern: ValueType) -> ValueType {
        switch pattern {
        case .variable(let number): types[number] ?? pattern
        case .unknown, .plain, .grouping: pattern
        case .array(let element): .array(resolve(element))
        case .optional(let wrapped): .optional(resolve(wrapped))
        case .metatype(let type): .metatype(resolve(type))
        case .whenFull(let failure): .whenFull(failure: resolve(failure))
        case .tuple(let elements): .tuple(elements.map(resolve))
        case .function(let parameters, let result, let canThrow):
            .function(parameters.map(resolve), resolve(result), canThrow: canThrow)
        case .publisher(let output, let failure, let form): .publisher(resolve(output), failure: resolve(failure), form)
        }
    }

    /// The same, with `_` for what is open.
    func close(_ pattern: ValueType) -> ValueType {
        var closed = self
        for number in types.indices where closed.types[number] == nil { closed.types[number] = .unknown }
        return closed.resolve(pattern)
    }
}
