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
