/// The types of a signature's variables in one call.
struct Bindings {
    // Not an array, since each call would allocate one.
    private var output, failure, t, u, v, e, f: ValueType?

    /// The type of a variable, by its index in ``Signature/variables``; `nil` if it is open.
    private(set) subscript(_ variable: Int) -> ValueType? {
        get {
            switch variable {
            case 0: output
            case 1: failure
            case 2: t
            case 3: u
            case 4: v
            case 5: e
            default: f
            }
        }
        set {
            switch variable {
            case 0: output = newValue
            case 1: failure = newValue
            case 2: t = newValue
            case 3: u = newValue
            case 4: v = newValue
            case 5: e = newValue
            default: f = newValue
            }
        }
    }

    /// Matches a type with a pattern, and binds open variables.
    ///
    /// - Returns: Whether it matches. Bindings made before a mismatch stay.
    mutating func match(_ pattern: ValueType, _ type: ValueType) -> Bool {
        switch (pattern, type) {
        case (.variable(let number), _): return bind(number, to: type)
        case (_, .unknown), (.unknown, _): return true
        case (.plain(.error), .plain(.flowError)): return true
        case (.plain, .plain), (.grouping, .grouping): return pattern == type
        case (.array(let pattern), .array(let type)), (.optional(let pattern), .optional(let type)),
            (.metatype(let pattern), .metatype(let type)), (.whenFull(let pattern), .whenFull(let type)),
            (.completion(let pattern), .completion(let type)):
            return match(pattern, type)
        case (.tuple(let patterns), .tuple(let types)): return matchAll(patterns, types)
        case (.function(let patterns, let pattern, let canThrow), .function(let types, let type, let throwing)):
            return (canThrow || !throwing) && matchAll(patterns, types) && match(pattern, type)
        case (.publisher(let output, let failure, let form), .publisher(let actual, let actualFailure, let actualForm)):
            return (form == .some || form == actualForm) && match(output, actual) && matchFailure(failure, actualFailure)
        default: return false
        }
    }

    /// Failures are not converted: a stream of `FlowError` is not a stream of `Error`.
    private mutating func matchFailure(_ pattern: ValueType, _ type: ValueType) -> Bool {
        if case (.plain, .plain) = (pattern, type) { return pattern == type }
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
        guard let bound = self[number], bound != .unknown else {
            rebind(number, to: type)
            return true
        }
        guard let merged = bound.merged(with: type) else { return false }
        self[number] = merged
        return true
    }

    /// Binds a variable, replacing an earlier binding.
    mutating func rebind(_ number: Int, to type: ValueType) { self[number] = type }

    /// The pattern with bound variables replaced; open ones stay.
    func resolve(_ pattern: ValueType) -> ValueType { resolve(pattern, open: nil) }

    /// - Parameter open: Replaces open variables, which stay if it is `nil`.
    private func resolve(_ pattern: ValueType, open: ValueType?) -> ValueType {
        switch pattern {
        case .variable(let number): self[number] ?? open ?? pattern
        case .unknown, .plain, .grouping: pattern
        case .completion(let failure): .completion(resolve(failure, open: open))
        case .array(let element): .array(resolve(element, open: open))
        case .optional(let wrapped): .optional(resolve(wrapped, open: open))
        case .metatype(let type): .metatype(resolve(type, open: open))
        case .whenFull(let failure): .whenFull(failure: resolve(failure, open: open))
        case .tuple(let elements): .tuple(elements.map { resolve($0, open: open) })
        case .function(let parameters, let result, let canThrow):
            .function(parameters.map { resolve($0, open: open) }, resolve(result, open: open), canThrow: canThrow)
        case .publisher(let output, let failure, let form):
            .publisher(resolve(output, open: open), failure: resolve(failure, open: open), form)
        }
    }

    /// The pattern with bound variables replaced; open ones become `_`.
    func close(_ pattern: ValueType) -> ValueType { resolve(pattern, open: .unknown) }
}
