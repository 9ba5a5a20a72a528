/// A statement of a program, of a closure or of a function.
public enum Statement: Hashable, Sendable {
    /// `let name: Type = value`, with the span of the name.
    indirect case constant(String, Span, TypeName?, Expression)
    /// `var name: Type = value`, with the span of the name.
    indirect case variable(String, Span, TypeName?, Expression?)
    /// `let (a, b) = value`, with the span of the parentheses.
    indirect case parts([String], Span, Expression)
    /// `place = value`, `place += value`, with the span of the operator.
    case assignment(Expression, Infix?, Expression, Span)
    case expression(Expression)
    /// `return value`, with the span of the keyword.
    case result(Expression?, Span)
    /// `throw error`, with the span of the keyword.
    case failure(Expression, Span)
    /// `if condition { … } else { … }`, with the span of the keyword.
    indirect case condition([Condition], [Statement], else: [Statement]?, Span)
    /// `guard condition else { … }`, with the span of the keyword.
    indirect case guarded([Condition], else: [Statement], Span)
    /// `switch value { … }`, with the span of the keyword.
    indirect case selection(Expression, [SwitchCase], Span)
    /// `for name in sequence where test { … }`, with the span of the keyword.
    indirect case loop(Pattern, in: Expression, where: Expression?, [Statement], Span)
    /// `while condition { … }`, with the span of the keyword.
    indirect case repetition([Condition], [Statement], Span)
    /// `break`, and `continue`.
    case leave(goesOn: Bool, Span)
    case function(FunctionDeclaration)
    case type(TypeDeclaration)
    /// `import Combine`, which changes nothing.
    case imported(String, Span)
}

/// One of the conditions between commas of `if`, `guard` and `while`.
public enum Condition: Hashable, Sendable {
    case test(Expression)
    /// `let name = optional`; without a value that of the same name.
    case binding(String, Span, Expression?)
    /// `case pattern = value`.
    case match(Pattern, Expression)
}

/// One `case` of a `switch`.
public struct SwitchCase: Hashable, Sendable {
    /// Empty for `default`.
    public let patterns: [Pattern]
    public let condition: Expression?
    public let body: [Statement]
    public let span: Span
}

/// What a value is compared with, and taken apart by.
public indirect enum Pattern: Hashable, Sendable {
    /// `_`.
    case any(Span)
    /// A name within `let`.
    case name(String, Span)
    /// `let pattern`.
    case binding(Pattern, Span)
    /// `pattern?`.
    case optional(Pattern, Span)
    /// `.name(pattern, label: pattern)`, `Type.name`.
    case member(TypeName?, String, [Part]?, Span)
    /// `(pattern, pattern)`.
    case tuple([Pattern], Span)
    case value(Expression)

    public struct Part: Hashable, Sendable {
        public let label: String?
        public let pattern: Pattern
    }

    public var span: Span {
        switch self {
        case .any(let span), .name(_, let span), .binding(_, let span), .optional(_, let span), .member(_, _, _, let span),
            .tuple(_, let span):
            span
        case .value(let value): value.span
        }
    }
}

/// A function as it is declared.
public struct FunctionDeclaration: Hashable, Sendable {
    public struct Parameter: Hashable, Sendable {
        /// `nil` for `_`.
        public let label: String?
        public let name: String
        public let type: TypeName
        public let standard: Expression?
        public let span: Span
    }

    /// `init` for an initializer.
    public let name: String
    public let span: Span
    public let parameters: [Parameter]
    public let canThrow: Bool
    public let result: TypeName?
    public let body: [Statement]
    /// How deep its body is.
    public let height: Int
    /// The closing brace of its body.
    public let end: Span
}

/// A type as it is declared.
public struct TypeDeclaration: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case structure = "struct"
        case enumeration = "enum"
        case classType = "class"
    }

    public let kind: Kind
    public let name: String
    public let span: Span
    /// What it conforms to, and the type of its raw values.
    public let inherited: [TypeName]
    public let properties: [Property]
    public let cases: [Case]
    public let methods: [Method]

    public struct Property: Hashable, Sendable {
        public let name: String
        public let span: Span
        public let isVariable: Bool
        public let isStatic: Bool
        public let type: TypeName?
        public let value: Expression?
        /// The statements of a computed property.
        public let getter: FunctionDeclaration?
        /// The statements of `didSet`.
        public let observer: FunctionDeclaration?
    }

    public struct Case: Hashable, Sendable {
        public let name: String
        public let span: Span
        public let values: [(label: String?, type: TypeName)]
        public let raw: Expression?

        public static func == (a: Self, b: Self) -> Bool { a.span == b.span && a.name == b.name }

        public func hash(into hasher: inout Hasher) { hasher.combine(span) }
    }

    public struct Method: Hashable, Sendable {
        public let function: FunctionDeclaration
        public let isStatic: Bool
        public let isMutating: Bool
    }
}

extension Statement {
    /// The values in it, but for those in its blocks.
    var values: [Expression] {
        switch self {
        case .constant(_, _, _, let value), .parts(_, _, let value), .expression(let value), .failure(let value, _): [value]
        case .variable(_, _, _, let value), .result(let value, _): [value].compactMap(\.self)
        case .assignment(let place, _, let value, _): [place, value]
        case .condition(let conditions, _, else: _, _), .guarded(let conditions, else: _, _), .repetition(let conditions, _, _):
            conditions.flatMap(\.values)
        case .selection(let value, let cases, _):
            [value] + cases.flatMap { $0.patterns.flatMap(\.values) + [$0.condition].compactMap(\.self) }
        case .loop(let pattern, in: let value, where: let test, _, _): pattern.values + [value] + [test].compactMap(\.self)
        case .function(let function): function.parameters.compactMap(\.standard)
        case .type(let type): type.properties.compactMap(\.value) + type.cases.compactMap(\.raw)
        case .leave, .imported: []
        }
    }

    /// Its blocks.
    var blocks: [[Statement]] {
        switch self {
        case .condition(_, let body, else: let other, _): [body, other ?? []]
        case .guarded(_, else: let body, _), .loop(_, in: _, where: _, let body, _), .repetition(_, let body, _): [body]
        case .selection(_, let cases, _): cases.map(\.body)
        case .function(let function): [function.body]
        case .type(let type):
            type.properties.flatMap { [$0.getter, $0.observer].compactMap { $0?.body } } + type.methods.map(\.function.body)
        case .constant, .variable, .parts, .assignment, .expression, .result, .failure, .leave, .imported: []
        }
    }
}

extension Condition {
    var values: [Expression] {
        switch self {
        case .test(let value): [value]
        case .binding(_, _, let value): [value].compactMap(\.self)
        case .match(let pattern, let value): pattern.values + [value]
        }
    }
}

extension Pattern {
    var values: [Expression] {
        switch self {
        case .any, .name: []
        case .binding(let inner, _), .optional(let inner, _): inner.values
        case .member(_, _, let parts, _): (parts ?? []).flatMap(\.pattern.values)
        case .tuple(let patterns, _): patterns.flatMap(\.values)
        case .value(let value): [value]
        }
    }

    /// Whether it fits every value.
    var fitsAll: Bool {
        switch self {
        case .any, .name: true
        case .binding(let inner, _): inner.fitsAll
        case .tuple(let patterns, _): patterns.allSatisfy(\.fitsAll)
        case .optional, .member, .value: false
        }
    }
}
