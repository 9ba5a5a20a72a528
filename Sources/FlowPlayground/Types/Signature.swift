/// What an operator takes and gives, read from a declaration as Swift writes it.
///
/// A class, because the checker hands it on for every form that it tries.
public final class Signature: Sendable {
    /// How it is reached.
    public enum Kind: Hashable, Sendable {
        /// `name(…)`.
        case function
        /// `value.name(…)`.
        case method
        /// `value.name`.
        case property
        /// `.name` or `.name(…)`, where a value of its type is expected, and behind the names of types.
        case member
    }

    /// The names of the variables, by number.
    static let variables = ["Output", "Failure", "T", "U", "V", "E", "F"]

    /// The name.
    public let name: String
    /// How it is reached.
    public let kind: Kind
    /// What it is called on; `nil` for a function.
    public let receiver: ValueType?
    /// What it takes.
    public let parameters: [Parameter]
    /// Whether parentheses, or a closure, belong to it.
    public let isCalled: Bool
    /// What it gives.
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

    /// How it is written, the most exact way first: `collect(_ count:)`, `first(where:)`, `map`.
    var spellings: [String] {
        guard let first = parameters.first else { return [name] }
        return ["\(name)(\(first.label ?? "_ \(first.name)"):)", name]
    }

    static func name(ofVariable number: Int) -> String {
        variables[number]
    }

    /// The same under another name.
    func named(_ name: String) -> Signature {
        Signature(
            name: name, kind: kind, receiver: receiver, parameters: parameters, isCalled: isCalled, result: result,
            constraints: constraints, text: name + text.dropFirst(self.name.count))
    }
}

/// What an operator takes.
public final class Parameter: Sendable {
    /// The label, `nil` where it takes none.
    public let label: String?
    /// The name, as help shows it.
    public let name: String
    /// The type.
    public let type: ValueType
    /// What stands for it where it is left out, as help shows it; `nil` where it cannot be left out.
    public let standard: String?
    /// Whether any number of values fits.
    public let isVariadic: Bool

    init(label: String?, name: String, type: ValueType, standard: String?, isVariadic: Bool) {
        self.label = label
        self.name = name
        self.type = type
        self.standard = standard
        self.isVariadic = isVariadic
    }

    /// Whether it only says something here where it can be left out, as a scheduler.
    var isOptional: Bool { standard != nil || isVariadic }
}

/// What a signature asks of its variables beyond its types.
enum Constraint: Hashable, Sendable {
    /// Two of the type can be compared with `==`.
    case equatable(ValueType)
    /// Two of the type can be compared with `<`.
    case comparable(ValueType)
    /// The type is an error.
    case error(ValueType)
    /// Two failures are the same, or one of them is `Never`; the first variable then stands for the other one.
    case joined(Int, ValueType)
}

extension Signature {
    /// How a use of it begins: the name with what always follows, up to where something has to be typed.
    var beginning: String {
        guard isCalled else { return name }
        let name = name + types
        guard let first = parameters.firstIndex(where: { !$0.isOptional }) else { return name + "()" }
        let isClosureAlone = parameters[first].type.isFunction && parameters[(first + 1)...].allSatisfy(\.isOptional)
        if isClosureAlone { return name + " { " }
        return name + "(" + (first == 0 ? parameters[0].label.map { "\($0): " } ?? "" : "")
    }

    /// The types in `<…>` where nothing else tells them.
    private var types: String {
        guard case .publisher(.variable(let output), .variable(let failure), let form) = result, kind == .function, form != .some
        else { return "" }
        let isTold = parameters.contains { $0.type == .variable(output) } && parameters.contains { $0.type == .variable(failure) }
        guard !isTold else { return "" }
        return parameters.contains { $0.type == .variable(failure) } ? "<Int, FlowError>" : "<Int, Never>"
    }
}
