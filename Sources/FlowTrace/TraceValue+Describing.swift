extension TraceValue {
    /// Describes any value as a trace shows it.
    ///
    /// Integers, floating-point numbers, truth values and strings keep their type; an optional is described as its wrapped value,
    /// at any depth, or as `nil`; everything else is text.
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

    /// Describes any value, with text cut to `limit` bytes between characters.
    package static func describing<Value>(_ value: Value, limit: Int) -> TraceValue {
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

/// A value with its own description in traces, such as an optional.
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

extension TraceValue {
    /// The value of a type that is cheap to describe: integers and floating-point numbers of every width, truth values, text,
    /// `Void`, and optionals of these; `nil` for other types.
    ///
    /// Compares types and reads the bits, ten times as fast as a cast in generic code. The type is compared only with types of
    /// its size.
    @inlinable @inline(__always)
    public static func basic<Value>(_ value: Value) -> TraceValue? {
        if Value.self == Int.self { return .int(unsafeBitCast(value, to: Int.self)) }
        if Value.self == Double.self { return .double(unsafeBitCast(value, to: Double.self)) }
        if Value.self == Bool.self { return .bool(unsafeBitCast(value, to: Bool.self)) }
        if Value.self == String.self { return .string(unsafeBitCast(value, to: String.self)) }
        return lessCommon(value)
    }

    @usableFromInline static func lessCommon<Value>(_ value: Value) -> TraceValue? {
        switch MemoryLayout<Value>.size {
        case 0: Value.self == Void.self ? .string("()") : nil
        case 1: integer(value, Int8.self) ?? integer(value, UInt8.self) ?? optional(value, Bool.self, TraceValue.bool)
        case 2:
            integer(value, Int16.self) ?? integer(value, UInt16.self) ?? integer(value, Int8?.self) ?? integer(value, UInt8?.self)
        case 3: integer(value, Int16?.self) ?? integer(value, UInt16?.self)
        case 4: integer(value, Int32.self) ?? integer(value, UInt32.self) ?? plain(value, Float.self) { .string($0.description) }
        case 5:
            integer(value, Int32?.self) ?? integer(value, UInt32?.self) ?? optional(value, Float.self) { .string($0.description) }
        case 8: integer(value, Int64.self) ?? integer(value, UInt64.self) ?? integer(value, UInt.self)
        case 9:
            integer(value, Int?.self) ?? optional(value, Double.self, TraceValue.double) ?? integer(value, Int64?.self)
                ?? integer(value, UInt64?.self) ?? integer(value, UInt?.self)
        case MemoryLayout<String>.size:
            optional(value, String.self, TraceValue.string) ?? plain(value, Character.self) { .string(String($0)) }
                ?? optional(value, Character.self) { .string(String($0)) }
        case MemoryLayout<Substring>.size:
            plain(value, Substring.self) { .string(String($0)) } ?? optional(value, Substring.self) { .string(String($0)) }
        default: nil
        }
    }

    /// The value if it is a `Plain`.
    @inline(__always)
    private static func plain<Value, Plain>(_ value: Value, _: Plain.Type, _ make: (Plain) -> TraceValue) -> TraceValue? {
        Value.self == Plain.self ? make(unsafeBitCast(value, to: Plain.self)) : nil
    }

    /// The value if it is an optional `Wrapped`.
    @inline(__always)
    private static func optional<Value, Wrapped>(
        _ value: Value, _: Wrapped.Type, _ make: (Wrapped) -> TraceValue
    ) -> TraceValue? {
        guard Value.self == Wrapped?.self else { return nil }
        return unsafeBitCast(value, to: Wrapped?.self).map(make) ?? .string("nil")
    }

    @inline(__always)
    private static func integer<Value, Number: FixedWidthInteger & Sendable>(_ value: Value, _: Number.Type) -> TraceValue? {
        plain(value, Number.self, whole)
    }

    @inline(__always)
    private static func integer<Value, Number: FixedWidthInteger & Sendable>(_ value: Value, _: Number?.Type) -> TraceValue? {
        optional(value, Number.self, whole)
    }

    /// An integer; text if a signed 64-bit integer cannot hold it.
    private static func whole<Number: FixedWidthInteger & Sendable>(_ number: Number) -> TraceValue {
        Int(exactly: number).map(TraceValue.int) ?? .string(number.description)
    }
}
