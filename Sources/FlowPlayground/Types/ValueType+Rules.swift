extension ValueType {
    /// Whether two of it can be compared with `==`.
    var isEquatable: Bool {
        switch self {
        case .unknown, .plain(.bool), .plain(.int), .plain(.double), .plain(.string), .plain(.character), .plain(.duration),
            .plain(.moment),
            .plain(.demand), .plain(.closedRange), .plain(.range), .plain(.flowError), .plain(.never), .variable:
            true
        case .array(let element), .optional(let element): element.isEquatable
        default: false
        }
    }

    /// Whether two of it can be compared with `<`.
    var isComparable: Bool {
        switch self {
        case .unknown, .plain(.int), .plain(.double), .plain(.string), .plain(.character), .plain(.duration), .plain(.moment),
            .plain(.never),
            .variable:
            true
        default: false
        }
    }

    /// Whether it is the failure of a stream that can fail, or an error that can be thrown.
    var isError: Bool {
        self == .error || self == .flowError || self == .unknown
    }

    /// Whether nothing in it is unknown, or left to a signature's variable.
    var isKnown: Bool {
        switch self {
        case .unknown, .variable: false
        case .plain, .grouping: true
        case .array(let type), .optional(let type), .metatype(let type), .whenFull(let type): type.isKnown
        case .tuple(let elements): elements.allSatisfy(\.isKnown)
        case .function(let parameters, let result, _): parameters.allSatisfy(\.isKnown) && result.isKnown
        case .publisher(let output, let failure, _): output.isKnown && failure.isKnown
        }
    }

    /// What two types are that have to be one: what one of them does not know, the other tells; `nil` where they differ.
    func merged(with other: ValueType) -> ValueType? {
        switch (self, other) {
        case (.unknown, let known), (let known, .unknown): return known
        case (.array(let a), .array(let b)): return a.merged(with: b).map(ValueType.array)
        case (.optional(let a), .optional(let b)): return a.merged(with: b).map(ValueType.optional)
        case (.tuple(let a), .tuple(let b)) where a.count == b.count:
            let elements = zip(a, b).compactMap { $0.merged(with: $1) }
            return elements.count == a.count ? .tuple(elements) : nil
        case (.publisher(let a, let failureA, let form), .publisher(let b, let failureB, let other)) where form == other:
            guard let output = a.merged(with: b), let failure = failureA.merged(with: failureB) else { return nil }
            return .publisher(output, failure: failure, form)
        default: return self == other ? self : nil
        }
    }

    /// The type of a value that may be of either type, `nil` if there is none.
    func joined(with other: ValueType) -> ValueType? {
        if case .publisher(_, _, .some) = self, other != .unknown { return nil }
        if let merged = merged(with: other) { return merged }
        switch (self, other) {
        case (.optional(let wrapped), _): return wrapped.merged(with: other).map(ValueType.optional)
        case (_, .optional(let wrapped)): return wrapped.merged(with: self).map(ValueType.optional)
        default: return nil
        }
    }

    /// Whether a function is what it takes.
    var isFunction: Bool {
        switch self {
        case .function: true
        case .optional(let wrapped): wrapped.isFunction
        default: false
        }
    }
}
