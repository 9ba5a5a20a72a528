/// The type of a value.
public enum ValueType: Hashable, Sendable {
    /// Not known, as that of an element of `[]`; goes with everything.
    case unknown
    /// Any type, the same wherever the number stands; only in signatures.
    case variable(Int)
    case plain(PlainType)
    indirect case array(ValueType)
    indirect case optional(ValueType)
    case tuple([ValueType])
    indirect case function([ValueType], ValueType, canThrow: Bool)
    indirect case publisher(ValueType, failure: ValueType, PublisherForm)
    /// What a full buffer does; its error is that of the stream.
    indirect case whenFull(failure: ValueType)
    /// How `collect` groups by time.
    case grouping
    /// `Int.self`.
    indirect case metatype(ValueType)

    static let void = ValueType.plain(.void)
    static let bool = ValueType.plain(.bool)
    static let int = ValueType.plain(.int)
    static let double = ValueType.plain(.double)
    static let string = ValueType.plain(.string)
    static let never = ValueType.plain(.never)
    static let error = ValueType.plain(.error)
    static let flowError = ValueType.plain(.flowError)

    /// A publisher that an operator makes.
    static func stream(_ output: ValueType, _ failure: ValueType) -> ValueType {
        .publisher(output, failure: failure, .some)
    }

    /// Whether it is a publisher.
    public var isPublisher: Bool {
        if case .publisher = self { true } else { false }
    }

    /// Whether it is an optional.
    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }

    /// Whether it is an array.
    var isArray: Bool {
        if case .array = self { true } else { false }
    }
}
