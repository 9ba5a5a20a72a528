/// The parameters and the result of an operator, as declared in Swift.
///
/// A class, since the checker passes it on with each overload that it tries.
public final class Signature: Sendable {
    /// The syntax of its use.
    public enum Kind: Hashable, Sendable {
        /// `name(…)`.
        case function
        /// `value.name(…)`.
        case method
        /// `value.name`.
        case property
        /// `.name` or `.name(…)`, where its type is expected, and after the names of types.
        case member
    }

    static let variables = ["Output", "Failure", "T", "U", "V", "E", "F"]

    public let name: String
    public let kind: Kind
    /// The type of its receiver; `nil` for a function.
    public let receiver: ValueType?
    public let parameters: [Parameter]
    /// Whether it takes parentheses or a closure.
    public let isCalled: Bool
    public let result: ValueType
    let constraints: [Constraint]
    /// The declaration: `map(_ transform: (Output) -> T) -> Publisher<T, Failure>`.
    public let text: String

    init(
        name: String, kind: Kind, receiver: ValueType?, parameters: [Parameter], isCalled: Bool, result: ValueType,
        constraints: [Constraint], text: String
    ) {
        self.name = name
        self.kind = kind
        self.receiver = receiver
        self.parameters = parameters
        self.isCalled = isCalled
        self.result = result
        self.constraints = constraints
        self.text = text
    }

    /// Its spellings, the most exact first: `collect(_ count:)`, `first(where:)`, `map`.
    var spellings: [String] {
        guard let first = parameters.first else { return [name] }
        return ["\(name)(\(first.label ?? "_ \(first.name)"):)", name]
    }

    static func name(ofVariable number: Int) -> String { variables[number] }
}

public final class Parameter: Sendable {
    public let label: String?
    /// The name shown in help.
    public let name: String
    public let type: ValueType
    /// The default shown in help; `nil` if the argument is required.
    public let standard: String?
    public let isVariadic: Bool

    init(label: String?, name: String, type: ValueType, standard: String?, isVariadic: Bool) {
        self.label = label
        self.name = name
        self.type = type
        self.standard = standard
        self.isVariadic = isVariadic
    }

    var isOptional: Bool { standard != nil || isVariadic }
}

/// A constraint of a signature's `where` clause.
enum Constraint: Hashable, Sendable {
    case equatable(ValueType)
    case comparable(ValueType)
    case error(ValueType)
    /// A variable's failure type equals another type, unless that is `Never`. A variable that is `Never` becomes the other type.
    case sameFailure(Int, ValueType)
}

extension Signature {
    /// The text that a completion inserts: the name, and its continuation up to the first part to be typed.
    var beginning: String {
        guard isCalled else { return name }
        let name = name + types
        guard let first = parameters.firstIndex(where: { !$0.isOptional }) else { return name + "()" }
        let isClosureAlone = parameters[first].type.isFunction && parameters[(first + 1)...].allSatisfy(\.isOptional)
        if isClosureAlone { return name + " { " }
        return name + "(" + (first == 0 ? parameters[0].label.map { "\($0): " } ?? "" : "")
    }

    /// The types in `<…>`, if nothing else determines them.
    private var types: String {
        if result == .bag { return "<AnyCancellable>" }
        guard case .publisher(.variable(let output), .variable(let failure), let form) = result, kind == .function, form != .some
        else { return "" }
        let isTold = parameters.contains { $0.type == .variable(output) } && parameters.contains { $0.type == .variable(failure) }
        guard !isTold else { return "" }
        return parameters.contains { $0.type == .variable(failure) } ? "<Int, FlowError>" : "<Int, Never>"
    }
}
