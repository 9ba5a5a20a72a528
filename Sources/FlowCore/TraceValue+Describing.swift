import FlowTrace

extension TraceValue {
    /// Describes any value the way a trace shows it.
    ///
    /// Integers, floating-point numbers, truth values and strings keep their type; an optional is described as what it wraps, at
    /// any depth, and as `nil` where it wraps nothing; everything else is text.
    ///
    /// - Important: Runs the `description` of foreign types: call it outside of locks.
    public static func describing<Value>(_ value: Value) -> TraceValue {
        if Value.self == Int.self, let number = value as? Int { return .int(number) }
        if Value.self == Double.self, let number = value as? Double { return .double(number) }
        if Value.self == Bool.self, let truth = value as? Bool { return .bool(truth) }
        if Value.self == String.self, let text = value as? String { return .string(text) }
        if Value.self == TraceValue.self, let described = value as? TraceValue { return described }
        if let describable = value as? any TraceDescribable { return describable.traceValue }
        if type(of: value as Any) != Value.self { return describingErased(value) }
        return .string(String(describing: value))
    }

    /// Describes any value, once, text cut to `limit` bytes, at the end of a character.
    static func describing<Value>(_ value: Value, limit: Int) -> TraceValue {
        let described = describing(value)
        guard case .string(let text) = described, text.utf8.count > limit else { return described }
        var kept = 0
        return .string(
            String(
                text.prefix { character in
                    kept += character.utf8.count
                    return kept <= limit
                }))
    }

    private static func describingErased(_ value: Any) -> TraceValue {
        switch value {
        case let number as Int: .int(number)
        case let number as Double: .double(number)
        case let truth as Bool: .bool(truth)
        case let text as String: .string(text)
        default: .string(String(describing: value))
        }
    }
}

/// A value that says itself how a trace shows it; an optional of any kind is one.
package protocol TraceDescribable {
    var traceValue: TraceValue { get }
}

extension Optional: TraceDescribable {
    package var traceValue: TraceValue {
        switch self {
        case .none: .string("nil")
        case .some(let wrapped): .describing(wrapped)
        }
    }
}
