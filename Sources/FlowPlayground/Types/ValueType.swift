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

extension ValueType {
    /// The function that may be left out, or itself.
    var unwrappedFunction: ValueType {
        if case .optional(let wrapped) = self, wrapped.isFunction { wrapped } else { self }
    }

    /// What an optional may hold, or itself.
    var unwrapped: ValueType {
        if case .optional(let wrapped) = self { wrapped } else { self }
    }

    /// Whether it is a signature's variable.
    var isVariable: Bool {
        if case .variable = self { true } else { false }
    }
}

extension ValueType: CustomStringConvertible {
    /// As a message writes it: `[Int]`, `Publisher<String, Never>`, `_` where it is not known.
    public var description: String {
        switch self {
        case .unknown: "_"
        case .variable(let number): Signature.name(ofVariable: number)
        case .plain(let type): type.rawValue
        case .array(let element): "[\(element)]"
        case .optional(.function(let parameters, let result, let canThrow)):
            "(\(ValueType.function(parameters, result, canThrow: canThrow)))?"
        case .optional(let wrapped): "\(wrapped)?"
        case .tuple(let elements): "(\(ValueType.list(elements)))"
        case .function(let parameters, let result, let canThrow):
            "(\(ValueType.list(parameters))) \(canThrow ? "throws " : "")-> \(result)"
        case .publisher(let output, .plain(.never), .just): "Just<\(output)>"
        case .publisher(let output, let failure, let form): "\(form.rawValue)<\(output), \(failure)>"
        case .whenFull: "BufferingStrategy"
        case .grouping: "TimeGroupingStrategy"
        case .metatype(let type): "\(type).Type"
        }
    }

    private static func list(_ types: [ValueType]) -> String {
        types.map(\.description).joined(separator: ", ")
    }
}

/// A type that is made of no others.
public enum PlainType: String, CaseIterable, Hashable, Sendable {
    case void = "Void"
    case bool = "Bool"
    case int = "Int"
    case double = "Double"
    case string = "String"
    /// What a string is made of.
    case character = "Character"
    /// A stretch of time, as `.seconds(1)`.
    case duration = "Duration"
    /// A moment of the run's time.
    case moment = "Moment"
    /// How many values are asked for, as `.max(1)`.
    case demand = "Demand"
    /// Where time comes from; there is only the run's own.
    case scheduler = "Scheduler"
    /// A run loop's mode, which means nothing here.
    case mode = "Mode"
    /// A range with its end.
    case closedRange = "ClosedRange<Int>"
    /// A range without its end.
    case range = "Range<Int>"
    /// How a buffer asks.
    case prefetch = "PrefetchStrategy"
    /// The failure of a stream that cannot fail.
    case never = "Never"
    /// Any error.
    case error = "Error"
    /// The error that there is.
    case flowError = "FlowError"
    /// A subscription that can be cancelled.
    case cancellable = "Cancellable"
    /// How a stream ended.
    case completion = "Completion"
}

/// What kind of publisher a type is, as far as Swift's rules depend on it.
public enum PublisherForm: String, Hashable, Sendable {
    /// Made by an operator: a type of its own.
    case some = "Publisher"
    /// `AnyPublisher`.
    case erased = "AnyPublisher"
    case just = "Just"
    case empty = "Empty"
    case fail = "Fail"
    case marbles = "Marbles"
    case passthrough = "PassthroughSubject"
    case currentValue = "CurrentValueSubject"
    /// Sends only when it is told to.
    case connectable = "ConnectablePublisher"
}
