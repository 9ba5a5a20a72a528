/// A value as it is written; every case knows where it stands.
public indirect enum Expression: Hashable, Sendable {
    /// `42`, without a sign.
    case integer(UInt, Span)
    /// `4.2`, without a sign.
    case double(Double, Span)
    /// `"text \(value)"`.
    case string([StringPart], Span)
    /// `true`, `false`.
    case boolean(Bool, Span)
    /// `nil`.
    case null(Span)
    /// `letters`, `Empty<Int, Never>`.
    case name(String, [TypeName], Span)
    /// `$0`.
    case dollar(Int, Span)
    /// `.seconds`, where the type is told by the place.
    case implicitMember(String, Span)
    /// `value.name`; the span is the name's.
    case member(Expression, String, Span)
    /// `value.0`; the span is the number's.
    case element(Expression, Int, Span)
    /// `callee(…) { … }`.
    case call(Call)
    /// `value[index]`; the span is the brackets'.
    case item(Expression, Expression, Span)
    /// `[a, b]`.
    case array([Expression], Span)
    /// `(a, b)`, and `()`.
    case tuple([Expression], Span)
    /// `(a)`.
    case group(Expression, Span)
    /// `{ … }`.
    case closure(Closure)
    /// `-a`, `!a`; the span is the operator's.
    case prefix(Prefix, Expression, Span)
    /// `a + b`; the span is the operator's.
    case infix(Expression, Infix, Span, Expression)
    /// `a ? b : c`.
    case choice(Expression, Expression, Expression)
    /// `+` as a function.
    case function(Infix, Span)

    /// From its first to its last byte.
    public var span: Span {
        switch self {
        case .integer(_, let span), .double(_, let span), .string(_, let span), .boolean(_, let span), .null(let span),
            .name(_, _, let span), .dollar(_, let span), .array(_, let span), .tuple(_, let span),
            .group(_, let span), .function(_, let span):
            span
        // The period stands right before the name.
        case .implicitMember(_, let span): Span(span.start - 1, span.end)
        case .member(let base, _, let span), .element(let base, _, let span), .item(let base, _, let span):
            base.span.to(span)
        case .call(let call): call.span
        case .closure(let closure): closure.span
        case .prefix(_, let value, let span): span.to(value.span)
        case .infix(let left, _, _, let right): left.span.to(right.span)
        case .choice(let condition, _, let last): condition.span.to(last.span)
        }
    }
}

/// A piece of a string literal.
public enum StringPart: Hashable, Sendable {
    /// Text, with its escapes resolved.
    case text(String)
    /// What stands in `\(…)`.
    case value(Expression)
}

/// A call with its arguments.
public struct Call: Hashable, Sendable {
    /// What is called.
    public let callee: Expression
    /// What it is handed, in the order it was written.
    public let arguments: [CallArgument]
    /// The parentheses with what stands in them, `nil` where a closure is all there is.
    public let parentheses: Span?
    /// From the callee to the last argument.
    public let span: Span
}

/// What is handed to a call.
public struct CallArgument: Hashable, Sendable {
    /// Its label, `nil` where it has none.
    public let label: String?
    /// Where the label stands, or the value where there is none.
    public let labelSpan: Span
    /// The value.
    public let value: Expression
    /// Whether it is a closure behind the parentheses.
    public let isTrailing: Bool
}

/// A closure as it is written.
public struct Closure: Hashable, Sendable {
    /// A value that it names.
    public struct Parameter: Hashable, Sendable {
        /// Its name, `_` where it has none.
        public let name: String
        /// Its type, `nil` where it is not written.
        public let type: TypeName?
        /// Where the name stands.
        public let span: Span
    }

    /// What it names, `nil` where it uses `$0`, or nothing.
    public let parameters: [Parameter]?
    /// The type it returns, `nil` where it is not written.
    public let result: TypeName?
    /// What it does.
    public let body: [Statement]
    /// How many of `$0`, `$1`… it uses itself: the highest and one.
    public let dollars: Int
    /// With its braces.
    public let span: Span
}

/// A step of a program or of a closure.
public enum Statement: Hashable, Sendable {
    /// `let name: Type = value`; the span is the name's.
    indirect case constant(String, Span, TypeName?, Expression)
    /// A value by itself.
    case expression(Expression)
    /// `return value`; the span is the word's.
    case result(Expression?, Span)
    /// `throw error`; the span is the word's.
    case failure(Expression, Span)
    /// `if condition { … } else { … }`; the span is the word's.
    indirect case condition(Expression, [Statement], else: [Statement]?, Span)
}

/// A type as it is written.
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

    /// Where it stands.
    public var span: Span {
        switch self {
        case .named(_, _, let span), .array(_, let span), .optional(_, let span), .tuple(_, let span),
            .function(_, _, _, let span):
            span
        }
    }
}

/// An operator before a value.
public enum Prefix: String, CaseIterable, Hashable, Sendable {
    case minus = "-"
    case not = "!"
}

/// An operator between two values.
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

    /// How strongly it binds; Swift's groups, from weak to strong.
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

    /// Whether two of its kind may stand side by side, and which is taken first.
    var associativity: Associativity {
        switch precedence {
        case 30, 45: .none
        case 40: .right
        default: .left
        }
    }

    /// Which of two neighbours is taken first.
    enum Associativity {
        case left, right, none
    }
}

extension Expression {
    /// Whether a closure behind it is handed to it: Swift hands none to literals, and none to a call that has nothing but closures.
    var takesClosure: Bool {
        switch self {
        case .integer, .double, .string, .boolean, .null, .array: false
        case .call(let call): call.parentheses != nil
        default: true
        }
    }
}

extension CallArgument {
    /// Whether it is looked at after the others, because its type follows from theirs.
    var isClosure: Bool {
        switch value {
        case .closure, .function: true
        default: false
        }
    }
}
