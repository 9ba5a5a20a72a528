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
