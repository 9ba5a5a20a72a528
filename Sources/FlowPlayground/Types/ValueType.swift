public enum ValueType: Hashable, Sendable {
    /// Unknown, such as the element of `[]`; matches everything.
    case unknown
    /// A variable of a signature.
    case variable(Int)
    case plain(PlainType)
    indirect case array(ValueType)
    indirect case optional(ValueType)
    case tuple([ValueType])
    indirect case function([ValueType], ValueType, canThrow: Bool)
    indirect case publisher(ValueType, failure: ValueType, PublisherForm)
    /// The policy of a full buffer; its error is the stream's failure.
    indirect case whenFull(failure: ValueType)
    /// The grouping of `collect` by time.
    case grouping
    /// `Int.self`.
    indirect case metatype(ValueType)
    /// `Subscribers.Completion`, with its failure.
    indirect case completion(ValueType)

    static let void = ValueType.plain(.void)
    static let bool = ValueType.plain(.bool)
    static let int = ValueType.plain(.int)
    static let double = ValueType.plain(.double)
    static let string = ValueType.plain(.string)
    static let never = ValueType.plain(.never)
    static let error = ValueType.plain(.error)
    static let flowError = ValueType.plain(.flowError)
    static let cancellable = ValueType.plain(.cancellable)
    static let bag = ValueType.plain(.bag)

    /// The publisher made by an operator.
    static func stream(_ output: ValueType, _ failure: ValueType) -> ValueType { .publisher(output, failure: failure, .some) }

    public var isPublisher: Bool {
        if case .publisher = self { true } else { false }
    }

    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }
}

extension ValueType {
    /// Whether `==` compares its values.
    var isEquatable: Bool {
        switch self {
        case .unknown, .plain(.bool), .plain(.int), .plain(.double), .plain(.string), .plain(.character), .plain(.duration),
            .plain(.moment), .plain(.demand), .plain(.closedRange), .plain(.range), .plain(.flowError), .plain(.never),
            .plain(.cancellable), .variable:
            true
        case .array(let type), .optional(let type), .completion(let type): type.isEquatable
        default: false
        }
    }

    /// Whether `<` compares its values.
    var isComparable: Bool {
        switch self {
        case .unknown, .plain(.int), .plain(.double), .plain(.string), .plain(.character), .plain(.duration), .plain(.moment),
            .plain(.never), .variable:
            true
        default: false
        }
    }

    /// Whether it can be thrown, or be a stream's failure.
    var isError: Bool { self == .error || self == .flowError || self == .unknown }

    /// Whether it has no unknown part and no variable.
    var isKnown: Bool {
        switch self {
        case .unknown, .variable: false
        case .plain, .grouping: true
        case .array(let type), .optional(let type), .metatype(let type), .whenFull(let type), .completion(let type): type.isKnown
        case .tuple(let elements): elements.allSatisfy(\.isKnown)
        case .function(let parameters, let result, _): parameters.allSatisfy(\.isKnown) && result.isKnown
        case .publisher(let output, let failure, _): output.isKnown && failure.isKnown
        }
    }

    /// The common type of both, each filling in the unknown parts of the other; `nil` if they differ.
    func merged(with other: ValueType) -> ValueType? {
        switch (self, other) {
        case (.unknown, let known), (let known, .unknown): return known
        case (.array(let a), .array(let b)): return a.merged(with: b).map(ValueType.array)
        case (.optional(let a), .optional(let b)): return a.merged(with: b).map(ValueType.optional)
        case (.tuple(let a), .tuple(let b)) where a.count == b.count:
            let elements = zip(a, b).compactMap { $0.merged(with: $1) }
            return elements.count == a.count ? .tuple(elements) : nil
        case (.completion(let a), .completion(let b)): return a.merged(with: b).map(ValueType.completion)
        case (.publisher(let a, let failureA, let form), .publisher(let b, let failureB, let other)) where form == other:
            guard let output = a.merged(with: b), let failure = failureA.merged(with: failureB) else { return nil }
            return .publisher(output, failure: failure, form)
        default: return self == other ? self : nil
        }
    }

    /// The type that fits values of either type; `nil` if there is none.
    func joined(with other: ValueType) -> ValueType? {
        if case .publisher(_, _, .some) = self, other != .unknown { return nil }
        if let merged = merged(with: other) { return merged }
        switch (self, other) {
        case (.optional(let wrapped), _): return wrapped.merged(with: other).map(ValueType.optional)
        case (_, .optional(let wrapped)): return wrapped.merged(with: self).map(ValueType.optional)
        default: return nil
        }
    }

    /// Whether it is a function, or an optional function.
    var isFunction: Bool {
        switch self {
        case .function: true
        case .optional(let wrapped): wrapped.isFunction
        default: false
        }
    }
}

extension ValueType {
    /// The function in an optional, or the type itself.
    var unwrappedFunction: ValueType {
        if case .optional(let wrapped) = self, wrapped.isFunction { wrapped } else { self }
    }

    /// The type wrapped by an optional, or the type itself.
    var unwrapped: ValueType {
        if case .optional(let wrapped) = self { wrapped } else { self }
    }

    var isVariable: Bool {
        if case .variable = self { true } else { false }
    }
}

extension ValueType: CustomStringConvertible {
    /// The type in messages: `[Int]`, `Publisher<String, Never>`, `_` if unknown.
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
        case .completion(let failure): "Subscribers.Completion<\(failure)>"
        }
    }

    private static func list(_ types: [ValueType]) -> String { types.map(\.description).joined(separator: ", ") }
}

/// A type without parts.
public enum PlainType: String, CaseIterable, Hashable, Sendable {
    case void = "Void"
    case bool = "Bool"
    case int = "Int"
    case double = "Double"
    case string = "String"
    case character = "Character"
    /// A duration, such as `.seconds(1)`.
    case duration = "Duration"
    /// A moment of the run's time.
    case moment = "Moment"
    /// A number of values, such as `.max(1)`.
    case demand = "Demand"
    /// The run's scheduler, the only one.
    case scheduler = "Scheduler"
    /// A run loop's mode, which has no effect.
    case mode = "Mode"
    case closedRange = "ClosedRange<Int>"
    case range = "Range<Int>"
    case prefetch = "PrefetchStrategy"
    /// The failure of a stream that cannot fail.
    case never = "Never"
    case error = "Error"
    /// The only error type.
    case flowError = "FlowError"
    case cancellable = "AnyCancellable"
    /// The owner of subscriptions.
    case bag = "Set<AnyCancellable>"
}

/// The kinds of publishers that Swift's rules distinguish.
public enum PublisherForm: String, Hashable, Sendable {
    /// The result of an operator; no two results have the same type.
    case some = "Publisher"
    case erased = "AnyPublisher"
    case just = "Just"
    case empty = "Empty"
    case fail = "Fail"
    case marbles = "Marbles"
    case passthrough = "PassthroughSubject"
    case currentValue = "CurrentValueSubject"
    /// Sends only when it is connected.
    case connectable = "ConnectablePublisher"
}
