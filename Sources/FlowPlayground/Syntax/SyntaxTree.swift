/// An expression as written. Every case has its span.
public indirect enum Expression: Hashable, Sendable {
    /// `42`, without a sign.
    case integer(UInt, Span)
    /// `4.2`, without a sign.
    case double(Double, Span)
    /// `"text \(value)"`.
    case string([StringPart], Span)
    /// `true`, `false`.
    case boolean(Bool, Span)
    case null(Span)
    /// `letters`, `Empty<Int, Never>`.
    case name(String, [TypeName], Span)
    /// `$0`.
    case dollar(Int, Span)
    /// `.seconds`, whose type follows from its context.
    case implicitMember(String, Span)
    /// `value.name`, with the span of the name.
    case member(Expression, String, Span)
    /// `value.0`, with the span of the number.
    case element(Expression, Int, Span)
    /// `callee(…) { … }`.
    case call(Call)
    /// `value[index]`, with the span of the brackets.
    case item(Expression, Expression, Span)
    /// `[a, b]`.
    case array([Expression], Span)
    /// `(a, b)`, and `()`.
    case tuple([Expression], Span)
    /// `(a)`.
    case group(Expression, Span)
    /// `{ … }`.
    case closure(Closure)
    /// `-a`, `!a`, with the span of the operator.
    case prefix(Prefix, Expression, Span)
    /// `a + b`, with the span of the operator.
    case infix(Expression, Infix, Span, Expression)
    /// `a ? b : c`.
    case choice(Expression, Expression, Expression)
    /// `+` as a function.
    case function(Infix, Span)
    /// `&bag`, with the span of the operator.
    case address(Expression, Span)

    public var span: Span {
        switch self {
        case .integer(_, let span), .double(_, let span), .string(_, let span), .boolean(_, let span), .null(let span),
            .name(_, _, let span), .dollar(_, let span), .array(_, let span), .tuple(_, let span), .group(_, let span),
            .function(_, let span):
            span
        // The period is right before the name.
        case .implicitMember(_, let span): Span(span.start - 1, span.end)
        case .member(let base, _, let span), .element(let base, _, let span), .item(let base, _, let span): base.span.to(span)
        case .call(let call): call.span
        case .closure(let closure): closure.span
        case .prefix(_, let value, let span), .address(let value, let span): span.to(value.span)
        case .infix(let left, _, _, let right): left.span.to(right.span)
        case .choice(let condition, _, let last): condition.span.to(last.span)
        }
    }

    /// Its subexpressions, in source order, except the ones in a closure's statements.
    var parts: [Expression] {
        switch self {
        case .integer, .double, .boolean, .null, .name, .dollar, .implicitMember, .function, .closure: []
        case .string(let parts, _): parts.compactMap { if case .value(let value) = $0 { value } else { nil } }
        case .member(let base, _, _), .element(let base, _, _), .group(let base, _), .prefix(_, let base, _),
            .address(let base, _):
            [base]
        case .array(let elements, _), .tuple(let elements, _): elements
        case .item(let left, let right, _), .infix(let left, _, _, let right): [left, right]
        case .choice(let condition, let first, let second): [condition, first, second]
        case .call(let call): [call.callee] + call.arguments.map(\.value)
        }
    }
}

public enum StringPart: Hashable, Sendable {
    /// Text with resolved escapes.
    case text(String)
    /// The value in `\(…)`.
    case value(Expression)
}

public struct Call: Hashable, Sendable {
    public let callee: Expression
    public let arguments: [CallArgument]
    /// The parentheses with their content, `nil` if there is only a closure.
    public let parentheses: Span?
    public let span: Span
}

public struct CallArgument: Hashable, Sendable {
    public let label: String?
    /// The span of the label, or of the value if there is none.
    public let labelSpan: Span
    public let value: Expression
    /// Whether it is a trailing closure.
    public let isTrailing: Bool
}

/// A closure as written.
public struct Closure: Hashable, Sendable {
    public struct Parameter: Hashable, Sendable {
        /// Its name, `_` if it has none.
        public let name: String
        public let type: TypeName?
        public let span: Span
    }

    /// Its named parameters; `nil` if it uses `$0`, or no parameters.
    public let parameters: [Parameter]?
    public let result: TypeName?
    public let body: [Statement]
    /// The number of its parameters `$0`, `$1`….
    public let dollars: Int
    /// With its braces.
    public let span: Span
}

/// A type as written.
public indirect enum TypeName: Hashable, Sendable {
    /// `Int`, `Publishers.Map`, `Empty<Int, Never>`.
    case named(String, [TypeName], Span)
    /// `[Int]`.
    case array(TypeName, Span)
    /// `Int?`.
    case optional(TypeName, Span)
    /// `(Int, String)`, and `()`.
    case tuple([TypeName], Span)
    /// `(Int) -> String`.
    case function([TypeName], TypeName, canThrow: Bool, Span)

    public var span: Span {
        switch self {
        case .named(_, _, let span), .array(_, let span), .optional(_, let span), .tuple(_, let span),
            .function(_, _, _, let span):
            span
        }
    }
}

public enum Prefix: String, CaseIterable, Hashable, Sendable {
    case minus = "-"
    case not = "!"
}

public enum Infix: String, CaseIterable, Hashable, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    case coalesce = "??"
    case closedRange = "..."
    case range = "..<"

    /// Its precedence; a higher number binds tighter, in the order of Swift's precedence groups.
    var precedence: Int {
        switch self {
        case .or: 10
        case .and: 20
        case .equal, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual: 30
        case .coalesce: 40
        case .closedRange, .range: 45
        case .add, .subtract: 50
        case .multiply, .divide, .remainder: 60
        }
    }

    /// The grouping of operators of the same precedence.
    var associativity: Associativity {
        switch precedence {
        case 30, 45: .none
        case 40: .right
        default: .left
        }
    }

    enum Associativity {
        case left, right, none
    }
}

extension Expression {
    /// Whether it begins with a dot, as `.main` and `.seconds(1)` do.
    var isImplicitMember: Bool {
        switch self {
        case .implicitMember: true
        case .call(let call): if case .implicitMember = call.callee { true } else { false }
        default: false
        }
    }

    /// Whether a closure directly after it is its argument. In Swift, literals take no closure, and neither does a call that has
    /// only closures.
    var takesClosure: Bool {
        switch self {
        case .integer, .double, .string, .boolean, .null, .array: false
        case .call(let call): call.parentheses != nil
        default: true
        }
    }
}

extension Call {
    /// The name of the function or the method; `nil` if there is none.
    var name: String? {
        switch callee {
        case .name(let name, _, _), .member(_, let name, _): name
        default: nil
        }
    }
}

extension CallArgument {
    /// Whether it is checked after the other arguments, because their types determine its type.
    var isClosure: Bool {
        switch value {
        case .closure, .function: true
        default: false
        }
    }
}
